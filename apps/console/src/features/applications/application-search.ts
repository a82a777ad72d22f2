import { applicationSorts } from '@patchkeep/contract/applications';
import { type VulnerabilityStatus, vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import { type RawOrder, readOrder, type Sort, writeOrder } from '../../ui/table/column.ts';
import { chip, type Filter, valueIn } from '../../ui/table/filters.ts';

type ApplicationSort = (typeof applicationSorts)[number];
const marks = ['exploited', 'ignored'] as const;
export type Mark = (typeof marks)[number];

/** What the address may say of a list of applications; anything may be missing or nonsense. */
export interface RawApplicationSearch extends RawOrder {
  status?: string | undefined;
  mark?: string | undefined;
  fix?: string | undefined;
  q?: string | undefined;
}

/** The same, understood. No sort means the one the user had last. */
export interface ApplicationSearch {
  status: VulnerabilityStatus | undefined;
  mark: Mark | undefined;
  /** Only what a newer version fixes. */
  hasFix: boolean;
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
  hasFix: raw.fix === 'some',
  q: (raw.q ?? '').slice(0, 100),
  sort: readOrder(raw, applicationSorts),
});

/** Only what differs from the plain list stands in the address. */
export const writeApplicationSearch = ({ status, mark, hasFix, q, sort }: ApplicationSearch): RawApplicationSearch => ({
  ...(status !== undefined && { status }),
  ...(mark !== undefined && { mark }),
  ...(hasFix && { fix: 'some' }),
  ...(q !== '' && { q }),
  ...writeOrder(sort),
});

/** The chips. The search has a place of its own on the screen. */
export const chipsOf = ({ status, mark, hasFix }: ApplicationSearch): Filter[] => [
  ...chip('status', 'is', status),
  ...chip('mark', 'is', mark),
  ...chip('fix', 'is', hasFix ? 'some' : undefined),
];

export const withChips = (search: ApplicationSearch, filters: readonly Filter[]): ApplicationSearch => ({
  ...search,
  status: statusOf(valueIn(filters, 'status')),
  mark: markOf(valueIn(filters, 'mark')),
  hasFix: valueIn(filters, 'fix') === 'some',
});

/** Bad news first, unless somebody said otherwise. */
export const worstFirst: Sort = { column: 'status', direction: 'descending' };

/** What the server is asked for. */
export const applicationQueryOf = ({ status, mark, hasFix, q }: ApplicationSearch, sort: Sort, asOf?: string) => ({
  ...(asOf !== undefined && { asOf }),
  ...(status !== undefined && { status }),
  ...(mark === 'ignored' && { isIgnored: 'true' as const }),
  ...(mark === 'exploited' && { isExploited: 'true' as const }),
  ...(hasFix && { isFixable: 'true' as const }),
  ...(q.trim() !== '' && { q: q.trim() }),
  sort: isSort(sort.column) ? sort.column : ('status' as const),
  order: sort.direction === 'descending' ? ('desc' as const) : ('asc' as const),
});
export type ApplicationsRequest = ReturnType<typeof applicationQueryOf>;
