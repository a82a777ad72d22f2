import { constants } from '@patchkeep/contract/constants';
import {
  type DashboardCard,
  type DashboardConfig,
  defaultPeriods,
  systemCharts,
} from '@patchkeep/contract/dashboard-config';
import type { CardData, DashboardData } from '@patchkeep/contract/dashboard-data';
import { type Period, periodsUpTo } from '@patchkeep/rules/periods';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { listGroups, listTags } from '../hosts/public.ts';
import { readUpdateSeries } from '../patching/public.ts';
import { endOfDay, readListsSince, readStatusSeries, selectSplit } from '../results/public.ts';
import type { CardRequest, Answer } from './card-request.types.ts';
import { readDoFirst } from './do-first.service.ts';
import { readEndOfLife, readSilentHosts, readTimeToPatch } from './outlook.service.ts';
import { answerPastCard } from './past-cards.service.ts';
import type { Reach } from './reach.service.ts';
import { sumOfSites } from './site-totals.rules.ts';
import { siteTotalsOf } from './site-totals.service.ts';
import { readSiteTable } from './sites.service.ts';
import { summarise } from './summary.service.ts';

const periodsOf = ({ context, card: { periodUnit, periods = defaultPeriods[periodUnit] } }: CardRequest): Period[] =>
  periodsUpTo(periodUnit, periods, context.now);

/** As every page shows it now. */
const readLive = async ({ context, reach, scopeIds }: CardRequest) =>
  reach.level === 'system'
    ? sumOfSites(await siteTotalsOf(context, reach))
    : selectSplit(context.tx, reach.customerId, scopeIds);

const readPie = async (request: CardRequest): Promise<Answer<'vuln-status-pie'>> => {
  const split = await readLive(request);
  const { ok = 0, eol = 0, insecure = 0, zeroday = 0 } = split ?? {};
  return { place: request.place, pie: { ok, eol, insecure, zeroDay: zeroday, total: ok + eol + insecure + zeroday } };
};

type Charts = { [Chart in DashboardCard['chart']]: (request: CardRequest) => Promise<Answer<Chart>> };

const charts: Charts = {
  'apps-bar': async (request) => ({
    place: request.place,
    periodUnit: request.card.periodUnit,
    points: await readStatusSeries(
      request.context,
      { customerId: request.reach.customerId, scopeIds: request.scopeIds },
      periodsOf(request),
      () => readLive(request),
    ),
    listsSince: await readListsSince(request.context, request.reach.customerId),
  }),
  'updates-bar': async (request) => ({
    periodUnit: request.card.periodUnit,
    points: await readUpdateSeries(request.context.tx, request.reach, periodsOf(request)),
  }),
  'summary-table': async ({ context, reach }) => ({ counts: await summarise(context, reach) }),
  'vuln-status-pie': readPie,
  'do-first': ({ context, reach }) => readDoFirst(context, reach),
  'time-to-patch': ({ context, reach }) => readTimeToPatch(context, reach),
  'eol-calendar': ({ context, reach }) => readEndOfLife(context, reach),
  'silent-hosts': ({ context, reach }) => readSilentHosts(context, reach),
  'site-table': ({ context, reach }) => readSiteTable(context, reach),
};

/** Where the numbers of a card are of; nothing when its group or tag is not there. */
const placeOf = async (
  { tx }: Context,
  { level, customerId, scopeId, siteIds }: Reach,
  { groupUuid, tagUuid }: DashboardCard,
): Promise<Pick<CardRequest, 'scopeIds' | 'place'> | undefined> => {
  if (groupUuid === undefined && tagUuid === undefined) return { scopeIds: siteIds, place: null };
  // The system has no groups and tags of its own.
  if (level === 'system') return undefined;
  if (groupUuid !== undefined) {
    const group = (await listGroups(tx, customerId, scopeId)).find((row) => row.group_id === groupUuid);
    return group && { scopeIds: [group.group_id], place: { kind: 'group', name: group.title } };
  }
  const tag = (await listTags(tx, customerId, scopeId)).find((row) => row.tag_id === tagUuid);
  return tag && { scopeIds: [tag.tag_id], place: { kind: 'tag', name: tag.name } };
};

const answerCard = async (
  context: Context,
  reach: Reach,
  card: DashboardCard,
  before: Date | undefined,
): Promise<CardData> => {
  const { cardId, chart } = card;
  const place = await placeOf(context, reach, card);
  if (!place) return { cardId, chart: 'gone' };
  if (before) return answerPastCard({ context, reach, card, ...place }, before);
  const answer = await charts[chart]({ context, reach, card, ...place });
  // Each chart answers in its own shape, which the table above holds it to.
  return { cardId, chart, ...answer } as CardData;
};

const isOfSystem = (chart: string): boolean => (systemCharts as readonly string[]).includes(chart);

/** A card that its dashboard cannot show is refused before it is saved or asked for. */
export const refuseForeignCards = ({ level }: Reach, { cards }: DashboardConfig): void => {
  const foreign = cards.find(({ chart }) => (level === 'system' ? !isOfSystem(chart) : chart === 'site-table'));
  if (foreign) throw invalid(`The card ${foreign.chart} is not for a dashboard of the ${level}`);
};

/** What the cards of a dashboard show now, or showed when a day ended. */
export const answerCards = async (
  context: Context,
  reach: Reach,
  { cards }: DashboardConfig,
  asOf?: string,
): Promise<DashboardData> => {
  refuseForeignCards(reach, { cards });
  const before = asOf === undefined ? undefined : endOfDay(asOf, context.now);
  const answered: CardData[] = [];
  for (const card of cards) answered.push(await answerCard(context, reach, card, before));
  return { cards: answered, refreshMs: constants.dashboardRefreshMs, at: context.now.toISOString() };
};
