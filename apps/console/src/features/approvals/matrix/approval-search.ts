import {
  type ApprovalFilter,
  type ApprovalKind,
  approvalKinds,
  type ApprovalStatus,
  approvalStatuses,
} from '@patchkeep/contract/approval-fields';
import { vulnerabilityStatuses, type VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { type RawOrder, readOrder, type Sort, writeOrder } from '../../../ui/table/column.ts';
import { chip, type Filter, valueIn } from '../../../ui/table/filters.ts';

export const approvalSorts = ['name', 'hosts', 'status'] as const;
type ApprovalSort = (typeof approvalSorts)[number];

/** What the address may say of a matrix; anything may be missing or nonsense. */
export interface RawApprovalSearch extends RawOrder {
  kind?: string | undefined;
  q?: string | undefined;
  approvalStatus?: string | undefined;
  hasOverrides?: boolean | undefined;
  status?: string | undefined;
  needsSettings?: boolean | undefined;
  classification?: string | undefined;
}

/** The same, understood. No sort means the one the user had last. */
export interface ApprovalSearch {
  kind: ApprovalKind;
  q: string;
  approvalStatus: ShownApproval | undefined;
  hasOverrides: boolean | undefined;
  status: WorstStatus | undefined;
  needsSettings: boolean;
  classification: string | undefined;
  sort: Sort | null;
}

/**
 * `undecided`: neither this place nor any that it inherits from decided. `differs`: this place decides differently from
 * what it would inherit.
 */
type ShownApproval = ApprovalStatus | 'undecided' | 'differs';
const shownApprovals: readonly ShownApproval[] = [...approvalStatuses, 'undecided', 'differs'];

/** `at-risk`: Insecure or 0-Day. */
type WorstStatus = VulnerabilityStatus | 'at-risk';
const worstStatuses: readonly WorstStatus[] = [...vulnerabilityStatuses, 'at-risk'];

const approvalStatusOf = (text: string | undefined) => shownApprovals.find((status) => status === text);
const statusOf = (text: string | undefined) => worstStatuses.find((status) => status === text);
const isSort = (text: string | undefined): text is ApprovalSort => approvalSorts.some((sort) => sort === text);
const textOf = (text: string | undefined) =>
  text === undefined || text.trim() === '' ? undefined : text.slice(0, 100);

export const readApprovalSearch = (raw: RawApprovalSearch): ApprovalSearch => ({
  kind: approvalKinds.find((kind) => kind === raw.kind) ?? 'app',
  q: (raw.q ?? '').slice(0, 100),
  approvalStatus: approvalStatusOf(raw.approvalStatus),
  hasOverrides: raw.hasOverrides,
  status: statusOf(raw.status),
  needsSettings: raw.needsSettings === true,
  classification: textOf(raw.classification),
  sort: readOrder(raw, approvalSorts),
});

/** Only what differs from the plain matrix stands in the address. */
export const writeApprovalSearch = (search: ApprovalSearch): RawApprovalSearch => ({
  ...(search.kind !== 'app' && { kind: search.kind }),
  ...(search.q !== '' && { q: search.q }),
  ...(search.approvalStatus !== undefined && { approvalStatus: search.approvalStatus }),
  ...(search.hasOverrides !== undefined && { hasOverrides: search.hasOverrides }),
  ...(search.status !== undefined && { status: search.status }),
  ...(search.needsSettings && { needsSettings: true }),
  ...(search.classification !== undefined && { classification: search.classification }),
  ...writeOrder(search.sort),
});

/** The chips. The search and the kind have places of their own on the screen. */
export const chipsOf = (search: ApprovalSearch): Filter[] => [
  ...chip('approvalStatus', 'is', search.approvalStatus),
  ...(search.hasOverrides === undefined ? [] : chip('overrides', 'is', search.hasOverrides ? 'some' : 'none')),
  ...chip('status', 'is', search.status),
  ...(search.needsSettings ? chip('settings', 'is', 'needed') : []),
  ...chip('classification', 'has', search.classification),
];

export const withChips = (search: ApprovalSearch, filters: readonly Filter[]): ApprovalSearch => {
  const overrides = valueIn(filters, 'overrides');
  return {
    ...search,
    approvalStatus: approvalStatusOf(valueIn(filters, 'approvalStatus')),
    hasOverrides: overrides === undefined ? undefined : overrides === 'some',
    status: statusOf(valueIn(filters, 'status')),
    needsSettings: valueIn(filters, 'settings') === 'needed',
    classification: textOf(valueIn(filters, 'classification')),
  };
};

export const isNarrowed = (search: ApprovalSearch): boolean => search.q !== '' || chipsOf(search).length > 0;
export const withoutFilters = (search: ApprovalSearch): ApprovalSearch => withChips({ ...search, q: '' }, []);

const worstOf = (status: WorstStatus | undefined): Pick<ApprovalFilter, 'status' | 'isAtRisk'> => {
  if (status === undefined) return {};
  return status === 'at-risk' ? { isAtRisk: 'true' } : { status };
};

const decidedOf = (
  approvalStatus: ShownApproval | undefined,
): Pick<ApprovalFilter, 'approvalStatus' | 'isUndecided' | 'isDiffering'> => {
  if (approvalStatus === undefined) return {};
  if (approvalStatus === 'undecided') return { isUndecided: 'true' };
  return approvalStatus === 'differs' ? { isDiffering: 'true' } : { approvalStatus };
};

/** Which rows, in the server's words: for the list and for an act on all that match. */
export const approvalFilterOf = (search: ApprovalSearch): ApprovalFilter => ({
  ...(search.q.trim() !== '' && { q: search.q.trim() }),
  ...decidedOf(search.approvalStatus),
  ...(search.hasOverrides !== undefined && { hasOverrides: search.hasOverrides ? ('true' as const) : 'false' }),
  ...(search.kind === 'app' && worstOf(search.status)),
  ...(search.needsSettings && { needsSettings: 'true' as const }),
  ...(search.classification !== undefined && search.kind === 'wua' && { classification: search.classification }),
});

export const approvalOrderOf = (sort: Sort | null): { sort: ApprovalSort; order: 'asc' | 'desc' } => ({
  sort: isSort(sort?.column) ? sort.column : 'name',
  order: sort?.direction === 'descending' ? 'desc' : 'asc',
});
