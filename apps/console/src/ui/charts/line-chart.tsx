import { useId } from 'react';
import { cx } from '../cx.ts';
import { formatNumber } from '../format.ts';
import { type ChartSeries, nameOf, type TimeChartProps, valueOf } from './chart-data.ts';
import { ChartPart } from './chart-drawing.tsx';
import { patternUrl } from './chart-patterns.tsx';
import { dashOf, type Fill } from './fills.ts';
import { type Plot, PlotDrawing, plotOf } from './plot-frame.tsx';
import { spread, ticksTo } from './scale.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { usePlotWidth } from './use-plot-width.ts';
import s from './charts.module.css';

/** A mark of its own for each line, about the middle. */
const markOf: Record<Fill, string> = {
  ok: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  eol: 'M-3 -3H3V3H-3Z',
  ins: 'M0 -4L4 3H-4Z',
  zd: 'M0 -4.5L4.5 0L0 4.5L-4.5 0Z',
  reg: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  sec: 'M0 -4L4 3H-4Z',
};

/** The name of each line at its end, so that nobody has to look it up. */
function LineNames({ plot, series, last }: { plot: Plot; series: readonly ChartSeries[]; last: readonly number[] }) {
  const at = spread(
    last.map((value) => plot.y(value)),
    16,
    plot.top,
    plot.bottom,
  );
  return (
    <g aria-hidden>
      {series.map(({ id, label }, index) => (
        <text key={id} x={plot.right + 8} y={at[index]} dy="0.35em" className={s['lineName']}>
          {label} {formatNumber(last[index] ?? 0)}
        </text>
      ))}
    </g>
  );
}

const bandOf = (plot: Plot, column: number) => ({
  x: plot.x(column) - plot.band / 2,
  y: plot.top,
  width: plot.band,
  height: plot.bottom - plot.top,
});

/** Periods along lines, one for each part: what many columns would make unreadable. */
export function LineChart({ label, series, points, aspect, hrefOf, isNewTab, fixedWidth }: TimeChartProps) {
  const id = useId();
  const [box, width] = usePlotWidth(fixedWidth);
  const keys = useChartKeys(points.length, series.length);
  const highest = Math.max(...points.flatMap((point) => series.map((each) => valueOf(point, each))));
  const newest = points.at(-1);
  const last = series.map((each) => (newest ? valueOf(newest, each) : 0));
  const nameWidth = Math.max(...series.map((each, i) => each.label.length + formatNumber(last[i] ?? 0).length + 1));
  const rightMargin = 16 + 7 * nameWidth;
  const plot = plotOf({ width, aspect, count: points.length, ticks: ticksTo(highest), rightMargin });
  return (
    <PlotDrawing {...{ box, id, label, keys, plot, points }}>
      {points.map(
        (point, column) =>
          point.isPartial && (
            <g key={point.id} aria-hidden>
              <rect {...bandOf(plot, column)} className={s['unfinished']} />
              <rect {...bandOf(plot, column)} fill={patternUrl(id, 'partial')} />
            </g>
          ),
      )}
      {series.map((each) => (
        <polyline
          key={each.id}
          points={points.map((point, i) => `${plot.x(i)},${plot.y(valueOf(point, each))}`).join(' ')}
          className={cx(s['line'], s[each.fill])}
          strokeDasharray={dashOf[each.fill]}
          aria-hidden
        />
      ))}
      {points.map((point, column) =>
        series.map((each, row) => {
          const partLabel = `${nameOf(point)}, ${each.label}: ${formatNumber(valueOf(point, each))}`;
          return (
            <ChartPart
              key={`${point.id} ${each.id}`}
              href={hrefOf(point, each)}
              label={partLabel}
              {...{ isNewTab, column, row, keys }}
            >
              <g transform={`translate(${plot.x(column)} ${plot.y(valueOf(point, each))})`}>
                <circle r={Math.max(4, Math.min(12, plot.band / 2))} className={s['reach']} />
                <path d={markOf[each.fill]} className={cx(s['mark'], s[each.fill])} />
              </g>
            </ChartPart>
          );
        }),
      )}
      <LineNames plot={plot} series={series} last={last} />
    </PlotDrawing>
  );
}
