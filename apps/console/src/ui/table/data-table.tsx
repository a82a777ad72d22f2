import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { formatNumber } from '../format.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { Column, Sort } from './column.ts';
import type { KeptLayout } from './layout/use-column-layout.ts';
import { useTableColumns } from './layout/use-table-columns.ts';
import { describeRows, type PageChanges, type PageInfo, Pager } from './pager.tsx';
import {
  countSelected,
  extendSelection,
  headState,
  isSelected,
  noSelection,
  type Selection,
  setSelected,
  toggleSelected,
} from './selection.ts';
import { ColumnWidths, TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { BelowRow, EmptyRow, ErrorRow, SkeletonRows } from './table-states.tsx';
import { useRowKeys } from './use-row-keys.ts';
import s from './table.module.css';

export interface DataTableProps<Row extends object> {
  /** The table's name, spoken. */
  label: string;
  /** What a row is, in the plural: "hosts". */
  noun: string;
  columns: readonly Column<Row>[];
  /** Columns that the page hides; a list with a layout says it there. */
  hidden?: ReadonlySet<string>;
  /** What the user has made of the columns. */
  layout?: KeptLayout;
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  getId: (row: Row) => string;
  /** Names a row to a screen reader: "Select LT-CPH-0412". */
  getName: (row: Row) => string;
  /** How many match, on all pages. */
  total: number;
  page: PageInfo;
  pageSize?: number;
  changes?: PageChanges | undefined;
  density?: 'compact' | 'cosy';
  /** New rows are on their way; the old ones stay meanwhile. */
  isRefreshing?: boolean;
  error?: { message: string; onRetry: () => void } | undefined;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
  bulkActions?: ReactNode;
  /** Enter on a row. */
  onOpen?: (row: Row) => void;
  /** A press on a row, or Shift+Enter: open it in the side panel. */
  onPeek?: (row: Row) => void;
  /** Keys of the page's own, pressed on a row; true when it took the key. */
  onRowKey?: ((row: Row, key: string) => boolean) | undefined;
  /** What stands below a row, over its whole width; nothing where it answers null. The page keeps which ones are open. */
  below?: ((row: Row) => ReactNode) | undefined;
  onClearFilters?: (() => void) | undefined;
  whenNone?: ReactNode;
  /** The filter bar. */
  children?: ReactNode;
}

const noRows: readonly never[] = [];
const checkWidth = 44;

/** What assistive technology is told once the rows are there. */
function spokenOf<Row extends object>(props: DataTableProps<Row>, selectedCount: number): string {
  const { page, total, noun, rows = noRows } = props;
  if (props.error) return '';
  const choice = selectedCount > 0 ? `${formatNumber(selectedCount)} selected. ` : '';
  if (page.older) return `${choice}${describeRows(page, rows.length, total)}`;
  return `${choice}${formatNumber(total)} ${noun}. ${describeRows(page, rows.length, total)}`;
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows = noRows, getId, total, page, sort = null, selection = noSelection, onSelect, onOpen, onPeek } = props;
  const tableRef = useRef<HTMLTableElement>(null);
  const isSelectable = onSelect !== undefined;
  const taken = isSelectable ? checkWidth : 0;
  const { frameRef, columns, widths, isCramped } = useTableColumns(props, taken);
  const pageIds = useMemo(() => rows.map(getId), [rows, getId]);
  const [wanted, setCurrent] = useState(0);
  const current = Math.min(wanted, Math.max(0, rows.length - 1));

  const at = (act: ((row: Row) => void) | undefined) =>
    act &&
    ((index: number) => {
      const row = rows[index];
      if (row) act(row);
    });
  const onKeyDown = useRowKeys({
    tableRef,
    pageIds,
    total,
    current,
    setCurrent,
    selection,
    onSelect,
    onOpen: at(onOpen),
    onPeek: at(onPeek),
    onRowKey: (index, key) => {
      const row = rows[index];
      return row !== undefined && props.onRowKey?.(row, key) === true;
    },
  });

  // Rows are drawn anew only when they change, so what they call must stay the same function.
  const latest = useRef({ rows, pageIds, selection, onSelect, onPeek, lastToggled: 0 });
  useEffect(() => {
    Object.assign(latest.current, { rows, pageIds, selection, onSelect, onPeek });
  });
  const toggle = useCallback((index: number, isRange: boolean) => {
    const now = latest.current;
    const id = now.pageIds[index];
    if (id === undefined) return;
    now.onSelect?.(
      isRange
        ? extendSelection(now.selection, now.pageIds, now.lastToggled, now.lastToggled, index)
        : toggleSelected(now.selection, id),
    );
    now.lastToggled = index;
  }, []);
  const peek = useCallback((index: number) => {
    const row = latest.current.rows[index];
    if (row) latest.current.onPeek?.(row);
  }, []);

  const selectedCount = countSelected(selection, total);
  const columnCount = columns.length + (isSelectable ? 1 : 0);
  const width = widths.reduce((sum, column) => sum + column.width, taken);
  const isLoading = props.rows === undefined && !props.error;

  return (
    <div className={cx('card', s['frame'])}>
      {props.children}
      {onSelect && selectedCount > 0 && (
        <BulkBar selection={selection} total={total} onSelect={onSelect}>
          {props.bulkActions}
        </BulkBar>
      )}
      <div
        ref={frameRef}
        className={s['scroll']}
        data-still={rows.length === 0 ? '' : undefined}
        data-cramped={isCramped ? '' : undefined}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for the keys of all rows */}
        <table
          ref={tableRef}
          className={cx(s['table'], s[props.density ?? 'compact'])}
          style={{ width }}
          aria-label={props.label}
          // How many older ones there are is not known.
          aria-rowcount={page.older ? -1 : total + 1}
          aria-busy={isLoading || props.isRefreshing === true}
          onKeyDown={onKeyDown}
        >
          <ColumnWidths widths={widths} taken={taken} />
          <TableHead
            columns={columns}
            sort={sort}
            onSort={props.onSort}
            widths={widths}
            onResize={props.layout?.resizeTo}
            onMove={props.layout?.place}
            check={
              onSelect && {
                state: headState(selection, pageIds, total),
                isDisabled: rows.length === 0,
                onChange: (isOn) => onSelect(setSelected(selection, pageIds, isOn)),
              }
            }
          />
          <tbody>
            {isLoading && <SkeletonRows count={props.pageSize ?? 10} columns={columns} isSelectable={isSelectable} />}
            {props.error && <ErrorRow columnCount={columnCount} noun={props.noun} {...props.error} />}
            {props.rows?.length === 0 && !props.error && (
              <EmptyRow
                columnCount={columnCount}
                noun={props.noun}
                onClearFilters={props.onClearFilters}
                whenNone={props.whenNone}
              />
            )}
            {!props.error &&
              rows.map((row, index) => (
                <Fragment key={pageIds[index]}>
                  <TableRow
                    row={row}
                    id={pageIds[index] ?? ''}
                    name={props.getName(row)}
                    index={index}
                    ariaIndex={page.from + index + 1}
                    columns={columns}
                    isSelectable={isSelectable}
                    isSelected={isSelected(selection, pageIds[index] ?? '')}
                    isCurrent={index === current}
                    onToggle={toggle}
                    onPeek={onPeek ? peek : undefined}
                    onFocusRow={setCurrent}
                  />
                  <BelowRow columnCount={columnCount}>{props.below?.(row)}</BelowRow>
                </Fragment>
              ))}
          </tbody>
        </table>
      </div>
      <Pager
        label={props.label}
        page={page}
        changes={props.changes}
        rangeText={isLoading ? 'Loading...' : describeRows(page, props.error ? 0 : rows.length, total)}
      />
      <output className="visually-hidden">{isLoading ? 'Loading...' : spokenOf(props, selectedCount)}</output>
    </div>
  );
}
