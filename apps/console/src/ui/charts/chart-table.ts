import type { ChartTable } from '../chart-frame.tsx';
import { formatNumber } from '../format.ts';
import { type ChartPoint, type ChartSeries, nameOf, totalOf, valueOf } from './chart-data.ts';

const numberCell = (value: number) => ({ value, shown: formatNumber(value) });

/** The numbers of a chart over time, a row for each period. */
export const timeTable = (
  period: string,
  series: readonly ChartSeries[],
  points: readonly ChartPoint[],
): ChartTable => ({
  head: [period, ...series.map(({ label }) => label), 'Total'],
  rows: points.map((point) => [
    { value: nameOf(point) },
    ...series.map((each) => numberCell(valueOf(point, each))),
    numberCell(totalOf(point, series)),
  ]),
});
