import { type PointerEvent, type SyntheticEvent, useRef, useState } from 'react';

/** A press that moves less is a press on the head, which sorts. */
const leastMove = 6;

/** Where a column would go: before another one, or behind the last. */
export type Place = { before: string } | 'last';

interface Drag {
  id: string;
  place: Place;
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

/** Heads that are dragged to another place. A finger scrolls the list instead; the menu of the columns moves them too. */
export const useColumnDrag = (onMove: ((id: string, place: Place) => void) | undefined) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const hasJustDragged = useRef(false);
  if (!onMove) return undefined;
  /** The window hears the pointer wherever it is: a quick one is over another head with its first move. */
  const follow = (id: string, head: HTMLElement, startX: number) => {
    const following = new AbortController();
    let place: Place | undefined;
    const end = () => {
      following.abort();
      setDrag(null);
    };
    const move = ({ clientX }: { clientX: number }) => {
      if (place === undefined && Math.abs(clientX - startX) < leastMove) return;
      hasJustDragged.current = true;
      place = placeAt(head, clientX);
      setDrag({ id, place });
    };
    const drop = () => {
      if (place !== undefined) onMove(id, place);
      end();
    };
    window.addEventListener('pointermove', move, following);
    window.addEventListener('pointerup', drop, following);
    window.addEventListener('pointercancel', end, following);
  };
  return {
    place: drag?.place ?? null,
    /** For the head of one column. */
    headOf: (id: string) => ({
      'data-column': id,
      'data-dragged': drag?.id === id ? '' : undefined,
      onPointerDown: ({ button, pointerType, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
        hasJustDragged.current = false;
        if (button === 0 && pointerType !== 'touch') follow(id, currentTarget, clientX);
      },
      onClickCapture: (event: SyntheticEvent) => {
        // The end of a drag is no press on the head.
        if (hasJustDragged.current) event.stopPropagation();
        hasJustDragged.current = false;
      },
    }),
  };
};
