import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useElementWidth } from '../../use-element-width.ts';
import type { Column } from '../column.ts';
import { columnsInSight, columnWidths, type Drawn, filledColumns, fitOf } from './column-layout.ts';
import type { KeptLayout } from './use-column-layout.ts';

const noHidden: ReadonlySet<string> = new Set();
const noOrder: readonly string[] = [];
const noWidths = {};

/** Columns that have shown something since the list was opened. It only grows, so that turning pages moves nothing twice. */
function useFilled<Row>(columns: readonly Column<Row>[], rows: readonly Row[] | undefined) {
  const [filled, setFilled] = useState<ReadonlySet<string> | null>(null);
  const found = useMemo(() => (rows?.length ? filledColumns(columns, rows) : []), [columns, rows]);
  if (found.some((id) => !filled?.has(id))) setFilled(new Set([...(filled ?? []), ...found]));
  return filled;
}

interface TableColumnsOptions<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  hidden?: ReadonlySet<string>;
  layout?: KeptLayout;
}

export interface TableColumns<Row> {
  /** Of the frame that the table stands in. */
  frameRef: RefObject<HTMLDivElement | null>;
  /** Those in sight, in their order. They stay the same array while only widths change: rows are then not drawn anew. */
  columns: readonly Column<Row>[];
  widths: readonly Drawn[];
  /** Not all of them fit: the name stays in sight while the rest is scrolled. */
  isCramped: boolean;
}

/** `taken` is the width of what stands before the columns. */
export function useTableColumns<Row>(options: TableColumnsOptions<Row>, taken: number): TableColumns<Row> {
  const { columns: all, rows, layout } = options;
  const hidden = layout?.hidden ?? options.hidden ?? noHidden;
  const order = layout?.order ?? noOrder;
  const [frameRef, room] = useElementWidth();
  const fit = fitOf(all, hidden, taken, room);
  const columns = useMemo(() => columnsInSight(all, { hidden, order }, fit), [all, hidden, order, fit]);
  const filled = useFilled(all, rows);
  const widths = columnWidths(columns, { layout: { widths: layout?.widths ?? noWidths }, fit, taken, room, filled });
  const noteDrawn = layout?.noteDrawn;
  useEffect(() => noteDrawn?.(widths));
  const needed = widths.reduce((sum, { width }) => sum + width, taken);
  return { frameRef, columns, widths, isCramped: room > 0 && needed > room + 1 };
}
