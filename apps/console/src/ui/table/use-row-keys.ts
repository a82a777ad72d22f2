import { type KeyboardEvent, type RefObject, useRef } from 'react';
import {
  extendSelection,
  noSelection,
  countSelected,
  type Selection,
  selectMore,
  toggleSelected,
} from './selection.ts';

interface RowKeysOptions {
  tableRef: RefObject<HTMLTableElement | null>;
  pageIds: readonly string[];
  total: number;
  current: number;
  setCurrent: (index: number) => void;
  selection: Selection;
  /** Absent where rows cannot be chosen. */
  onSelect: ((selection: Selection) => void) | undefined;
  onOpen: ((index: number) => void) | undefined;
  onPeek: ((index: number) => void) | undefined;
  /** Keys of the page's own for a row; true when it took the key. */
  onRowKey: ((index: number, key: string) => boolean) | undefined;
}

/* A field, a button or a link keeps the keys it lives by; a row's box shares the table's. */
function ownsKey(target: Element, key: string): boolean {
  if (target.matches('textarea, select, [contenteditable], input:not([type=checkbox])')) return true;
  return (key === 'Enter' || key === ' ') && target.matches('a, button, input');
}

/** The keyboard of a list. Letters work only while focus is in it; the table listens, so no page has to. */
export function useRowKeys(options: RowKeysOptions): (event: KeyboardEvent<HTMLTableElement>) => void {
  const { tableRef, pageIds, total, current, setCurrent, selection, onSelect, onOpen, onPeek, onRowKey } = options;
  const anchor = useRef<number | null>(null);

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(pageIds.length - 1, index));
    setCurrent(next);
    tableRef.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus();
    return next;
  };

  const extendTo = (index: number) => {
    anchor.current ??= current;
    const next = moveTo(index);
    onSelect?.(extendSelection(selection, pageIds, anchor.current, current, next));
  };

  const act = (event: KeyboardEvent, isInRow: boolean): boolean => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const id = pageIds[current];
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      onSelect?.(selectMore(selection, pageIds, total));
      return true;
    }
    if (!isPlain || id === undefined) return false;
    if (!isInRow) {
      if (event.key !== 'ArrowDown') return false;
      moveTo(current);
      return true;
    }
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (step !== undefined) {
      if (event.shiftKey && onSelect) extendTo(current + step);
      else {
        anchor.current = null;
        moveTo(current + step);
      }
      return true;
    }
    switch (event.key) {
      case 'Home':
      case 'End':
        anchor.current = null;
        moveTo(event.key === 'Home' ? 0 : pageIds.length - 1);
        return true;
      case ' ':
      case 'x':
        anchor.current = null;
        onSelect?.(toggleSelected(selection, id));
        return true;
      case 'Enter':
        (event.shiftKey ? onPeek : onOpen)?.(current);
        return true;
      case 'Escape':
        if (countSelected(selection, total) === 0) return false;
        onSelect?.(noSelection);
        return true;
      default:
        return onRowKey?.(current, event.key) ?? false;
    }
  };

  return (event) => {
    // Menus opened from a row stand elsewhere in the document, yet React sends their keys through here.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (event.defaultPrevented || ownsKey(event.target, event.key)) return;
    if (act(event, event.target.closest('[data-row]') !== null)) event.preventDefault();
  };
}
