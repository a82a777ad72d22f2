import ArrowUp from 'lucide-react/icons/arrow-up';
import { cx } from '../cx.ts';
import { BareCheckbox } from '../form/checkbox.tsx';
import { type Column, nextSort, type Sort } from './column.ts';
import type { HeadState } from './selection.ts';
import s from './table.module.css';

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
  /** Absent where rows cannot be chosen. */
  check?: { state: HeadState; onChange: (isOn: boolean) => void; isDisabled: boolean } | undefined;
}

export function TableHead<Row>({ columns, sort, onSort, check }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {check && (
          <th scope="col" className={s['check']}>
            <BareCheckbox
              label="Select all rows on this page"
              isSelected={check.state === 'all'}
              isIndeterminate={check.state === 'some'}
              isDisabled={check.isDisabled}
              onChange={check.onChange}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={column.isSortable ? onSort : undefined} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const isSorted = sort?.column === column.id;
  return (
    <th
      scope="col"
      className={cx(column.align === 'end' && s['end'])}
      title={column.header}
      {...(onSort ? { 'aria-sort': isSorted ? sort.direction : ('none' as const) } : {})}
    >
      {onSort ? (
        <button
          type="button"
          className={cx('bare-button', s['sort'])}
          onClick={() => onSort(nextSort(sort, column.id))}
        >
          {column.header}
          <ArrowUp size={12} className={cx(s['arrow'])} aria-hidden />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
