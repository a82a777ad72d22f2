import { z } from 'zod';
import { name, uuid } from './fields.ts';

/** The four charts of every dashboard, then cards that say what to do. */
export const siteCharts = [
  'apps-bar',
  'summary-table',
  'updates-bar',
  'vuln-status-pie',
  'do-first',
  'time-to-patch',
  'eol-calendar',
  'silent-hosts',
] as const;
/** What the system dashboard can show: what adds up from numbers that are kept of every site, and a table of the sites. */
export const systemCharts = ['site-table', 'apps-bar', 'summary-table', 'updates-bar', 'vuln-status-pie'] as const;
export const chartTypes = [...siteCharts, 'site-table'] as const;
export type ChartType = (typeof chartTypes)[number];

/** Charts that can be of one group, with those below it, or of one tag instead of the whole site. */
export const scopedCharts: readonly ChartType[] = ['apps-bar', 'vuln-status-pie'];

/** `live` is the last day by the hour, up to this moment. Days, weeks and years are those of UTC. */
export const periodUnits = ['live', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];
export const defaultPeriodUnit: PeriodUnit = 'day';

/** How many periods a chart shows when its card does not say. */
export const defaultPeriods: Record<PeriodUnit, number> = {
  live: 24,
  day: 14,
  week: 12,
  month: 12,
  quarter: 8,
  year: 5,
};

export const dashboardLimits = { perSite: 50, cards: 24, periods: 366, tokens: 50, tokenDays: 30 } as const;

export const dashboardCard = z.strictObject({
  /** Told apart within its dashboard by this; the console makes it up. */
  cardId: z.string().min(1).max(64),
  chart: z.enum(chartTypes),
  /** Instead of the chart's own title. */
  title: name.optional(),
  width: z.enum(['S', 'M', 'L']).default('M'),
  periodUnit: z.enum(periodUnits).default(defaultPeriodUnit),
  /** Periods shown, the current one included. */
  periods: z.int().min(1).max(dashboardLimits.periods).optional(),
  /** Where the numbers are of, for `scopedCharts`. */
  groupUuid: uuid.optional(),
  tagUuid: uuid.optional(),
});
export type DashboardCard = z.output<typeof dashboardCard>;

/** A dashboard as it is arranged: cards in reading order. */
export const dashboardConfig = z
  .strictObject({ cards: z.array(dashboardCard).max(dashboardLimits.cards) })
  .refine(({ cards }) => new Set(cards.map((card) => card.cardId)).size === cards.length, 'Two cards have one cardId');
export type DashboardConfig = z.output<typeof dashboardConfig>;

/** The all-zero id: the dashboard of a site that has none marked as its default. */
export const defaultDashboardUuid = '00000000-0000-0000-0000-000000000000';

const card = (chart: ChartType, width: DashboardCard['width']): DashboardCard => ({
  cardId: chart,
  chart,
  width,
  periodUnit: defaultPeriodUnit,
});

/** What a site shows that has arranged nothing. */
export const builtInConfig: DashboardConfig = {
  cards: [
    card('do-first', 'L'),
    card('vuln-status-pie', 'M'),
    card('apps-bar', 'M'),
    card('summary-table', 'M'),
    card('updates-bar', 'M'),
    card('time-to-patch', 'M'),
    card('eol-calendar', 'M'),
    card('silent-hosts', 'M'),
  ],
};
/** The same for the system. */
export const builtInSystemConfig: DashboardConfig = {
  cards: [
    card('site-table', 'L'),
    card('vuln-status-pie', 'M'),
    card('apps-bar', 'M'),
    card('summary-table', 'M'),
    card('updates-bar', 'M'),
  ],
};
