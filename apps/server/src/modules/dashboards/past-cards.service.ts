import { defaultPeriods } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import { type Period, periodsUpTo } from '@patchkeep/rules/periods';
import { readUpdateSeries } from '../patching/public.ts';
import { readListsSince, readStatusSeries } from '../results/public.ts';
import type { Answer, CardRequest } from './card-request.types.ts';
import { timeToPatchAt } from './outlook.service.ts';
import { selectTotalsBefore } from './past-cards.queries.ts';
import { readSiteTable } from './sites.service.ts';

/** The periods up to a moment; one that is cut by it ends there. */
const periodsBefore = (
  { card: { periodUnit, periods = defaultPeriods[periodUnit] } }: CardRequest,
  moment: Date,
): Period[] =>
  periodsUpTo(periodUnit, periods, new Date(moment.getTime() - 1)).map((period) => ({
    ...period,
    end: period.end > moment ? moment : period.end,
    isPartial: period.end > moment,
  }));

type PastCharts = {
  [Chart in CardRequest['card']['chart']]?: (request: CardRequest, moment: Date) => Promise<Answer<Chart> | undefined>;
};

const totalsOf = ({ context, reach, scopeIds }: CardRequest, moment: Date) =>
  selectTotalsBefore(context.tx, reach.customerId, scopeIds, moment);

/** What is kept of the past, by chart. The others know only how things stand now. */
const pastCharts: PastCharts = {
  'apps-bar': async (request, moment) => {
    const { context, reach, scopeIds, place, card } = request;
    const points = await readStatusSeries(
      context,
      { customerId: reach.customerId, scopeIds },
      periodsBefore(request, moment),
      () => totalsOf(request, moment),
    );
    const listsSince = await readListsSince(context, reach.customerId);
    return { place, periodUnit: card.periodUnit, points, listsSince };
  },
  'updates-bar': async (request, moment) => ({
    periodUnit: request.card.periodUnit,
    points: await readUpdateSeries(request.context.tx, request.reach, periodsBefore(request, moment)),
  }),
  'vuln-status-pie': async (request, moment) => {
    const totals = await totalsOf(request, moment);
    if (!totals) return undefined;
    const { ok, eol, insecure, zeroday } = totals;
    return {
      place: request.place,
      pie: { ok, eol, insecure, zeroDay: zeroday, total: ok + eol + insecure + zeroday },
    };
  },
  'summary-table': async (request, moment) => {
    const totals = await totalsOf(request, moment);
    if (!totals) return undefined;
    // A product that two sites have is one, which the numbers of each do not tell.
    const isOfOne = request.scopeIds.length === 1;
    return {
      counts: {
        countAgents: null,
        countActiveAgents: null,
        countHosts: totals.hosts,
        countGroups: null,
        countOutOfDateApprovals: null,
        countChannelTags: isOfOne ? totals.applications : null,
        countChannelTagVersions: isOfOne ? totals.versions : null,
        countTotal: totals.installations,
        countZeroDay: totals.zeroday,
        countInsecureNotZeroDay: totals.insecure,
        countEoLNotZeroDayNotInsecure: totals.eol,
        countOkNotZeroDayNotEoL: totals.ok,
        countIgnored: totals.ignored,
        countedAt: null,
      },
    };
  },
  'time-to-patch': ({ context, reach }, moment) => timeToPatchAt(context, reach, new Date(moment.getTime() - 1)),
  'site-table': ({ context, reach }, moment) => readSiteTable(context, reach, moment),
};

/** What a card showed just before a moment. */
export const answerPastCard = async (request: CardRequest, moment: Date): Promise<CardData> => {
  const { cardId, chart } = request.card;
  const read = pastCharts[chart];
  if (!read) return { cardId, chart: 'no-past', why: 'now' };
  const answer = await read(request, moment);
  // Each chart answers in its own shape, which the table above holds it to.
  return answer ? ({ cardId, chart, ...answer } as CardData) : { cardId, chart: 'no-past', why: 'unknown' };
};
