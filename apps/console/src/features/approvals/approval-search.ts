import { vulnerabilityStatuses, type VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import {
  type ApprovalFilter,
  type ApprovalKind,
  approvalKinds,
  type ApprovalStatus,
  approvalStatuses,
} from '@patchkeep/contract/approval-fields';
import type { Sort } from '../../ui/table/column.ts';
import { type Filter, formatFilters, parseFilters } from '../../ui/table/filters.ts';

export const approvalSorts = ['name', 'hosts', 'status'] as const;
type ApprovalSort = (typeof approvalSorts)[number];

/** What the address may say of a matrix; anything may be missing or nonsense. */
export interface RawApprovalSearch {
  kind?: string | undefined;
  q?: string | undefined;
  approvalStatus?: string | undefined;
  hasOverrides?: boolean | undefined;
  status?: string | undefined;
  needsSettings?: boolean | undefined;
  classification?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

/** The same, understood. No sort means the one the user had last. */
export interface ApprovalSearch {
  kind: ApprovalKind;
  q: string;
  approvalStatus: ApprovalStatus | undefined;
  hasOverrides: boolean | undefined;
  status: VulnerabilityStatus | undefined;
  needsSettings: boolean;
  classification: string | undefined;
  sort: Sort | null;
}

const approvalStatusOf = (text: string | undefined) => approvalStatuses.find((status) => status === text);
const statusOf = (text: string | undefined) => vulnerabilityStatuses.find((status) => status === text);
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
  sort: isSort(raw.sort) ? { column: raw.sort, direction: raw.order === 'desc' ? 'descending' : 'ascending' } : null,
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
  ...(search.sort && { sort: search.sort.column, order: search.sort.direction === 'descending' ? 'desc' : 'asc' }),
});

const is = (field: string, value: string): Filter => ({ field, op: 'is', values: [value] });

/** The chips. The search and the kind have places of their own on the screen. */
export const chipsOf = (search: ApprovalSearch): Filter[] => [
  ...(search.approvalStatus === undefined ? [] : [is('approvalStatus', search.approvalStatus)]),
  ...(search.hasOverrides === undefined ? [] : [is('overrides', search.hasOverrides ? 'some' : 'none')]),
  ...(search.status === undefined ? [] : [is('status', search.status)]),
  ...(search.needsSettings ? [is('settings', 'needed')] : []),
  ...(search.classification === undefined
    ? []
    : [{ field: 'classification', op: 'has' as const, values: [search.classification] }]),
];

const valueOf = (filters: readonly Filter[], field: string) =>
  filters.find((filter) => filter.field === field)?.values[0];

export const withChips = (search: ApprovalSearch, filters: readonly Filter[]): ApprovalSearch => {
  const overrides = valueOf(filters, 'overrides');
  return {
    ...search,
    approvalStatus: approvalStatusOf(valueOf(filters, 'approvalStatus')),
    hasOverrides: overrides === undefined ? undefined : overrides === 'some',
    status: statusOf(valueOf(filters, 'status')),
    needsSettings: valueOf(filters, 'settings') === 'needed',
    classification: textOf(valueOf(filters, 'classification')),
  };
};

export const isNarrowed = (search: ApprovalSearch): boolean => search.q !== '' || chipsOf(search).length > 0;
export const withoutFilters = (search: ApprovalSearch): ApprovalSearch => withChips({ ...search, q: '' }, []);

/** For a saved view: everything that narrows the list, as one text. */
export const filtersOf = (search: ApprovalSearch): string =>
  formatFilters([
    ...(search.q === '' ? [] : [{ field: 'name', op: 'has' as const, values: [search.q] }]),
    ...chipsOf(search),
  ]);

export const fromFilters = (search: ApprovalSearch, text: string, sort: Sort | null): ApprovalSearch => {
  const filters = parseFilters(text);
  return withChips({ ...search, q: valueOf(filters, 'name') ?? '', sort }, filters);
};

/** Which rows, in the server's words: for the list and for an act on all that match. */
export const approvalFilterOf = (search: ApprovalSearch): ApprovalFilter => ({
  ...(search.q.trim() !== '' && { q: search.q.trim() }),
  ...(search.approvalStatus !== undefined && { approvalStatus: search.approvalStatus }),
  ...(search.hasOverrides !== undefined && { hasOverrides: search.hasOverrides ? ('true' as const) : 'false' }),
  ...(search.status !== undefined && search.kind === 'app' && { status: search.status }),
  ...(search.needsSettings && { needsSettings: 'true' as const }),
  ...(search.classification !== undefined && search.kind === 'wua' && { classification: search.classification }),
});

export const approvalOrderOf = (sort: Sort | null): { sort: ApprovalSort; order: 'asc' | 'desc' } => ({
  sort: isSort(sort?.column) ? sort.column : 'name',
  order: sort?.direction === 'descending' ? 'desc' : 'asc',
});
