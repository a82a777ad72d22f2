import { type TimeChartProps, valueOf } from './chart-data.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ColumnChart } from './column-chart.tsx';
import { LineChart } from './line-chart.tsx';

/** More columns than this cannot be read; they become lines. */
export const mostColumns = 14;

/** Parts over time: columns while there are few periods; with `mayBeLines`, lines when there are many. */
export function TimeChart({ mayBeLines, ...given }: TimeChartProps & { mayBeLines: boolean }) {
  const hrefOf: TimeChartProps['hrefOf'] = (point, series) =>
    valueOf(point, series) === 0 ? undefined : given.hrefOf(point, series);
  const chart = { ...given, hrefOf };
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
