import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button, IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { formatCount, formatNumber } from '../format.ts';
import { MenuButton, MenuItem } from '../menu.tsx';
import s from './bar.module.css';

/** Where the rows in sight stand. Pages go by cursor, so there is a next and a previous, and no page number. */
export interface PageInfo {
  /** Number of the first row, from 1. */
  from: number;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** For a list that grows downwards instead: adds older rows. Absent once the oldest is there. */
  older?: { onLoad: () => void; isLoading: boolean } | undefined;
  /** How many rows a page may have, where the user may choose. */
  sizes?: { current: number; options: readonly number[]; onChange: (size: number) => void } | undefined;
}

/** Rows that have changed on the server since they were drawn; they wait until the user asks. */
export interface PageChanges {
  count: number;
  onRefresh: () => void;
}

export interface PagerProps {
  /** The list the pages are of. */
  label: string;
  page: PageInfo;
  rangeText: string;
  changes?: PageChanges | undefined;
}

export function Pager({ label, page, rangeText, changes }: PagerProps) {
  const isOnlyPage = page.from === 1 && !page.onNext && !page.onPrevious && !page.older;
  if (isOnlyPage && !changes) return <p className={cx(s['bar'], s['foot'])}>{rangeText}</p>;
  return (
    <nav className={cx(s['bar'], s['foot'])} aria-label={`Pages of ${label}`}>
      <span>{rangeText}</span>
      {page.sizes && <PageSizes {...page.sizes} />}
      {changes && changes.count > 0 && (
        <output className={s['changes']}>
          {formatCount(changes.count, 'row')} changed
          <button type="button" className={s['text']} onClick={changes.onRefresh}>
            Refresh
          </button>
        </output>
      )}
      <div className="at-end">
        {page.older ? (
          <Button isPending={page.older.isLoading} onPress={page.older.onLoad}>
            Load older
          </Button>
        ) : (
          <Steps page={page} />
        )}
      </div>
    </nav>
  );
}

function Steps({ page }: { page: PageInfo }) {
  return (
    <>
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
    </>
  );
}

function PageSizes({ current, options, onChange }: NonNullable<PageInfo['sizes']>) {
  return (
    <MenuButton
      size="small"
      label={`${current} per page`}
      selectionMode="single"
      selectedKeys={[String(current)]}
      onAction={(key) => onChange(Number(key))}
    >
      {options.map((size) => (
        <MenuItem key={size} id={String(size)}>
          {String(size)}
        </MenuItem>
      ))}
    </MenuButton>
  );
}

export function describeRows(page: PageInfo, rowCount: number, total: number): string {
  if (rowCount === 0) return 'No rows';
  const last = page.from + rowCount - 1;
  if (page.older) return `The newest ${formatNumber(rowCount)}; there are older ones`;
  return `Rows ${formatNumber(page.from)}–${formatNumber(last)} of ${formatNumber(total)}`;
}
