import { applicationSorts } from '@patchkeep/contract/applications';
import { type VulnerabilityStatus, vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import type { Sort } from '../../ui/table/column.ts';
import { type Filter, formatFilters, parseFilters } from '../../ui/table/filters.ts';

type ApplicationSort = (typeof applicationSorts)[number];
const marks = ['exploited', 'ignored'] as const;
export type Mark = (typeof marks)[number];

/** What the address may say of a list of applications; anything may be missing or nonsense. */
export interface RawApplicationSearch {
  status?: string | undefined;
  mark?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

/** The same, understood. No sort means the one the user had last. */
export interface ApplicationSearch {
  status: VulnerabilityStatus | undefined;
  mark: Mark | undefined;
  q: string;
  sort: Sort | null;
}

export const statusOf = (text: string | undefined): VulnerabilityStatus | undefined =>
  vulnerabilityStatuses.find((status) => status === text);
const markOf = (text: string | undefined): Mark | undefined => marks.find((mark) => mark === text);
const isSort = (text: string | undefined): text is ApplicationSort => applicationSorts.some((sort) => sort === text);

export const readApplicationSearch = (raw: RawApplicationSearch): ApplicationSearch => ({
  status: statusOf(raw.status),
  mark: markOf(raw.mark),
  q: (raw.q ?? '').slice(0, 100),
  sort: isSort(raw.sort) ? { column: raw.sort, direction: raw.order === 'desc' ? 'descending' : 'ascending' } : null,
});

/** Only what differs from the plain list stands in the address. */
export const writeApplicationSearch = ({ status, mark, q, sort }: ApplicationSearch): RawApplicationSearch => ({
  ...(status !== undefined && { status }),
  ...(mark !== undefined && { mark }),
  ...(q !== '' && { q }),
  ...(sort && { sort: sort.column, order: sort.direction === 'descending' ? 'desc' : 'asc' }),
});

/** The chips. The search has a place of its own on the screen. */
export const chipsOf = ({ status, mark }: ApplicationSearch): Filter[] => [
  ...(status === undefined ? [] : [{ field: 'status', op: 'is' as const, values: [status] }]),
  ...(mark === undefined ? [] : [{ field: 'mark', op: 'is' as const, values: [mark] }]),
];

const valueOf = (filters: readonly Filter[], field: string) =>
  filters.find((filter) => filter.field === field)?.values[0];

export const withChips = (search: ApplicationSearch, filters: readonly Filter[]): ApplicationSearch => ({
  ...search,
  status: statusOf(valueOf(filters, 'status')),
  mark: markOf(valueOf(filters, 'mark')),
});

/** For a saved view: everything that narrows the list, as one text. */
export const filtersOf = (search: ApplicationSearch): string =>
  formatFilters([
    ...(search.q === '' ? [] : [{ field: 'name', op: 'has' as const, values: [search.q] }]),
    ...chipsOf(search),
  ]);

export const fromFilters = (text: string, sort: Sort | null): ApplicationSearch => {
  const filters = parseFilters(text);
  return withChips({ status: undefined, mark: undefined, q: valueOf(filters, 'name') ?? '', sort }, filters);
};

/** Bad news first, unless somebody said otherwise. */
export const worstFirst: Sort = { column: 'status', direction: 'descending' };

/** What the server is asked for. */
export const applicationQueryOf = ({ status, mark, q }: ApplicationSearch, sort: Sort) => ({
  ...(status !== undefined && { status }),
  ...(mark === 'ignored' && { isIgnored: 'true' as const }),
  ...(mark === 'exploited' && { isExploited: 'true' as const }),
  ...(q.trim() !== '' && { q: q.trim() }),
  sort: isSort(sort.column) ? sort.column : ('status' as const),
  order: sort.direction === 'descending' ? ('desc' as const) : ('asc' as const),
});
export type ApplicationsAsked = ReturnType<typeof applicationQueryOf>;
