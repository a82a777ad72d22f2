import type { CardData, DashboardCounts } from '@patchkeep/contract/dashboard-data';
import type { ScopeTotals } from '@patchkeep/contract/applications';
import { can } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { countOutOfDate } from '../approvals/public.ts';
import { countViews, listGroups, siteOf } from '../hosts/public.ts';
import { readTotals } from '../results/public.ts';

type Chart<Name> = Omit<Extract<CardData, { chart: Name }>, 'cardId' | 'chart'>;

export const pieOf = ({ split: { ok, eol, insecure, zeroday } }: ScopeTotals): Chart<'vuln-status-pie'> => ({
  pie: { ok, eol, insecure, zeroDay: zeroday, total: ok + eol + insecure + zeroday },
});

/** What the list of applications says above itself, in the words of the summary. */
export const countsOf = (totals: ScopeTotals) => ({
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

/** Every number from the function that feeds the page it leads to, so that the two never disagree. */
export const summarise = async (context: Context): Promise<DashboardCounts> => {
  const { customerId, siteId } = siteOf(context);
  const { subject } = context.principal;
  const { views, licencesInUse } = await countViews(context);
  return {
    countAgents: licencesInUse,
    countActiveAgents: views.active,
    countGroups: (await listGroups(context.tx, customerId, siteId)).length,
    countOutOfDateApprovals: subject && can('canViewPatching', subject) ? await countOutOfDate(context, 'site') : null,
    ...countsOf(await readTotals(context)),
  };
};
