import { useRef, useState } from 'react';
import type { Column } from '../column.ts';
import { readLocal, writeLocal } from '../local-record.ts';
import type { ViewColumns } from '../saved-views.ts';
import {
  type ColumnLayout,
  type Drawn,
  layoutAtFirst,
  moveColumn,
  placeColumn,
  readLayout,
  resizeColumn,
  writeLayout,
} from './column-layout.ts';
import type { Place } from './use-column-drag.ts';

/** The layout of a list with what changes it. */
export interface KeptLayout extends ColumnLayout {
  setHidden: (hidden: ReadonlySet<string>) => void;
  /** As a view says it. */
  arrange: (columns: ViewColumns) => void;
  move: (id: string, step: -1 | 1) => void;
  place: (id: string, place: Place) => void;
  resizeTo: (id: string, width: number) => void;
  resizeBy: (id: string, by: number) => void;
  reset: () => void;
  /** Called with the columns as they were drawn: a width is changed from what the user sees. */
  noteDrawn: (drawn: readonly Drawn[]) => void;
}

/** Which columns of a screen are shown, in which order and how wide, kept in this browser. Hidden ones are kept, so new columns appear. */
export function useColumnLayout(screen: string, columns: readonly Column<never>[]): KeptLayout {
  const key = `columns.${screen}`;
  const load = () => ({ key, layout: readLayout(readLocal(key)) ?? layoutAtFirst(columns) });
  const [kept, setKept] = useState(load);
  // One screen may show two lists in turn: each has a layout of its own.
  if (kept.key !== key) setKept(load());
  const { layout } = kept;
  const drawn = useRef<readonly Drawn[]>([]);
  const change = (next: ColumnLayout) => {
    setKept({ key, layout: next });
    writeLocal(key, writeLayout(next));
  };
  const resizeTo = (id: string, width: number) => change(resizeColumn(layout, drawn.current, id, width));
  return {
    ...layout,
    noteDrawn: (columnsNow) => {
      drawn.current = columnsNow;
    },
    setHidden: (hidden) => change({ ...layout, hidden }),
    arrange: ({ hidden, order = layout.order }) => change({ ...layout, hidden: new Set(hidden), order }),
    move: (id, step) => change(moveColumn(layout, columns, id, step)),
    place: (id, place) => change(placeColumn(layout, columns, id, place === 'last' ? null : place.before)),
    resizeTo,
    resizeBy: (id, by) => {
      const width = drawn.current.find((column) => column.id === id)?.width;
      if (width !== undefined) resizeTo(id, width + by);
    },
    reset: () => change(layoutAtFirst(columns)),
  };
}
