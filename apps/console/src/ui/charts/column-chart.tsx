import { useId } from 'react';
import { cx } from '../cx.ts';
import { formatNumber } from '../format.ts';
import { type ChartPoint, type ChartSeries, nameOf, type TimeChartProps, totalOf, valueOf } from './chart-data.ts';
import { ChartPart } from './chart-drawing.tsx';
import { patternUrl } from './chart-patterns.tsx';
import { type Plot, PlotDrawing, plotOf } from './plot-frame.tsx';
import { isLabelled, ticksTo } from './scale.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { usePlotWidth } from './use-plot-width.ts';
import s from './charts.module.css';

const widest = 56;
/** A part of few among many is still drawn, and can be hit. */
const leastHeight = 3;

interface Placed {
  series: ChartSeries;
  value: number;
  y: number;
  height: number;
}

const stack = (point: ChartPoint, series: readonly ChartSeries[], plot: Plot): Placed[] => {
  let top = plot.bottom;
  return series.map((each) => {
    const value = valueOf(point, each);
    const height = value === 0 ? 0 : Math.max(leastHeight, plot.bottom - plot.y(value));
    top -= height;
    return { series: each, value, y: top, height };
  });
};

/** Periods as columns, their parts stacked, the total written above each. */
export function ColumnChart({ label, series, points, aspect, hrefOf, isNewTab, fixedWidth }: TimeChartProps) {
  const id = useId();
  const [box, width] = usePlotWidth(fixedWidth);
  const keys = useChartKeys(points.length, series.length);
  const totals = points.map((point) => totalOf(point, series));
  const plot = plotOf({ width, aspect, count: points.length, ticks: ticksTo(Math.max(...totals)), rightMargin: 8 });
  const columnWidth = Math.min(widest, Math.max(4, plot.band * 0.64));
  const totalWidth = 7 * Math.max(...totals.map((total) => formatNumber(total).length)) + 4;
  return (
    <PlotDrawing {...{ box, id, label, keys, plot, points }}>
      {points.map((point, column) => {
        const placed = stack(point, series, plot);
        const x = plot.x(column) - columnWidth / 2;
        const highest = placed.at(-1)?.y ?? plot.bottom;
        return (
          <g key={point.id}>
            {placed.map(({ series: each, value, y, height }, row) => {
              const rect = { x, y, width: columnWidth, height };
              const partLabel = `${nameOf(point)}, ${each.label}: ${formatNumber(value)}`;
              return (
                <ChartPart
                  key={each.id}
                  href={hrefOf(point, each)}
                  label={partLabel}
                  {...{ isNewTab, column, row, keys }}
                >
                  <rect {...rect} className={cx(s['fill'], s[each.fill])} />
                  <rect {...rect} fill={patternUrl(id, each.fill)} className={s['pattern']} />
                  {point.isPartial && <rect {...rect} fill={patternUrl(id, 'partial')} className={s['partial']} />}
                  <rect {...rect} className={s['edge']} />
                </ChartPart>
              );
            })}
            {totals[column] !== 0 && isLabelled(column, points.length, plot.band, totalWidth) && (
              <text x={plot.x(column)} y={highest - 6} className={s['total']} aria-hidden>
                {formatNumber(totals[column] ?? 0)}
              </text>
            )}
          </g>
        );
      })}
    </PlotDrawing>
  );
}
