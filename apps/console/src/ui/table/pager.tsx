import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { formatNumber } from '../format.ts';
import s from './bar.module.css';

/** Where the rows in sight stand. Pages go by cursor, so there is a next and a previous, and no page number. */
export interface PageInfo {
  /** Number of the first row, from 1. */
  from: number;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

export interface PagerProps {
  page: PageInfo;
  rowCount: number;
  total: number;
}

export function Pager({ page, rowCount, total }: PagerProps) {
  return (
    <nav className={cx(s['bar'], s['foot'])} aria-label="Pages">
      <span>{describeRows(page, rowCount, total)}</span>
      <div className={s['push']}>
        <IconButton
          variant="plain"
          icon={ChevronLeft}
          label="Previous page"
          isDisabled={!page.onPrevious}
          onPress={() => page.onPrevious?.()}
        />
        <IconButton
          variant="plain"
          icon={ChevronRight}
          label="Next page"
          isDisabled={!page.onNext}
          onPress={() => page.onNext?.()}
        />
      </div>
    </nav>
  );
}

export function describeRows(page: PageInfo, rowCount: number, total: number): string {
  if (rowCount === 0) return 'No rows';
  const last = page.from + rowCount - 1;
  return `Rows ${formatNumber(page.from)}–${formatNumber(last)} of ${formatNumber(total)}`;
}
