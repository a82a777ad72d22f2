import { type DashboardCard, type DashboardConfig, defaultPeriods } from '@patchkeep/contract/dashboard-config';
import type { CardData, DashboardData } from '@patchkeep/contract/dashboard-data';
import { constants } from '@patchkeep/contract/constants';
import { type Period, periodsUpTo } from '@patchkeep/rules/periods';
import type { Context } from '../../platform/context.ts';
import { countTags, listGroups, siteOf } from '../hosts/public.ts';
import { readStatusSeries, readTotals } from '../results/public.ts';
import { pieOf, summarise } from './summary.service.ts';

type Answer<Chart extends CardData['chart'] = CardData['chart']> = Chart extends unknown
  ? Omit<Extract<CardData, { chart: Chart }>, 'cardId' | 'chart'>
  : never;

const periodsOf = ({ periodUnit, periods = defaultPeriods[periodUnit] }: DashboardCard, now: Date): Period[] =>
  periodsUpTo(periodUnit, periods, now);

/** What the numbers of a card are of; undefined when its group or tag is no longer there. */
const scopeOf = async (context: Context, { groupUuid, tagUuid }: DashboardCard): Promise<string | undefined> => {
  const { customerId, siteId } = siteOf(context);
  if (groupUuid !== undefined) {
    const groups = await listGroups(context.tx, customerId, siteId);
    return groups.find((group) => group.group_id === groupUuid)?.group_id;
  }
  if (tagUuid === undefined) return siteId;
  return (await countTags(context.tx, customerId, siteId, [tagUuid])) === 1 ? tagUuid : undefined;
};

type Charts = {
  [Chart in CardData['chart']]?: (context: Context, card: DashboardCard, scopeId: string) => Promise<Answer<Chart>>;
};

const charts: Charts = {
  'apps-bar': async (context, card, scopeId) => ({
    periodUnit: card.periodUnit,
    points: await readStatusSeries(context, scopeId, periodsOf(card, context.now)),
  }),
  'summary-table': async (context) => ({ counts: await summarise(context) }),
  'vuln-status-pie': async (context, _card, scopeId) => pieOf(await readTotals(context, scopeId)),
};

const answerCard = async (context: Context, card: DashboardCard): Promise<CardData[]> => {
  const { cardId, chart } = card;
  const scopeId = await scopeOf(context, card);
  if (scopeId === undefined) return [{ cardId, chart: 'gone' }];
  const answer = await charts[chart]?.(context, card, scopeId);
  return answer === undefined ? [] : [{ cardId, chart, ...answer } as CardData];
};

/** What the cards of a site's dashboard show now. */
export const answerCards = async (context: Context, { cards }: DashboardConfig): Promise<DashboardData> => {
  const answered: CardData[] = [];
  for (const card of cards) answered.push(...(await answerCard(context, card)));
  return { cards: answered, refreshMs: constants.dashboardRefreshMs, at: context.now.toISOString() };
};
