import { constants } from '@patchkeep/contract/constants';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import CalendarOff from 'lucide-react/icons/calendar-off';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatNumber } from '../ui/format.ts';
import { PageHead } from '../ui/page-head.tsx';
import type { Column } from '../ui/table/column.ts';
import { ColumnsAndExport } from '../ui/table/columns-and-export.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { exportRows, type ListFormat } from '../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../ui/table/layout/use-column-layout.ts';
import { queryState } from '../ui/table/query-state.ts';
import { usePageCursor } from '../ui/table/use-page-cursor.ts';

interface Portion<Row> {
  rows: readonly Row[];
  total: number;
  nextCursor: string | null;
}

interface DayListProps<Row extends object> {
  title: string;
  /** What a row is, in the plural; names the list in files and in what is kept of its columns. */
  noun: 'hosts' | 'vulnerabilities';
  /** Follows the number of rows: in which order they are. */
  order: string;
  asOf: string;
  columns: readonly Column<Row>[];
  getId: (row: Row) => string;
  getName: (row: Row) => string;
  /** What narrows the list, beside the day. */
  filter: string;
  fetchPage: (paged: { cursor?: string; limit: number }) => Promise<Portion<Row>>;
  /** Reads all pages, with a sign of how far it is. */
  fetchAll: (
    task: { id: string; label: string },
    fetchPage: (cursor: string | undefined) => Promise<Portion<Row>>,
  ) => Promise<Row[] | undefined>;
  /** What is said when there is no row. */
  whenNone: string;
  onClearFilters?: (() => void) | undefined;
  /** The filter bar. */
  children?: ReactNode;
}

async function exportDay<Row extends object>(
  { noun, asOf, columns, fetchPage, fetchAll }: DayListProps<Row>,
  hidden: ReadonlySet<string>,
  format: ListFormat,
) {
  const rows = await fetchAll({ id: `export-${noun}`, label: `Export ${noun}` }, (cursor) =>
    fetchPage({ limit: constants.pageSizeMax, ...(cursor !== undefined && { cursor }) }),
  );
  const shown = columns.filter((column) => !hidden.has(column.id));
  if (rows) exportRows(format, { name: noun, asOf, columns: shown, rows });
}

/** A list of a day of the past: rows to read, to print and to take away, with nothing to do to them. */
export function DayList<Row extends object>(props: DayListProps<Row>) {
  const { title, noun, order, asOf, columns, filter, fetchPage, whenNone, onClearFilters, children } = props;
  const layout = useColumnLayout(`${noun}-of-day`, columns);
  const paging = usePageCursor(`${asOf} ${filter}`);
  const { cursor } = paging;
  const query = useQuery({
    queryKey: ['counts', 'of-day', noun, asOf, filter, cursor],
    queryFn: () => fetchPage({ limit: constants.pageSize, ...(cursor !== undefined && { cursor }) }),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total ?? 0;
  return (
    <>
      <PageHead
        title={title}
        lead={query.data && `${formatNumber(total)} on that day, ${order}`}
        actions={
          <ColumnsAndExport
            columns={columns}
            layout={layout}
            detail={`All ${noun} of the day that match`}
            onExport={(format) => void exportDay(props, layout.hidden, format)}
          />
        }
      />
      <DataTable
        label={title}
        noun={noun}
        columns={columns}
        layout={layout}
        density="cosy"
        {...queryState(query, query.data?.rows, `Unable to fetch ${noun}.`)}
        getId={props.getId}
        getName={props.getName}
        total={total}
        page={paging.page(query.data?.nextCursor, query.isPlaceholderData)}
        pageSize={constants.pageSize}
        onClearFilters={onClearFilters}
        whenNone={<EmptyState icon={CalendarOff} title={whenNone} />}
      >
        {children}
      </DataTable>
    </>
  );
}
