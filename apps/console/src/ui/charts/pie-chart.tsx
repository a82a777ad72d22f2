import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { formatNumber, formatPercent } from '../format.ts';
import type { ChartSeries } from './chart-data.ts';
import { ChartDrawing, ChartPart } from './chart-drawing.tsx';
import { patternUrl } from './chart-patterns.tsx';
import { useChartKeys } from './use-chart-keys.ts';
import s from './charts.module.css';

export interface PieChartProps {
  label: string;
  slices: readonly (ChartSeries & { value: number; href: string | undefined })[];
  isNewTab: boolean;
}

const radius = 100;
const hole = 58;

const at = (share: number, distance: number) => {
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return `${(Math.cos(angle) * distance).toFixed(2)} ${(Math.sin(angle) * distance).toFixed(2)}`;
};

/** A slice of the ring from one share of the whole to another; the whole ring takes two halves to draw. */
const slicePath = (from: number, to: number): string => {
  if (to - from >= 0.9999) return `${slicePath(0, 0.5)}${slicePath(0.5, 1)}`;
  const large = to - from > 0.5 ? 1 : 0;
  return `M${at(from, radius)}A${radius} ${radius} 0 ${large} 1 ${at(to, radius)}L${at(to, hole)}A${hole} ${hole} 0 ${large} 0 ${at(from, hole)}Z`;
};

const layOutSlices = (slices: PieChartProps['slices'], total: number) => {
  let before = 0;
  return slices
    .filter(({ value }) => value > 0)
    .map((slice) => {
      const from = before;
      before += slice.value / total;
      return { ...slice, d: slicePath(from, before) };
    });
};

function Share({ href, isNewTab, children }: { href: string | undefined; isNewTab: boolean; children: ReactNode }) {
  if (href === undefined) return <span className={s['share']}>{children}</span>;
  return (
    <a href={href} {...(isNewTab && { target: '_blank', rel: 'noreferrer' })} className={s['share']}>
      {children}
    </a>
  );
}

/** Shares of a whole as a ring, and beside it every share by name with its number: the drawing alone says nothing. */
export function PieChart({ label, slices, isNewTab }: PieChartProps) {
  const id = useId();
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const drawn = layOutSlices(slices, total);
  const keys = useChartKeys(drawn.length, 1);
  return (
    <div className={s['pie']}>
      <ChartDrawing {...{ id, label, keys }} viewBox="-104 -104 208 208" className={s['ring']}>
        {total === 0 && <path d={slicePath(0, 1)} className={s['nothing']} />}
        {drawn.map(({ id: slice, label: name, fill, value, href, d }, index) => {
          const partLabel = `${name}: ${formatNumber(value)}, ${formatPercent(value / total)}`;
          return (
            <ChartPart key={slice} column={index} row={0} label={partLabel} {...{ href, isNewTab, keys }}>
              <path d={d} className={cx(s['fill'], s[fill])} />
              <path d={d} fill={patternUrl(id, fill)} className={s['pattern']} />
              <path d={d} className={s['edge']} />
            </ChartPart>
          );
        })}
        <text y="-2" className={s['wholeNumber']} aria-hidden>
          {formatNumber(total)}
        </text>
        <text y="18" className={s['wholeWord']} aria-hidden>
          total
        </text>
      </ChartDrawing>
      <ul className={s['shares']}>
        {slices.map(({ id: slice, label: name, fill, value, href }) => (
          <li key={slice}>
            <Share href={href} isNewTab={isNewTab}>
              <svg width="14" height="14" className={s['swatch']} aria-hidden>
                <rect width="14" height="14" rx="2" className={cx(s['fill'], s[fill])} />
                <rect width="14" height="14" rx="2" fill={patternUrl(id, fill)} className={s['pattern']} />
              </svg>
              <span className={s['shareName']}>{name}</span> <span>{formatNumber(value)}</span>{' '}
              <span className={s['sharePart']}>{formatPercent(total === 0 ? 0 : value / total)}</span>
            </Share>
          </li>
        ))}
      </ul>
    </div>
  );
}
