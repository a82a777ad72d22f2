import { useId } from 'react';
import { StatusBadge } from './badge.tsx';
import { cx } from './cx.ts';
import { formatPercent } from './format.ts';
import s from './stacked-bar.module.css';

type ChartStatus = 'Ok' | 'EoL' | 'Insecure' | '0-Day';

export interface StackedBarProps {
  label: string;
  counts: Readonly<Record<ChartStatus, number>>;
  /** Where a part leads: the list filtered to it. */
  hrefOf?: (status: ChartStatus) => string;
}

/* Order and fill are one thing: the four fills were searched together for colour-blind distance. */
const parts: readonly { status: ChartStatus; fill: 'ok' | 'eol' | 'ins' | 'zd'; sign: string }[] = [
  { status: 'Ok', fill: 'ok', sign: '' },
  { status: 'EoL', fill: 'eol', sign: 'M3.5 4h1M4 3.5v1' },
  { status: 'Insecure', fill: 'ins', sign: 'M-2 2L2 -2M0 8L8 0M6 10L10 6' },
  { status: '0-Day', fill: 'zd', sign: 'M0 4H8M4 0V8' },
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
  const words = placed.map(({ status, share }) => `${status} ${formatPercent(share)}`);
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take its colours from the theme */}
      <svg className={s['bar']} role="img" aria-label={`${label}: ${words.join(', ')}`}>
        <defs>
          {placed.map(({ fill, sign }) => (
            <pattern key={fill} id={`${id}${fill}`} width="8" height="8" patternUnits="userSpaceOnUse">
              <path d={sign} className={s['sign']} />
            </pattern>
          ))}
        </defs>
        {placed.map(({ status, fill, share, start }) => {
          const box = { x: `${start * 100}%`, y: 0, width: `${share * 100}%`, height: '100%' };
          return (
            <g key={status}>
              <rect {...box} className={cx(s['part'], s[fill])} />
              <rect {...box} fill={`url(#${id}${fill})`} className={s['pattern']} />
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
