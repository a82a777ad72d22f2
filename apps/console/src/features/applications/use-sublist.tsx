import type { UseQueryResult } from '@tanstack/react-query';
import { fetchAll, type FetchPage } from '../../lib/fetch-all.ts';
import type { Column } from '../../ui/table/column.ts';
import { ColumnsAndExport } from '../../ui/table/columns-and-export.tsx';
import { exportRows, type ListFormat } from '../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { queryState } from '../../ui/table/query-state.ts';
import type { usePageCursor } from '../../ui/table/use-page-cursor.ts';

export interface SublistOptions<Row> {
  /** Under which its columns are remembered and its file is saved. */
  screen: string;
  noun: string;
  columns: readonly Column<Row>[];
  query: UseQueryResult<{ total: number; nextCursor: string | null }>;
  rows: readonly Row[] | undefined;
  paging: ReturnType<typeof usePageCursor>;
  exportDetail: string;
  fetchPage: FetchPage<Row>;
}

/** What the lists below an application have in common: columns, export, pages, and the word for what failed. */
export const useSublist = <Row,>(options: SublistOptions<Row>) => {
  const { screen, noun, columns, query, rows, paging, exportDetail, fetchPage } = options;
  const layout = useColumnLayout(screen, columns);
  const exportAll = async (format: ListFormat) => {
    const all = await fetchAll({ id: `export-${screen}`, label: `Export ${noun}` }, fetchPage);
    const shown = columns.filter(({ id }) => !layout.hidden.has(id));
    if (all) exportRows(format, { name: screen, columns: shown, rows: all });
  };
  return {
    total: query.data?.total ?? 0,
    actions: (
      <ColumnsAndExport
        columns={columns}
        layout={layout}
        detail={exportDetail}
        onExport={(format) => void exportAll(format)}
      />
    ),
    table: {
      noun,
      columns,
      layout,
      ...queryState(query, rows, `Unable to fetch ${noun}.`),
      total: query.data?.total ?? 0,
      page: paging.page(query.data?.nextCursor, query.isPlaceholderData),
    },
  };
};
