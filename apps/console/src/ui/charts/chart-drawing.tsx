import type { ReactNode } from 'react';
import { ChartPatterns } from './chart-patterns.tsx';
import type { ChartKeys } from './use-chart-keys.ts';
import s from './charts.module.css';

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
  label: string;
  /** The list behind the number; a part without one can still be reached and heard. */
  href: string | undefined;
  isNewTab: boolean;
  column: number;
  row: number;
  keys: ChartKeys;
  children: ReactNode;
}

export function ChartPart({ label, href, isNewTab, column, row, keys, children }: ChartPartProps) {
  const part = { 'aria-label': label, className: s['part'], ...keys.partProps(column, row) };
  const drawn = (
    <>
      <title>{label}</title>
      {children}
    </>
  );
  if (href === undefined)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a part of a drawing cannot be an <img>
      <g role="img" {...part}>
        {drawn}
      </g>
    );
  return (
    <a href={href} {...(isNewTab && { target: '_blank', rel: 'noreferrer' })} {...part}>
      {drawn}
    </a>
  );
}
