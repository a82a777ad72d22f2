import { useId } from 'react';
import { ChartPatterns, patternUrl } from '../ui/charts/chart-patterns.tsx';
import type { Fill } from '../ui/charts/fills.ts';
import { cx } from '../ui/cx.ts';
import { formatPercent } from '../ui/format.ts';
import { StatusBadge } from './product-badges.tsx';
import c from '../ui/charts/charts.module.css';
import s from './stacked-bar.module.css';

type ChartStatus = 'Ok' | 'EoL' | 'Insecure' | '0-Day';

export interface StackedBarProps {
  label: string;
  counts: Readonly<Record<ChartStatus, number>>;
  /** Where a part leads: the list filtered to it. */
  hrefOf?: (status: ChartStatus) => string;
}

/* Order and fill are one thing: the four fills were searched together for colour-blind distance. */
const parts: readonly { status: ChartStatus; fill: Fill }[] = [
  { status: 'Ok', fill: 'ok' },
  { status: 'EoL', fill: 'eol' },
  { status: 'Insecure', fill: 'ins' },
  { status: '0-Day', fill: 'zd' },
];

function placeParts(counts: StackedBarProps['counts']) {
  const total = parts.reduce((sum, { status }) => sum + counts[status], 0) || 1;
  let before = 0;
  return parts.map((part) => {
    const share = counts[part.status] / total;
    const start = before;
    before += share;
    return { ...part, share, start };
  });
}

/** Shares of the four statuses: colour, pattern where colour is scarce, and the share in words beneath. */
export function StackedBar({ label, counts, hrefOf }: StackedBarProps) {
  const id = useId();
  const placed = placeParts(counts);
  const shares = placed.map(({ status, share }) => `${status} ${formatPercent(share)}`);
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take its colours from the theme */}
      <svg className={s['bar']} role="img" aria-label={`${label}: ${shares.join(', ')}`}>
        <ChartPatterns id={id} />
        {placed.map(({ status, fill, share, start }) => {
          const box = { x: `${start * 100}%`, y: 0, width: `${share * 100}%`, height: '100%' };
          return (
            <g key={status}>
              <rect {...box} className={cx(c['fill'], c[fill])} />
              <rect {...box} fill={patternUrl(id, fill)} className={c['pattern']} />
            </g>
          );
        })}
      </svg>
      <ul className={s['legend']}>
        {placed.map(({ status, share }) => {
          const badge = <StatusBadge status={status} note={formatPercent(share)} />;
          return <li key={status}>{hrefOf ? <a href={hrefOf(status)}>{badge}</a> : badge}</li>;
        })}
      </ul>
    </div>
  );
}
