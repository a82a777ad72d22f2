import { patchTargetDays } from '@patchkeep/contract/dashboard-data';
import type { Received } from '@patchkeep/contract/endpoint';
import type { Report, reports } from '@patchkeep/contract/reports';
import { lastWholeMonth, momentsOf, refuseReportDays } from '@patchkeep/rules/report-period';
import type { Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import { readSiteDecisions } from '../../approvals/public.ts';
import { countMade } from '../../changes/public.ts';
import { countKindsBySite } from '../../hosts/public.ts';
import { userName } from '../../identity/public.ts';
import { readUpdateSeries, selectUpdateTotals } from '../../patching/public.ts';
import {
  findHistoryStart,
  listVulnerabilities,
  selectSplit,
  selectSplitsBefore,
  type Standing,
} from '../../results/public.ts';
import { findCustomer } from '../../tenants/public.ts';
import { selectSiteNames } from '../cards.queries.ts';
import { listLatelySilent } from '../outlook.service.ts';
import { type Reach, reachSite, reachSystem } from '../reach.service.ts';
import { siteTotalsOf } from '../site-totals.service.ts';
import { selectTimeToPatch } from '../time-to-patch.queries.ts';
import { countIssuesBySite, selectOpenIssues } from './report.queries.ts';
import { addUp, countPressing, mostListed, mostPressing, presentUpdates } from './report.rules.ts';

/** From a moment up to and without another; the second may lie ahead. */
interface Span {
  start: Date;
  end: Date;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const presentStanding = (row: Standing | undefined) => (row ? { hosts: row.hosts, atRisk: row.hosts_at_risk } : null);

/** Hosts at risk when the period began and when it ended, from the history; now where the end lies ahead. */
const readRisk = async (
  { tx, now }: Context,
  { customerId, siteIds }: Reach,
  { start, end }: Span,
): Promise<Report['risk']> => {
  const isOver = end <= now;
  const [begin, past] = await selectSplitsBefore(tx, customerId, siteIds, isOver ? [start, end] : [start]);
  const last = isOver ? past : await selectSplit(tx, customerId, siteIds);
  const since = await findHistoryStart(tx, customerId, siteIds);
  return { knownSince: since && dayOf(since), begin: presentStanding(begin), end: presentStanding(last) };
};

const readIssues = async (
  { tx, now }: Context,
  { customerId, siteIds }: Reach,
  { start, end }: Span,
): Promise<Report['issues']> => {
  const counted = await selectTimeToPatch(tx, customerId, siteIds, { now, since: start, until: end });
  const rows = counted.map((row) => ({
    severity: row.severity,
    targetDays: patchTargetDays[row.severity],
    opened: row.opened,
    fixed: row.fixed,
    fixedInTime: row.fixed_in_time,
    open: row.open,
    medianDays: row.median_days,
  }));
  return {
    opened: addUp(rows, 'opened'),
    fixed: addUp(rows, 'fixed'),
    fixedInTime: addUp(rows, 'fixedInTime'),
    open: addUp(rows, 'open'),
    rows,
  };
};

const readUpdates = async ({ tx, now }: Context, reach: Reach, { start, end }: Span): Promise<Report['updates']> => {
  const plain = { yearRef: 0, timeRef: 0, isPartial: false };
  // The series adds up from each start to the next, so that the second one ends the period.
  const [counted] = await readUpdateSeries(tx, reach, [
    { ...plain, start, end },
    { ...plain, start: end, end },
  ]);
  const { upgrades = 0, securityUpgrades = 0 } = counted ?? {};
  const totals = await selectUpdateTotals(tx, reach.customerId, reach.siteIds, { start, end, now });
  return { verified: upgrades + securityUpgrades, security: securityUpgrades, ...presentUpdates(totals) };
};

/** Of a site: what its list of vulnerabilities shows with each of the two filters. */
const readOpenOfSite = async (context: Context): Promise<Report['stillOpen']> => {
  const listed = (query: { isExploited: 'true' } | { isOverdue: 'true' }, limit: number) =>
    listVulnerabilities(context, { ...query, limit }, readSiteDecisions);
  const exploited = await listed({ isExploited: 'true' }, mostListed);
  // The exploited ones come first in this list too, and may take up to as many rows.
  const overdue = await listed({ isOverdue: 'true' }, 2 * mostListed);
  return {
    exploited: exploited.total,
    overdue: overdue.total,
    vulnerabilities: mostPressing(exploited.vulnerabilities, overdue.vulnerabilities),
  };
};

type Kinds = Awaited<ReturnType<typeof countKindsBySite>>;

/** Of a customer: each site with its hosts and issues. */
const readSites = async (
  context: Context,
  reach: Reach,
  span: Span,
  { names, kinds }: { names: ReadonlyMap<string, string>; kinds: Kinds },
): Promise<Pick<Report, 'sites' | 'stillOpen'>> => {
  const { tx, now } = context;
  const { customerId, siteIds } = reach;
  const bySite = <Row extends { site_id: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.site_id, row]));
  const kindsOf = bySite(kinds);
  const totalsOf = bySite(await siteTotalsOf(context, reach));
  const issuesOf = bySite(await countIssuesBySite(tx, customerId, siteIds, span));
  const openOf = Map.groupBy(await selectOpenIssues(tx, customerId, siteIds), (row) => row.site_id);
  const sites = [...names].map(([siteAccountUuid, siteName]) => ({
    siteAccountUuid,
    siteName,
    hosts: kindsOf.get(siteAccountUuid)?.active ?? 0,
    atRisk: totalsOf.get(siteAccountUuid)?.hosts_at_risk ?? 0,
    opened: issuesOf.get(siteAccountUuid)?.opened ?? 0,
    fixed: issuesOf.get(siteAccountUuid)?.fixed ?? 0,
    ...countPressing(openOf.get(siteAccountUuid) ?? [], dayOf(now)),
    dormant: kindsOf.get(siteAccountUuid)?.dormant ?? 0,
  }));
  const stillOpen = { exploited: addUp(sites, 'exploited'), overdue: addUp(sites, 'overdue'), vulnerabilities: [] };
  return { sites, stillOpen };
};

/** What was done in a period, and how things stand. The number of queries does not depend on hosts and sites. */
export const readReport = async (
  context: Context,
  { scope, from, until }: Received<typeof reports.read>['query'],
): Promise<Report> => {
  const { tx, now, principal } = context;
  const days = { ...lastWholeMonth(now), ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
  const refused = refuseReportDays(days, now);
  if (refused !== undefined) throw invalid(refused);
  const reach = scope === 'site' ? reachSite(context) : await reachSystem(context);
  const { customerId, siteIds, hasApprovals } = reach;
  const span = momentsOf(days);
  const kinds = await countKindsBySite(tx, customerId, siteIds);
  const [active, servers, dormant] = [addUp(kinds, 'active'), addUp(kinds, 'servers'), addUp(kinds, 'dormant')];
  const names = await selectSiteNames(tx, customerId, siteIds);
  const { sites, stillOpen } =
    scope === 'site'
      ? { sites: [], stillOpen: await readOpenOfSite(context) }
      : await readSites(context, reach, span, { names, kinds });
  return {
    scope,
    customerName: (await findCustomer(tx, customerId))?.name ?? '',
    siteName: scope === 'site' ? ([...names.values()][0] ?? '') : null,
    ...days,
    isPartial: span.end > now,
    madeAt: now.toISOString(),
    madeBy: (await userName(tx, customerId, principal.userId)) ?? '',
    hosts: { active, workstations: active - servers, servers, dormant },
    risk: await readRisk(context, reach, span),
    issues: await readIssues(context, reach, span),
    updates: await readUpdates(context, reach, span),
    stillOpen,
    changes: await countMade(tx, { customerId, siteIds, isWithSystem: scope === 'customer' && hasApprovals }, span),
    silent: { total: dormant, hosts: await listLatelySilent(context, reach) },
    sites,
  };
};
