import type { CsvCell } from '@patchkeep/rules/text/csv';
import type { ReactNode } from 'react';

/** A column as a page describes it. Own shape, so that no page depends on the table library's. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The plain value: written to CSV, and shown in full when the cell is cut short. */
  text?: (row: Row) => CsvCell;
  /** Least width in pixels while the column has content; spare room is shared out in proportion. */
  width: number;
  align?: 'start' | 'end';
  isSortable?: boolean;
  /** Names the row: spoken with every cell, and never hidden. One per table. */
  isRowHeader?: boolean;
  /** Names something, as the row header does: wraps where it is too long, and is never cut. */
  isName?: boolean;
  /** Says how the row stands: next to the name where it would be out of sight. One per table. */
  isStatus?: boolean;
  isHiddenAtFirst?: boolean;
}

export interface Sort {
  column: string;
  direction: 'ascending' | 'descending';
}

/** The order of a list as the address says it; anything may be missing or nonsense. */
export interface RawOrder {
  sort?: string | undefined;
  order?: string | undefined;
}

/** Null where the address names no column of these. */
export function readOrder(
  raw: RawOrder,
  columns: readonly string[],
  first: Sort['direction'] = 'ascending',
): Sort | null {
  const column = columns.find((each) => each === raw.sort);
  if (column === undefined) return null;
  return { column, direction: raw.order === 'desc' ? 'descending' : raw.order === 'asc' ? 'ascending' : first };
}

export function writeOrder(sort: Sort | null): RawOrder {
  return sort ? { sort: sort.column, order: sort.direction === 'descending' ? 'desc' : 'asc' } : {};
}

/** A press on a head: up, then down, then up again; there is always one order. */
export function nextSort(sort: Sort | null, column: string): Sort {
  const isUp = sort?.column === column && sort.direction === 'ascending';
  return { column, direction: isUp ? 'descending' : 'ascending' };
}

/** A sort a browser kept: believed only if the list still knows its column. */
export function readSort(record: unknown, columns: readonly string[]): Sort | null {
  if (typeof record !== 'object' || record === null || !('column' in record) || !('direction' in record)) return null;
  const { column, direction } = record;
  if (typeof column !== 'string' || !columns.includes(column)) return null;
  return direction === 'ascending' || direction === 'descending' ? { column, direction } : null;
}
