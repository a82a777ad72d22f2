import { type HostFilter, hostSorts, type HostView, listedViews } from '@patchkeep/contract/hosts';
import { type VulnerabilityStatus, vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import { idOf } from '@patchkeep/rules/ids';
import { type RawOrder, readOrder, type Sort, writeOrder } from '../../ui/table/column.ts';
import { chip, type Filter, valueIn } from '../../ui/table/filters.ts';

type HostSort = (typeof hostSorts)[number];

/** What the address may say of a host list; anything may be missing or nonsense. */
export interface RawHostSearch extends RawOrder {
  view?: string | undefined;
  q?: string | undefined;
  group?: string | undefined;
  tag?: string | undefined;
  status?: string | undefined;
  mark?: string | undefined;
}

/** The same, understood. No sort means the one the user had last. */
export interface HostSearch {
  view: HostView;
  q: string;
  group: string | undefined;
  tag: string | undefined;
  status: VulnerabilityStatus | undefined;
  isExploited: boolean;
  sort: Sort | null;
}

const isView = (text: string | undefined): text is HostView => listedViews.some((view) => view === text);
const isSort = (text: string | undefined): text is HostSort => hostSorts.some((sort) => sort === text);
const statusOf = (text: string | undefined) => vulnerabilityStatuses.find((status) => status === text);

export const readHostSearch = (raw: RawHostSearch): HostSearch => ({
  view: isView(raw.view) ? raw.view : 'active',
  q: (raw.q ?? '').slice(0, 100),
  group: idOf(raw.group),
  tag: idOf(raw.tag),
  status: statusOf(raw.status),
  isExploited: raw.mark === 'exploited',
  sort: readOrder(raw, hostSorts),
});

/** Only what differs from the plain list stands in the address. */
export const writeHostSearch = ({ view, q, group, tag, status, isExploited, sort }: HostSearch): RawHostSearch => ({
  ...(view !== 'active' && { view }),
  ...(q !== '' && { q }),
  ...(group !== undefined && { group }),
  ...(tag !== undefined && { tag }),
  ...(status !== undefined && { status }),
  ...(isExploited && { mark: 'exploited' }),
  ...writeOrder(sort),
});

/** The chips: status, mark, group and tag. The view and the search have places of their own on the screen. */
export const chipsOf = ({ status, isExploited, group, tag }: HostSearch): Filter[] => [
  ...chip('status', 'is', status),
  ...chip('mark', 'is', isExploited ? 'exploited' : undefined),
  ...chip('group', 'under', group),
  ...chip('tag', 'is', tag),
];

export const withChips = (search: HostSearch, filters: readonly Filter[]): HostSearch => ({
  ...search,
  status: statusOf(valueIn(filters, 'status')),
  isExploited: valueIn(filters, 'mark') === 'exploited',
  group: idOf(valueIn(filters, 'group')),
  tag: idOf(valueIn(filters, 'tag')),
});

export const isNarrowed = (search: HostSearch): boolean => search.q !== '' || chipsOf(search).length > 0;
export const withoutFilters = (search: HostSearch): HostSearch => withChips({ ...search, q: '' }, []);

/** What a saved view names and the site no longer has; undefined while that is not known. */
export const goneIn = (
  { group, tag }: Pick<RawHostSearch, 'group' | 'tag'>,
  groups: readonly { uuid: string }[] | undefined,
  tags: readonly { tagUuid: string }[] | undefined,
): string | undefined => {
  if (group !== undefined && groups && !groups.some(({ uuid }) => uuid === group)) return 'Its group no longer exists';
  if (tag !== undefined && tags && !tags.some(({ tagUuid }) => tagUuid === tag)) return 'Its tag no longer exists';
  return undefined;
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
    ...(search.isExploited && { isExploited: 'true' as const }),
  };
};

/** The order in the server's words; by name unless somebody said otherwise. */
export const orderOf = (sort: Sort | null): { sort: HostSort; order: 'asc' | 'desc' } => ({
  sort: isSort(sort?.column) ? sort.column : 'hostName',
  order: sort?.direction === 'descending' ? 'desc' : 'asc',
});
