import type { ReactNode, Ref } from 'react';
import { formatNumber } from '../format.ts';
import type { ChartPoint } from './chart-data.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { isLabelled } from './scale.ts';
import type { ChartKeys } from './use-chart-keys.ts';
import s from './charts.module.css';

/** Where the drawing stands inside a chart, in pixels. */
export interface Plot {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The width of one period. */
  band: number;
  ticks: readonly number[];
  x: (index: number) => number;
  y: (value: number) => number;
}

const letter = 7;

export const plotOf = (given: {
  width: number;
  aspect: number;
  count: number;
  ticks: readonly number[];
  rightMargin: number;
}): Plot => {
  const height = Math.max(160, Math.round(given.width / given.aspect));
  const highest = given.ticks.at(-1) ?? 1;
  const left = 12 + letter * formatNumber(highest).length;
  const right = given.width - given.rightMargin;
  const top = 24;
  const bottom = height - 28;
  const band = (right - left) / Math.max(1, given.count);
  return {
    width: given.width,
    height,
    left,
    right,
    top,
    bottom,
    band,
    ticks: given.ticks,
    x: (index) => left + band * (index + 0.5),
    y: (value) => bottom - ((bottom - top) * value) / highest,
  };
};

interface PlotDrawingProps {
  box: Ref<HTMLDivElement>;
  id: string;
  label: string;
  keys: ChartKeys;
  plot: Plot;
  points: readonly ChartPoint[];
  children: ReactNode;
}

/** A chart of periods, as soon as it is known how wide it is. */
export function PlotDrawing({ box, id, label, keys, plot, points, children }: PlotDrawingProps) {
  return (
    <div ref={box} className={s['plot']}>
      {plot.width > 0 && (
        <ChartDrawing {...{ id, label, keys }} viewBox={`0 0 ${plot.width} ${plot.height}`} className={s['chart']}>
          <PlotFrame plot={plot} points={points}>
            {children}
          </PlotFrame>
        </ChartDrawing>
      )}
    </div>
  );
}

/** Gridlines with their numbers, the names of the periods, and whatever is drawn on them. */
function PlotFrame({ plot, points, children }: { plot: Plot; points: readonly ChartPoint[]; children: ReactNode }) {
  const widest = Math.max(0, ...points.map(({ label }) => label.length)) * letter + 8;
  return (
    <>
      <g aria-hidden>
        {plot.ticks.map((tick) => (
          <g key={tick}>
            <line x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} className={s['grid']} />
            <text x={plot.left - 8} y={plot.y(tick)} dy="0.35em" className={s['axisNumber']}>
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {points.map(
          ({ id, label }, index) =>
            isLabelled(index, points.length, plot.band, widest) && (
              <text key={id} x={plot.x(index)} y={plot.bottom + 18} className={s['axisWord']}>
                {label}
              </text>
            ),
        )}
      </g>
      {children}
    </>
  );
}
