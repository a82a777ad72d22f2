import type { Call } from '@patchkeep/contract/endpoint';
import { keptSearch, type savedViews, type ViewList } from '@patchkeep/contract/saved-views';
import { z } from 'zod';
import { parseFilters } from '../../ui/table/filters.ts';
import { readLocal, writeLocal } from '../../ui/table/local-record.ts';

/** A view as consoles up to 0.1.0 kept it in the browser. */
const browserView = z.object({
  name: z.string(),
  filters: z.string(),
  sort: z.object({ column: z.string(), direction: z.enum(['ascending', 'descending']) }).nullable(),
  hidden: z.array(z.string()),
});
export type BrowserView = z.infer<typeof browserView>;
export type Draft = Call<typeof savedViews.create>['body'];

/** Filters whose names or values were others than those of the address. */
const parameterOf: Record<string, (value: string) => readonly [string, unknown]> = {
  name: (value) => ['q', value],
  overrides: (value) => ['hasOverrides', value === 'some'],
  settings: (value) => ['needsSettings', value === 'needed'],
};

/** The same view for the server. What the list no longer knows is left out. */
export const draftOf = (list: ViewList, { name, filters, sort, hidden }: BrowserView): Draft => {
  const narrowed = parseFilters(filters).map(({ field, values: [value = ''] }) =>
    (parameterOf[field] ?? ((same: string) => [field, same] as const))(value),
  );
  const search = keptSearch(list, {
    ...(list.endsWith('-wua') && { kind: 'wua' }),
    ...Object.fromEntries(narrowed),
    ...(sort && { sort: sort.column, order: sort.direction === 'descending' ? 'desc' : 'asc' }),
  });
  return {
    name: name.trim().slice(0, 100),
    of: { list, search },
    columns: { hidden: hidden.filter((id) => /^[a-zA-Z]{1,40}$/.test(id)), order: [] },
  };
};

const viewsKey = (list: ViewList) => `views.${list}`;
const takenKey = (list: ViewList) => `views-taken.${list}`;

const takenIn = (list: ViewList): string[] =>
  z
    .array(z.string())
    .catch([])
    .parse(readLocal(takenKey(list)));

/** The views of a list that the browser keeps and that were not taken over for this user at this site. */
export const untakenViews = (list: ViewList, place: string): Draft[] => {
  const parsed = z.array(browserView).safeParse(readLocal(viewsKey(list)));
  if (!parsed.success || takenIn(list).includes(place)) return [];
  return parsed.data.filter(({ name }) => name.trim() !== '').map((view) => draftOf(list, view));
};

/** The browser keeps its copy: each site that is opened later takes the views over as well. */
export const noteTaken = (list: ViewList, place: string): void => {
  writeLocal(takenKey(list), [...takenIn(list), place]);
};
