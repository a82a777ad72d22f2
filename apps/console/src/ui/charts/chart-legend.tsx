import { useId } from 'react';
import { cx } from '../cx.ts';
import type { ChartSeries } from './chart-data.ts';
import { ChartPatterns, patternUrl } from './chart-patterns.tsx';
import s from './charts.module.css';

function Swatch({ fill }: { fill: ChartSeries['fill'] | 'unfinished' }) {
  const id = useId();
  const isPartial = fill === 'unfinished';
  return (
    <svg width="14" height="14" className={s['swatch']} aria-hidden>
      <ChartPatterns id={id} />
      <rect width="14" height="14" rx="2" className={cx(s['fill'], s[fill])} />
      <rect
        width="14"
        height="14"
        rx="2"
        fill={patternUrl(id, isPartial ? 'partial' : fill)}
        className={cx(!isPartial && s['pattern'])}
      />
    </svg>
  );
}

/** What each fill stands for, and which period is not over yet. */
export function ChartLegend({ series, partial }: { series: readonly ChartSeries[]; partial: string | undefined }) {
  return (
    <ul className={s['legend']}>
      {series.map(({ id, label, fill }) => (
        <li key={id}>
          <Swatch fill={fill} />
          {label}
        </li>
      ))}
      {partial !== undefined && (
        <li>
          <Swatch fill="unfinished" />
          {partial}: so far
        </li>
      )}
    </ul>
  );
}
