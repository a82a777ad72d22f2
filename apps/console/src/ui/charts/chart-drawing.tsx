import type { ReactNode } from 'react';
import { ChartPatterns } from './chart-patterns.tsx';
import s from './charts.module.css';
import type { ChartKeys } from './use-chart-keys.ts';

export interface ChartDrawingProps {
  id: string;
  label: string;
  viewBox: string;
  keys: ChartKeys;
  className: string | undefined;
  children: ReactNode;
}

/** The drawing that holds the parts of a chart: a group of links to people who hear it. */
export function ChartDrawing({ id, label, viewBox, keys, className, children }: ChartDrawingProps) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no element that groups its links
      role="group"
      aria-label={`${label}: arrow keys go from part to part`}
      viewBox={viewBox}
      className={className}
      {...keys.chartProps}
    >
      <ChartPatterns id={id} />
      {children}
    </svg>
  );
}

export interface ChartPartProps {
  /** What it is and how many: spoken, and shown to whoever points at it. */
  words: string;
  href: string;
  isNewTab: boolean;
  column: number;
  row: number;
  keys: ChartKeys;
  children: ReactNode;
}

export function ChartPart({ words, href, isNewTab, column, row, keys, children }: ChartPartProps) {
  return (
    <a
      href={href}
      {...(isNewTab && { target: '_blank', rel: 'noreferrer' })}
      aria-label={words}
      className={s['part']}
      {...keys.partProps(column, row)}
    >
      <title>{words}</title>
      {children}
    </a>
  );
}
