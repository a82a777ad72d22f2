import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { EmptyState } from '../empty-state.tsx';
import type { Column } from './column.ts';
import s from './table.module.css';

const space = '\u00a0';

export interface SkeletonRowsProps<Row> {
  count: number;
  columns: readonly Column<Row>[];
  isSelectable: boolean;
}

/** As many rows of the same height as will come, so that nothing moves when they do. */
export function SkeletonRows<Row>({ count, columns, isSelectable }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} aria-hidden>
      {isSelectable && <td className={s['check']}>{space}</td>}
      {columns.map((column) => (
        <td key={column.id} className={cx(column.align === 'end' && s['end'])}>
          <span className={s['skeleton']}>{space}</span>
        </td>
      ))}
    </tr>
  ));
}

function StateRow({ columnCount, children }: { columnCount: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columnCount} className={s['state']}>
        {children}
      </td>
    </tr>
  );
}

/** More of the row above it. Keeps to the width in sight, however wide the table is. */
export function BelowRow({ columnCount, children }: { columnCount: number; children: ReactNode }) {
  if (children === null || children === undefined || children === false) return null;
  return (
    <tr>
      <td colSpan={columnCount} className={s['below']}>
        <div>{children}</div>
      </td>
    </tr>
  );
}

export interface EmptyRowProps {
  columnCount: number;
  noun: string;
  onClearFilters: (() => void) | undefined;
  /** What to say when there is nothing at all, filters or not. */
  whenNone: ReactNode;
}

export function EmptyRow({ columnCount, noun, onClearFilters, whenNone }: EmptyRowProps) {
  return (
    <StateRow columnCount={columnCount}>
      {onClearFilters ? (
        <EmptyState
          icon={SearchX}
          title={`No ${noun} match these filters`}
          action={<Button onPress={onClearFilters}>Clear all filters</Button>}
        >
          Take a filter away, or widen it.
        </EmptyState>
      ) : (
        (whenNone ?? <EmptyState title={`No ${noun} yet`} />)
      )}
    </StateRow>
  );
}

export function ErrorRow({
  columnCount,
  noun,
  message,
  onRetry,
}: {
  columnCount: number;
  noun: string;
  message: string;
  onRetry: () => void;
}) {
  return (
    <StateRow columnCount={columnCount}>
      <div role="alert">
        <EmptyState
          icon={CircleAlert}
          title={`The ${noun} could not be loaded`}
          action={<Button onPress={onRetry}>Try again</Button>}
        >
          {message}
        </EmptyState>
      </div>
    </StateRow>
  );
}
