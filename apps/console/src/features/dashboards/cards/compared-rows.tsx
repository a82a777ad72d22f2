import type { ComparedSite } from '@patchkeep/contract/dashboard-data';
import type { ChartTable } from '../../../ui/chart-frame.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import type { Look } from '../card-look.ts';
import { numberCell, shareCell, trendCell } from './site-cells.tsx';
import type { SiteNumber } from './site-list.ts';
import { shareAtRisk } from './site-trend.ts';

type Row = ChartTable['rows'][number];
type Cell = Row[number];

const signed = (value: number, words: string): string => (value === 0 ? words : `${value < 0 ? '−' : '+'}${words}`);

const countDifference = (left: number | null, right: number | null): Cell => {
  if (left === null || right === null) return { value: null, shown: '–' };
  return { value: right - left, shown: signed(right - left, formatNumber(Math.abs(right - left))) };
};

/** Of two shares: percentage points. */
const pointDifference = (left: number | null, right: number | null): Cell => {
  if (left === null || right === null) return { value: null, shown: '–' };
  const points = Math.round((right - left) * 1_000) / 10;
  return { value: points, shown: signed(points, `${formatNumber(Math.abs(points))} points`) };
};

const fixedInTime = ({ issues: { fixed, fixedInTime: inTime } }: ComparedSite): number | null =>
  fixed === 0 ? null : inTime / fixed;

const fixedCell = (site: ComparedSite): Cell => {
  const share = fixedInTime(site);
  return {
    value: share,
    shown: share === null ? '– none fixed' : `${formatPercent(share)} of ${formatNumber(site.issues.fixed)}`,
  };
};

const plainCell = (value: number): Cell => ({ value, shown: formatNumber(value) });

/** The numbers of two sites, a row each, with how far the second is from the first. */
export const comparedRows = (left: ComparedSite, right: ComparedSite, look: Look): Row[] => {
  const counted = (name: string, number: SiteNumber): Row => [
    { value: name },
    numberCell(left, number, look),
    numberCell(right, number, look),
    countDifference(left[number], right[number]),
  ];
  return [
    counted('Hosts', 'hosts'),
    [
      { value: 'Hosts at risk' },
      plainCell(left.hostsAtRisk),
      plainCell(right.hostsAtRisk),
      countDifference(left.hostsAtRisk, right.hostsAtRisk),
    ],
    [
      { value: 'Share of hosts at risk' },
      shareCell(left),
      shareCell(right),
      pointDifference(shareAtRisk(left), shareAtRisk(right)),
    ],
    [{ value: 'Share 30 days ago and now' }, trendCell(left), trendCell(right), { value: null }],
    counted('Exploited', 'exploited'),
    counted('0-Day', 'zeroDay'),
    counted('Insecure', 'insecure'),
    counted('EoL', 'eol'),
    counted('Ok', 'ok'),
    [
      { value: 'Issues open for longer than their target' },
      plainCell(left.issues.overdue),
      plainCell(right.issues.overdue),
      countDifference(left.issues.overdue, right.issues.overdue),
    ],
    [
      { value: 'Fixed within their target, last 90 days' },
      fixedCell(left),
      fixedCell(right),
      pointDifference(fixedInTime(left), fixedInTime(right)),
    ],
    ...(left.differing === null ? [] : [counted('Decides differently from the system', 'differing')]),
  ];
};
