import {
  type ApprovalFilter,
  type ApprovalKind,
  type ApprovalLevel,
  type ApprovalRow,
  type ApprovalStatus,
  approvalStatuses,
} from '@patchkeep/contract/approval-fields';
import type { ApprovalQuery, approvalCalls } from '@patchkeep/contract/approvals';
import type { Returned } from '@patchkeep/contract/endpoint';
import type { Context } from '../../../platform/context.ts';
import { cutPage, readCursor } from '../../../platform/http/cursor.ts';
import { type Decisions, loadDecisions } from '../policy/decisions.service.ts';
import { type Scope, scopeOf, type Scopes, scopesFor } from '../policy/scopes.service.ts';
import { lacksSettings } from '../policy/settings.rules.ts';
import { selectOnlyVersions } from '../policy/subjects.queries.ts';
import { channelSubjects, type Subject, updateSubjects } from '../policy/subjects.service.ts';
import {
  decidedAt,
  decidedBelow,
  differsAt,
  presentApproval,
  type Shown,
  shownAt,
  statusAt,
} from './approvals.presenter.ts';
import { countChannels, type Counted, countUpdates } from './counted.service.ts';

/** A row of the matrix before it is drawn. */
export interface Row extends Counted {
  subject: Subject;
  status: ApprovalStatus;
}

const uncounted: Counted = { hosts: 0, insecureHosts: 0, worstStatus: null, versions: 0 };

/** What hosts of the scope have or miss, and whatever is decided there besides. */
export const loadRows = async (
  context: Context,
  kind: ApprovalKind,
  scope: Scope,
  scopes: Scopes,
  decisions: Decisions,
): Promise<Row[]> => {
  const decidedHere = decisions.all
    .filter((each) => each.kind === kind && each.scopeId === scope.scopeId && each.mode !== 'inherit')
    .map((each) => each.subject);
  const counted =
    kind === 'app'
      ? await countChannels(context, scope, scopes)
      : new Map(
          [...(await countUpdates(context, scope, scopes))].map(([key, hosts]) => [key, { ...uncounted, hosts }]),
        );
  const keys = new Set([...counted.keys(), ...decidedHere]);
  const subjects =
    kind === 'app'
      ? await channelSubjects(context, [...keys])
      : await updateSubjects(context, scopes.siteIds, decidedHere);
  const shown = shownAt(scope, scopes, decisions);
  return [...subjects.values()].flatMap((subject) =>
    keys.has(subject.subject)
      ? [{ subject, status: statusAt(shown, subject), ...(counted.get(subject.subject) ?? uncounted) }]
      : [],
  );
};

export const matching = (filter: ApprovalFilter, shown: Shown) => {
  const part = filter.q?.trim().toLowerCase() ?? '';
  const classification = filter.classification?.toLowerCase();
  return ({ subject, status, worstStatus, insecureHosts }: Row): boolean => {
    const { name, vendor, subject: key, kbArticle } = subject;
    return (
      (filter.approvalStatus === undefined || status === filter.approvalStatus) &&
      (filter.status === undefined || worstStatus === filter.status) &&
      (filter.isAtRisk === undefined || insecureHosts > 0) &&
      (filter.isUndecided === undefined || !decidedAt(shown, subject)) &&
      (filter.isDiffering === undefined || differsAt(shown, subject)) &&
      (classification === undefined || subject.classification?.toLowerCase() === classification) &&
      (filter.needsSettings === undefined ||
        lacksSettings(subject, shown.decisions.at(shown.scope.scopeId, subject.kind, key))) &&
      (filter.hasOverrides === undefined ||
        decidedBelow(shown, subject).length > 0 === (filter.hasOverrides === 'true')) &&
      (part === '' || [name, vendor, key, kbArticle ?? ''].some((text) => text.toLowerCase().includes(part)))
    );
  };
};

type Sort = ApprovalQuery['sort'];
const sortValue = (row: Row, sort: Sort): string | number => {
  if (sort === 'hosts') return row.hosts;
  return sort === 'status' ? approvalStatuses.indexOf(row.status) : row.subject.name.toLowerCase();
};
const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorted, from behind where the last page ended. */
const pageFrom = (rows: readonly Row[], { sort, order, cursor }: ApprovalQuery): Row[] => {
  const sign = order === 'asc' ? 1 : -1;
  const end = readCursor(cursor);
  const keyed = rows.map((row) => ({ row, value: sortValue(row, sort), key: row.subject.subject }));
  const ended = end && { value: sort === 'name' ? end.value : Number(end.value), key: end.id };
  type Keyed = Pick<(typeof keyed)[number], 'value' | 'key'>;
  const inOrder = (a: Keyed, b: Keyed): number => sign * (compare(a.value, b.value) || compare(a.key, b.key));
  return keyed
    .filter((each) => ended === undefined || inOrder(each, ended) > 0)
    .toSorted(inOrder)
    .map(({ row }) => row);
};

const presentRow = (shown: Shown, row: Row, onlyVersions: ReadonlyMap<number, string>): ApprovalRow => {
  const { subject } = row;
  const only = onlyVersions.get(subject.applicationId ?? 0);
  return {
    ...presentApproval(shown, subject),
    name: subject.name,
    vendor: subject.vendor,
    applicationId: subject.applicationId,
    isWorkInProgress: subject.isWorkInProgress,
    hosts: row.hosts,
    worstStatus: row.worstStatus,
    insecureHosts: row.insecureHosts,
    installedVersions: row.versions,
    installedVersion: row.versions === 1 ? (only ?? null) : null,
    classification: subject.classification,
    severity: subject.severity,
    isRestartRequired: subject.isRestartRequired,
  };
};

type List = (typeof approvalCalls)['site']['app']['list'];

/** Most decisions of scopes below that one answer carries. */
const mostBelow = 2_000;

const listBelow = (shown: Shown, rows: readonly Row[], query: ApprovalQuery) => {
  const isAsked = { system: false, site: false, group: false, tag: query.includeTagApprovals === 'true' };
  if (query.recursive === 'true') Object.assign(isAsked, { site: true, group: true });
  const { scopes, decisions } = shown;
  return rows
    .flatMap((row) =>
      decidedBelow(shown, row.subject).flatMap((decision) => {
        const scope = scopes.byScope.get(decision.scopeId);
        return scope && isAsked[scope.level] ? [presentApproval(shownAt(scope, scopes, decisions), row.subject)] : [];
      }),
    )
    .slice(0, mostBelow);
};

/** A page of the matrix. */
export const listApprovals = async (
  context: Context,
  level: ApprovalLevel,
  kind: ApprovalKind,
  query: ApprovalQuery,
): Promise<Returned<List>> => {
  const scopes = await scopesFor(context, level);
  const scope = scopeOf(context, scopes, level, query);
  const decisions = await loadDecisions(context, scopes.siteIds);
  const rows = await loadRows(context, kind, scope, scopes, decisions);
  const shown = shownAt(scope, scopes, decisions);
  const found = rows.filter(matching(query, shown));
  const { shown: page, nextCursor } = cutPage(pageFrom(found, query), query.limit, (row) => ({
    value: String(sortValue(row, query.sort)),
    id: row.subject.subject,
  }));
  const single = page.flatMap((row) => (row.versions === 1 ? (row.subject.applicationId ?? []) : []));
  const onlyVersions =
    single.length === 0
      ? new Map<number, string>()
      : await selectOnlyVersions(context.tx, scopes.customerId, scopes.siteIds, single);
  const counts = Object.fromEntries(approvalStatuses.map((status) => [status, 0])) as Record<ApprovalStatus, number>;
  for (const row of rows) counts[row.status] += 1;
  return {
    approvals: page.map((row) => presentRow(shown, row, onlyVersions)),
    below: listBelow(shown, page, query),
    total: found.length,
    nextCursor,
    counts,
    revision: decisions.revision,
  };
};
