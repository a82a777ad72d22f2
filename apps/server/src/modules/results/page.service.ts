import { invalid } from '../../platform/errors.ts';
import { type PageEnd, readCursor, writeCursor } from './cursor.rules.ts';

export const pageEnd = (cursor: string | undefined): PageEnd | undefined => {
  const end = readCursor(cursor);
  if (end === 'unreadable') throw invalid('The cursor does not fit');
  return end;
};

/** One row more than fits says that there is another page. */
export const cutPage = <T>(
  rows: readonly T[],
  limit: number,
  endOf: (row: T) => PageEnd,
): { shown: T[]; nextCursor: string | null } => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last !== undefined ? writeCursor(endOf(last)) : null };
};

/** A page of a list that is short enough to be held whole. */
export const pageOf = <T>(
  all: readonly T[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  idOf: (row: T) => string,
): { shown: T[]; nextCursor: string | null } => {
  const end = pageEnd(cursor);
  const from = end === undefined ? 0 : all.findIndex((row) => idOf(row) === end.id) + 1;
  return cutPage(all.slice(from, from + limit + 1), limit, (row) => ({ value: '', id: idOf(row) }));
};
