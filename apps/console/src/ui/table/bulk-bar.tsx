import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { formatNumber } from '../format.ts';
import { allMatching, countSelected, noSelection, type Selection } from './selection.ts';
import s from './bar.module.css';

export interface BulkBarProps {
  selection: Selection;
  total: number;
  onSelect: (selection: Selection) => void;
  /** Buttons that act on the choice. */
  children: ReactNode;
}

export function BulkBar({ selection, total, onSelect, children }: BulkBarProps) {
  const count = countSelected(selection, total);
  return (
    <fieldset className={cx(s['bar'], s['bulk'])} aria-label="Selected rows">
      <span className={s['count']}>
        {count === total ? `All ${formatNumber(total)}` : `${formatNumber(count)} of ${formatNumber(total)}`} selected
      </span>
      {count < total && (
        <button type="button" className={s['text']} onClick={() => onSelect(allMatching)}>
          Select all {formatNumber(total)} matching
        </button>
      )}
      <button type="button" className={cx(s['text'], s['plain'])} onClick={() => onSelect(noSelection)}>
        Clear
      </button>
      <div className="at-end">{children}</div>
    </fieldset>
  );
}
