import { z } from 'zod';
import { invalid } from '../errors.ts';

/** Where a page ended: the value sorted by, and the id that breaks ties. */
export interface PageEnd {
  value: string;
  id: string;
}

/** What the parts of a cursor look like where any text would not do for the database. */
interface Shapes {
  value?: z.ZodType<string, string>;
  id?: z.ZodType<string, string>;
}

/** No cursor of ours is longer; the contract takes no longer ones either. */
const maxLength = 500;
const text = z.string();

export const endsAtId: Shapes = { id: z.guid() };
export const endsAtTime: Shapes = { value: z.iso.datetime(), id: z.guid() };
export const endsAtNumber: Shapes = { id: z.string().regex(/^\d{1,9}$/) };

const parsed = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** Reads what `writeCursor` wrote. A cursor comes from outside, so anything may stand in it. */
export const readCursor = (
  cursor: string | undefined,
  { value = text, id = text }: Shapes = {},
): PageEnd | undefined => {
  if (cursor === undefined) return undefined;
  const end = cursor.length > maxLength ? undefined : z.tuple([value, id]).safeParse(parsed(cursor)).data;
  if (!end) throw invalid('The cursor does not fit');
  return { value: end[0], id: end[1] };
};

export const writeCursor = ({ value, id }: PageEnd): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

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
  const end = readCursor(cursor);
  const from = end === undefined ? 0 : all.findIndex((row) => idOf(row) === end.id) + 1;
  return cutPage(all.slice(from, from + limit + 1), limit, (row) => ({ value: '', id: idOf(row) }));
};
