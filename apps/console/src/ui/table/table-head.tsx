import { type HTMLAttributes, type ReactNode, useRef } from 'react';
import { cx } from '../cx.ts';
import { BareCheckbox } from '../form/checkbox.tsx';
import { type Column, nextSort, type Sort } from './column.ts';
import type { Drawn } from './layout/column-layout.ts';
import { type Place, useColumnDrag } from './layout/use-column-drag.ts';
import type { HeadState } from './selection.ts';
import { SortButton } from './sort-button.tsx';
import s from './table.module.css';

/** `taken` is the width of the box to tick; 0 where rows cannot be chosen. */
export const ColumnWidths = ({ widths, taken }: { widths: readonly Drawn[]; taken: number }) => (
  <colgroup>
    {taken > 0 && <col style={{ width: taken }} />}
    {widths.map(({ id, width }) => (
      <col key={id} style={{ width }} />
    ))}
  </colgroup>
);

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
  widths: readonly Drawn[];
  /** Absent where widths cannot be changed. */
  onResize: ((column: string, width: number) => void) | undefined;
  /** Absent where columns cannot be moved. */
  onMove: ((column: string, place: Place) => void) | undefined;
  /** Absent where rows cannot be chosen. */
  check?: { state: HeadState; onChange: (isOn: boolean) => void; isDisabled: boolean } | undefined;
}

export function TableHead<Row>({ columns, sort, onSort, widths, onResize, onMove, check }: TableHeadProps<Row>) {
  const drag = useColumnDrag(onMove);
  const markOf = (id: string, index: number) => {
    if (drag?.place === 'last') return index === columns.length - 1 ? 'after' : undefined;
    return drag?.place?.before === id ? 'before' : undefined;
  };
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
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            sort={sort}
            onSort={column.isSortable ? onSort : undefined}
            dragging={{ ...drag?.headOf(column.id), 'data-drop': markOf(column.id, index) }}
          >
            {onResize && (
              <Edge width={widths[index]?.width ?? column.width} onResize={(width) => onResize(column.id, width)} />
            )}
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
  /** What makes it a head that can be dragged. */
  dragging: HTMLAttributes<HTMLElement> & { 'data-drop': string | undefined };
  children: ReactNode;
}

function HeadCell<Row>({ column, sort, onSort, dragging, children }: HeadCellProps<Row>) {
  const isSorted = sort?.column === column.id;
  return (
    <th
      scope="col"
      className={cx(column.align === 'end' && s['end'], column.isRowHeader && s['lead'])}
      title={column.header}
      {...dragging}
      {...(onSort ? { 'aria-sort': isSorted ? sort.direction : ('none' as const) } : {})}
    >
      {onSort ? (
        <SortButton
          header={column.header}
          isEnd={column.align === 'end'}
          onPress={() => onSort(nextSort(sort, column.id))}
        />
      ) : (
        column.header
      )}
      {children}
    </th>
  );
}

/** The edge of a head, to be dragged. Those without a pointer set the width in the menu of the columns. */
function Edge({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const end = () => {
    start.current = null;
  };
  return (
    <span
      className={s['edge']}
      aria-hidden
      onPointerDown={(event) => {
        // The head itself stays where it is.
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={({ clientX }) => {
        if (start.current) onResize(start.current.width + clientX - start.current.x);
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
