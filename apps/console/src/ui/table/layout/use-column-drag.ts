import { type PointerEvent, type SyntheticEvent, useRef, useState } from 'react';

/** A press that moves less is a press on the head, which sorts. */
const leastMove = 6;

/** Where a column would go: before another one, or behind the last. */
export type Place = { before: string } | 'last';

interface Drag {
  id: string;
  startX: number;
  /** Null until the pointer has moved far enough. */
  place: Place | null;
}

const placeAt = (head: HTMLElement, x: number): Place => {
  const heads = head.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [];
  const next = [...heads].find((each) => {
    const { left, width } = each.getBoundingClientRect();
    return x < left + width / 2;
  });
  const before = next?.dataset['column'];
  return before === undefined ? 'last' : { before };
};

const isSamePlace = (a: Place | null, b: Place): boolean =>
  a === b || (a !== null && typeof a === 'object' && typeof b === 'object' && a.before === b.before);

/** Heads that are dragged to another place. A finger scrolls the list instead; the menu of the columns moves them too. */
export const useColumnDrag = (onMove: ((id: string, place: Place) => void) | undefined) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const hasJustDragged = useRef(false);
  if (!onMove) return undefined;
  const end = () => setDrag(null);
  return {
    place: drag?.place ?? null,
    /** For the head of one column. */
    headOf: (id: string) => ({
      'data-column': id,
      'data-dragged': drag?.id === id && drag.place !== null ? '' : undefined,
      onPointerDown: ({ button, pointerType, clientX }: PointerEvent) => {
        hasJustDragged.current = false;
        if (button === 0 && pointerType !== 'touch') setDrag({ id, startX: clientX, place: null });
      },
      onPointerMove: ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
        if (drag?.id !== id) return;
        if (drag.place === null && Math.abs(clientX - drag.startX) < leastMove) return;
        currentTarget.setPointerCapture(pointerId);
        hasJustDragged.current = true;
        const place = placeAt(currentTarget, clientX);
        if (!isSamePlace(drag.place, place)) setDrag({ ...drag, place });
      },
      onPointerUp: () => {
        if (drag?.id === id && drag.place !== null) onMove(id, drag.place);
        end();
      },
      onPointerCancel: end,
      onPointerLeave: () => {
        if (drag?.place === null) end();
      },
      onClickCapture: (event: SyntheticEvent) => {
        // The end of a drag is no press on the head.
        if (hasJustDragged.current) event.stopPropagation();
        hasJustDragged.current = false;
      },
    }),
  };
};
