import type { Group } from '@patchkeep/contract/groups';
import type { GroupPlace } from '@patchkeep/rules/group-tree';
import type { KeyboardEvent, RefObject } from 'react';

interface TreeKeys {
  treeRef: RefObject<HTMLTableElement | null>;
  places: readonly GroupPlace<Group>[];
  current: number;
  setCurrent: (index: number) => void;
  isClosed: (uuid: string) => boolean;
  setClosed: (uuid: string, isClosed: boolean) => void;
  onOpen: (group: Group) => void;
  onRename: ((group: Group) => void) | undefined;
  onDelete: ((group: Group) => void) | undefined;
}

/** The keys of a tree: up and down through what is shown, right opens or goes in, left closes or goes out. */
export const useTreeKeys = (tree: TreeKeys) => {
  const { places, current } = tree;
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(places.length - 1, index));
    tree.setCurrent(next);
    tree.treeRef.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
  };
  const act = (key: string): boolean => {
    const place = places[current];
    if (!place) return false;
    const { group, hasChildren, level } = place;
    switch (key) {
      case 'ArrowDown':
      case 'j':
        moveTo(current + 1);
        return true;
      case 'ArrowUp':
      case 'k':
        moveTo(current - 1);
        return true;
      case 'Home':
        moveTo(0);
        return true;
      case 'End':
        moveTo(places.length - 1);
        return true;
      case 'ArrowRight':
        if (hasChildren && tree.isClosed(group.uuid)) tree.setClosed(group.uuid, false);
        else if (hasChildren) moveTo(current + 1);
        return true;
      case 'ArrowLeft':
        if (hasChildren && !tree.isClosed(group.uuid)) tree.setClosed(group.uuid, true);
        else if (level > 1) moveTo(places.slice(0, current).findLastIndex((other) => other.level < level));
        return true;
      case 'Enter':
        tree.onOpen(group);
        return true;
      case 'F2':
        tree.onRename?.(group);
        return true;
      case 'Delete':
        tree.onDelete?.(group);
        return true;
      default:
        return false;
    }
  };
  return (event: KeyboardEvent<HTMLTableElement>) => {
    // A link or a menu inside the row keeps its own keys, and so does a menu that stands elsewhere in the document.
    if (!(event.target instanceof HTMLElement) || event.target.dataset['place'] === undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(event.key)) event.preventDefault();
  };
};
