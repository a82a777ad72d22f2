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
  /** The list the pages are of. */
  label: string;
  page: PageInfo;
  words: string;
}

export function Pager({ label, page, words }: PagerProps) {
  const isOnlyPage = page.from === 1 && !page.onNext && !page.onPrevious;
  if (isOnlyPage) return <p className={cx(s['bar'], s['foot'])}>{words}</p>;
  return (
    <nav className={cx(s['bar'], s['foot'])} aria-label={`Pages of ${label}`}>
      <span>{words}</span>
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
