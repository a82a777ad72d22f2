import type { ScopeTotals } from '@patchkeep/contract/applications';
import type { DashboardCounts } from '@patchkeep/contract/dashboard-data';
import type { Context } from '../../platform/context.ts';
import { countOutOfDate } from '../approvals/public.ts';
import { countHostsOf, countViews, listGroups } from '../hosts/public.ts';
import { readTotals } from '../results/public.ts';
import { cardCache } from './card-cache.service.ts';
import { countDistinct } from './cards.queries.ts';
import { oncePerRequest } from './once-per-request.service.ts';
import type { Reach } from './reach.service.ts';
import { sumOfSites } from './site-totals.rules.ts';
import { siteTotalsOf } from './site-totals.service.ts';

/** What the list of applications says above itself, in the words of the summary. */
const countsOf = (totals: ScopeTotals) => ({
  countChannelTags: totals.applications,
  countChannelTagVersions: totals.versions,
  countTotal: totals.installations,
  countZeroDay: totals.split.zeroday,
  countInsecureNotZeroDay: totals.split.insecure,
  countEoLNotZeroDayNotInsecure: totals.split.eol,
  countOkNotZeroDayNotEoL: totals.split.ok,
  countIgnored: totals.split.ignored,
  countedAt: totals.countedAt,
});

const kept = {
  hosts: cardCache<Awaited<ReturnType<typeof countHostsOf>>>(),
  distinct: cardCache<Awaited<ReturnType<typeof countDistinct>>>(),
};

/** The hosts of a dashboard by where they stand; those of a site as the list of hosts counts them. */
export const countHostsIn = oncePerRequest((context, reach) =>
  reach.level === 'site' ? countViews(context) : kept.hosts(context, reach, () => countHostsOf(context, reach)),
);

/** Every number from the function that feeds the page it leads to, so that the two never disagree. */
const summariseSite = async (context: Context, reach: Reach) => {
  const { customerId, scopeId } = reach;
  const { views, licencesInUse } = await countHostsIn(context, reach);
  return {
    countAgents: licencesInUse,
    countActiveAgents: views.active,
    countHosts: null,
    countGroups: (await listGroups(context.tx, customerId, scopeId)).length,
    ...countsOf(await readTotals(context)),
  };
};

/** The kept totals of the sites added up; a product that several sites have is one. */
const summariseSystem = async (context: Context, reach: Reach) => {
  const { customerId, siteIds } = reach;
  const { views, licencesInUse } = await countHostsIn(context, reach);
  const distinct = await kept.distinct(context, reach, () => countDistinct(context.tx, customerId, siteIds));
  const sum = sumOfSites(await siteTotalsOf(context, reach));
  return {
    countAgents: licencesInUse,
    countActiveAgents: views.active,
    countHosts: null,
    countGroups: distinct.groups,
    countChannelTags: distinct.products,
    countChannelTagVersions: distinct.versions,
    countTotal: sum?.installations ?? 0,
    countZeroDay: sum?.zeroday ?? 0,
    countInsecureNotZeroDay: sum?.insecure ?? 0,
    countEoLNotZeroDayNotInsecure: sum?.eol ?? 0,
    countOkNotZeroDayNotEoL: sum?.ok ?? 0,
    countIgnored: sum?.ignored ?? 0,
    countedAt: distinct.counted_at?.toISOString() ?? null,
  };
};

export const summarise = async (context: Context, reach: Reach): Promise<DashboardCounts> => ({
  ...(reach.level === 'site' ? await summariseSite(context, reach) : await summariseSystem(context, reach)),
  countOutOfDateApprovals: reach.hasApprovals ? await countOutOfDate(context, reach.level) : null,
});
