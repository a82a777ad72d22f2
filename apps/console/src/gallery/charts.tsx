import { StackedBar } from '../domain/stacked-bar.tsx';
import { ChartFrame } from '../ui/chart-frame.tsx';
import type { ChartPoint, ChartSeries } from '../ui/charts/chart-data.ts';
import { timeTable } from '../ui/charts/chart-table.ts';
import { PieChart } from '../ui/charts/pie-chart.tsx';
import { TimeChart } from '../ui/charts/time-chart.tsx';
import { formatNumber, formatPercent } from '../ui/format.ts';
import g from './gallery.module.css';

const counts = { Ok: 9812, EoL: 2252, Insecure: 3378, '0-Day': 643 };
const total = Object.values(counts).reduce((sum, count) => sum + count, 0);

const statuses: readonly (ChartSeries & { value: number; href: string })[] = [
  { id: 'ok', label: 'Ok', fill: 'ok', value: counts.Ok, href: '#status-ok' },
  { id: 'eol', label: 'EoL', fill: 'eol', value: counts.EoL, href: '#status-eol' },
  { id: 'insecure', label: 'Insecure', fill: 'ins', value: counts.Insecure, href: '#status-insecure' },
  { id: 'zeroday', label: '0-Day', fill: 'zd', value: counts['0-Day'], href: '#status-zeroday' },
];
const kinds: readonly ChartSeries[] = [
  { id: 'regular', label: 'Regular', fill: 'reg' },
  { id: 'security', label: 'Security', fill: 'sec' },
];

/** Days up to 15 November; the last is not over yet. */
const days = (count: number, valuesAt: (index: number) => ChartPoint['values']): ChartPoint[] =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 10, 16 - count + index));
    const monthNames = (month: 'short' | 'long') =>
      day.toLocaleDateString('en-GB', { day: 'numeric', month, timeZone: 'UTC' });
    const isPartial = index === count - 1;
    return {
      id: String(index),
      label: monthNames('short'),
      name: monthNames('long'),
      values: valuesAt(index),
      isPartial,
    };
  });
const statusAt = (index: number) => ({
  ok: 9_812 - 60 * (30 - index),
  eol: 2_252 + 11 * ((index * 7) % 13),
  insecure: 3_378 + 45 * (30 - index),
  zeroday: 643 - 9 * ((index * 5) % 11),
});
const updatesAt = (index: number) => ({ regular: 120 + 37 * ((index * 3) % 7), security: 40 + 21 * ((index * 5) % 6) });

const hrefOf = (point: ChartPoint, { id }: ChartSeries) => `#${id}-${point.id}`;

export function Charts() {
  const week = days(7, (index) => statusAt(index + 23));
  const month = days(30, statusAt);
  const updates = days(10, updatesAt);
  return (
    <>
      <ChartFrame
        title="Vulnerability status"
        figure={formatNumber(total)}
        unit="installations"
        fileName="vulnerability-status"
        table={{
          head: ['Status', 'Installations', 'Share'],
          rows: Object.entries(counts).map(([status, count]) => [
            { value: status },
            { value: count, shown: formatNumber(count) },
            { value: count / total, shown: formatPercent(count / total) },
          ]),
        }}
      >
        <StackedBar label="Vulnerability status" counts={counts} hrefOf={(status) => `#status-${status}`} />
      </ChartFrame>
      <div className={g['columns']}>
        <ChartFrame title="A week" fileName="week" table={timeTable('Day', statuses, week)}>
          <TimeChart
            {...{ label: 'A week', series: statuses, points: week, hrefOf }}
            mayBeLines
            aspect={2}
            isNewTab={false}
          />
        </ChartFrame>
        <ChartFrame title="A month" fileName="month" table={timeTable('Day', statuses, month)}>
          <TimeChart
            {...{ label: 'A month', series: statuses, points: month, hrefOf }}
            mayBeLines
            aspect={2}
            isNewTab={false}
          />
        </ChartFrame>
      </div>
      <div className={g['columns']}>
        <ChartFrame title="Updates" fileName="updates" table={timeTable('Day', kinds, updates)}>
          <TimeChart
            {...{ label: 'Updates', series: kinds, points: updates, hrefOf }}
            mayBeLines={false}
            aspect={2}
            isNewTab={false}
          />
        </ChartFrame>
        <ChartFrame title="Breakdown" fileName="breakdown" table={timeTable('Day', statuses, week)}>
          <PieChart label="Breakdown" slices={statuses} isNewTab={false} />
        </ChartFrame>
      </div>
    </>
  );
}
