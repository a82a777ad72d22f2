import { type VulnerabilityStatus, vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import { type HostFilter, hostSorts, hostViews } from '@patchkeep/contract/hosts';
import type { Sort } from '../../ui/table/column.ts';
import { type Filter, formatFilters, parseFilters } from '../../ui/table/filters.ts';

export type HostView = (typeof hostViews)[number];
type HostSort = (typeof hostSorts)[number];

/** What the address may say of a host list; anything may be missing or nonsense. */
export interface RawHostSearch {
  view?: string | undefined;
  q?: string | undefined;
  group?: string | undefined;
  tag?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

/** The same, understood. No sort means the one the user had last. */
export interface HostSearch {
  view: HostView;
  q: string;
  group: string | undefined;
  tag: string | undefined;
  status: VulnerabilityStatus | undefined;
  sort: Sort | null;
}

const isView = (text: string | undefined): text is HostView => hostViews.some((view) => view === text);
const isSort = (text: string | undefined): text is HostSort => hostSorts.some((sort) => sort === text);
const statusOf = (text: string | undefined) => vulnerabilityStatuses.find((status) => status === text);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idOf = (text: string | undefined) => (text !== undefined && uuid.test(text) ? text.toLowerCase() : undefined);

export const readHostSearch = (raw: RawHostSearch): HostSearch => ({
  view: isView(raw.view) ? raw.view : 'active',
  q: (raw.q ?? '').slice(0, 100),
  group: idOf(raw.group),
  tag: idOf(raw.tag),
  status: statusOf(raw.status),
  sort: isSort(raw.sort) ? { column: raw.sort, direction: raw.order === 'desc' ? 'descending' : 'ascending' } : null,
});

/** Only what differs from the plain list stands in the address. */
export const writeHostSearch = ({ view, q, group, tag, status, sort }: HostSearch): RawHostSearch => ({
  ...(view !== 'active' && { view }),
  ...(q !== '' && { q }),
  ...(group !== undefined && { group }),
  ...(tag !== undefined && { tag }),
  ...(status !== undefined && { status }),
  ...(sort && { sort: sort.column, order: sort.direction === 'descending' ? 'desc' : 'asc' }),
});

/** The chips: status, group and tag. The view and the search have places of their own on the screen. */
export const chipsOf = ({ status, group, tag }: HostSearch): Filter[] => [
  ...(status === undefined ? [] : [{ field: 'status', op: 'is' as const, values: [status] }]),
  ...(group === undefined ? [] : [{ field: 'group', op: 'under' as const, values: [group] }]),
  ...(tag === undefined ? [] : [{ field: 'tag', op: 'is' as const, values: [tag] }]),
];

const valueOf = (filters: readonly Filter[], field: string) =>
  filters.find((filter) => filter.field === field)?.values[0];

export const withChips = (search: HostSearch, filters: readonly Filter[]): HostSearch => ({
  ...search,
  status: statusOf(valueOf(filters, 'status')),
  group: idOf(valueOf(filters, 'group')),
  tag: idOf(valueOf(filters, 'tag')),
});

/** For a saved view: everything that narrows the list, as one text. */
export const filtersOf = (search: HostSearch): string =>
  formatFilters([
    ...(search.view === 'active' ? [] : [{ field: 'view', op: 'is' as const, values: [search.view] }]),
    ...(search.q === '' ? [] : [{ field: 'name', op: 'has' as const, values: [search.q] }]),
    ...chipsOf(search),
  ]);

export const fromFilters = (text: string, sort: Sort | null): HostSearch => {
  const filters = parseFilters(text);
  const view = valueOf(filters, 'view');
  return withChips(
    {
      view: isView(view) ? view : 'active',
      q: valueOf(filters, 'name') ?? '',
      group: undefined,
      tag: undefined,
      status: undefined,
      sort,
    },
    filters,
  );
};

/** What the server is asked for. A page of one group or one tag holds it fixed, whatever the address says. */
export const hostFilterOf = (search: HostSearch, fixed: Pick<HostFilter, 'groupUuid' | 'tagUuid'> = {}): HostFilter => {
  const groupUuid = fixed.groupUuid ?? search.group;
  const tagUuid = fixed.tagUuid ?? search.tag;
  return {
    view: search.view,
    ...(search.q.trim() !== '' && { q: search.q.trim() }),
    ...(groupUuid !== undefined && { groupUuid }),
    ...(tagUuid !== undefined && { tagUuid }),
    ...(search.status !== undefined && { status: search.status }),
  };
};

/** The order in the server's words; by name unless somebody said otherwise. */
export const orderOf = (sort: Sort | null): { sort: HostSort; order: 'asc' | 'desc' } => ({
  sort: isSort(sort?.column) ? sort.column : 'hostName',
  order: sort?.direction === 'descending' ? 'desc' : 'asc',
});
