import { type SiteRow, trendDays } from '@patchkeep/contract/dashboard-data';
import type { systemSites } from '@patchkeep/contract/dashboards';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { SiteNumbers } from '@patchkeep/contract/guest-overview';
import { vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import { worstCounted } from '@patchkeep/rules/status';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { notFound } from '../../platform/errors.ts';
import { compareApprovals, countDiffering } from '../approvals/public.ts';
import type { Answer } from './card-request.types.ts';
import { selectSiteNames, selectSiteTotals } from './cards.queries.ts';
import { readTimeToPatch } from './outlook.service.ts';
import type { Reach } from './reach.service.ts';
import { worstFirst } from './site-order.rules.ts';
import { siteTotalsOf } from './site-totals.service.ts';
import { selectSitesAt } from './sites.queries.ts';

type Counted = typeof uncounted & { site_id: string };
const uncounted = { hosts: 0, zeroday: 0, insecure: 0, eol: 0, ok: 0, hosts_at_risk: 0, exploited: 0 };

interface SitesOfCustomer {
  customerId: string;
  siteIds: readonly string[];
}

/** The sites by name with what was counted of them, beside what was counted `trendDays` before. */
const numbersOf = async (
  tx: Tx,
  { customerId, siteIds }: SitesOfCustomer,
  counted: readonly Counted[],
  moment: Date,
): Promise<SiteNumbers[]> => {
  const totals = new Map(counted.map((row) => [row.site_id, row]));
  const names = await selectSiteNames(tx, customerId, siteIds);
  const before = await selectSitesAt(tx, customerId, siteIds, new Date(moment.getTime() - trendDays * dayMs));
  const earlier = new Map(before.map((row) => [row.site_id, { hosts: row.hosts, hostsAtRisk: row.hosts_at_risk }]));
  return [...names].map(([siteAccountUuid, siteName]) => {
    const row = totals.get(siteAccountUuid) ?? uncounted;
    return {
      siteAccountUuid,
      siteName,
      status: vulnerabilityStatuses[worstCounted(row)],
      hosts: row.hosts,
      zeroDay: row.zeroday,
      insecure: row.insecure,
      eol: row.eol,
      ok: row.ok,
      hostsAtRisk: row.hosts_at_risk,
      exploited: row.exploited,
      earlier: earlier.get(siteAccountUuid) ?? null,
    };
  });
};

/** The numbers of the sites of one customer, for whoever looks after several customers. */
export const readSiteNumbers = async (tx: Tx, sites: SitesOfCustomer, now: Date): Promise<SiteNumbers[]> =>
  sites.siteIds.length === 0
    ? []
    : numbersOf(tx, sites, await selectSiteTotals(tx, sites.customerId, sites.siteIds), now);

/**
 * The sites by name, from the totals that are kept of each: as many queries for nine hundred sites as for two. Of a
 * moment of the past, decisions are not kept.
 */
const readSites = async (context: Context, reach: Reach, moment?: Date): Promise<SiteRow[]> => {
  const { tx, now } = context;
  const { customerId, siteIds } = reach;
  const hasApprovals = reach.hasApprovals && !moment;
  const counted = moment
    ? await selectSitesAt(tx, customerId, siteIds, new Date(moment.getTime() - 1))
    : await siteTotalsOf(context, reach);
  const rows = await numbersOf(tx, reach, counted, moment ?? now);
  const differing = hasApprovals ? await countDiffering(context) : undefined;
  return rows.map((row) => ({ ...row, differing: differing ? (differing.get(row.siteAccountUuid) ?? 0) : null }));
};

/** Every site, worst first. */
export const readSiteTable = async (context: Context, reach: Reach, moment?: Date): Promise<Answer<'site-table'>> => ({
  sites: (await readSites(context, reach, moment)).toSorted(worstFirst),
});

const issuesOf = async (context: Context, reach: Reach) => {
  const sum = { open: 0, overdue: 0, fixed: 0, fixedInTime: 0 };
  for (const row of (await readTimeToPatch(context, reach)).rows) {
    sum.open += row.open;
    sum.overdue += row.overdue;
    sum.fixed += row.fixed;
    sum.fixedInTime += row.fixedInTime;
  }
  return sum;
};

const namesShown = 20;

/** About which applications two sites decide differently. */
const differencesOf = async (context: Context, leftUuid: string, rightUuid: string) => {
  const query = { kind: 'app', leftLevel: 'site', leftUuid, rightLevel: 'site', rightUuid } as const;
  const { rows } = await compareApprovals(context, query);
  return { total: rows.length, names: rows.slice(0, namesShown).map(({ name }) => name) };
};

/** Two sites side by side. One that the caller may not look into is not there. */
export const compareSites = async (
  context: Context,
  reach: Reach,
  { left, right }: Received<typeof systemSites.compare>['query'],
): Promise<Returned<typeof systemSites.compare>> => {
  if (![left, right].every((id) => reach.siteIds.includes(id))) throw notFound();
  const rows = await readSites(context, { ...reach, siteIds: [left, right] });
  const compared = async (id: string) => {
    const row = rows.find(({ siteAccountUuid }) => siteAccountUuid === id);
    if (!row) throw notFound();
    return { ...row, issues: await issuesOf(context, { ...reach, siteIds: [id] }) };
  };
  return {
    left: await compared(left),
    right: await compared(right),
    decisions: reach.hasApprovals ? await differencesOf(context, left, right) : null,
  };
};
