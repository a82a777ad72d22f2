import type { TimeChartProps } from './chart-data.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ColumnChart } from './column-chart.tsx';
import { LineChart } from './line-chart.tsx';

/** More columns than this cannot be read; they become lines. */
export const mostColumns = 14;

/** Parts over time: columns while there are few periods; with `mayBeLines`, lines when there are many. */
export function TimeChart({ mayBeLines, ...chart }: TimeChartProps & { mayBeLines: boolean }) {
  const isLines = mayBeLines && chart.points.length > mostColumns;
  const partial = chart.points.find(({ isPartial }) => isPartial);
  return (
    <>
      {isLines ? <LineChart {...chart} /> : <ColumnChart {...chart} />}
      {/* Lines are named at their ends. */}
      <ChartLegend series={isLines ? [] : chart.series} partial={partial?.label} />
    </>
  );
}
