import type { UseQueryResult } from '@tanstack/react-query';
import { fetchAll, type FetchPage } from '../../lib/fetch-all.ts';
import type { Column } from '../../ui/table/column.ts';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { downloadText, rowsToCsv } from '../../ui/table/download.ts';
import { ExportMenu } from '../../ui/table/export-menu.tsx';
import { useHiddenColumns } from '../../ui/table/use-hidden-columns.ts';
import type { usePlace } from '../../ui/table/use-place.ts';

export interface SublistOptions<Row> {
  /** Under which its columns are remembered and its file is saved. */
  screen: string;
  noun: string;
  columns: readonly Column<Row>[];
  query: UseQueryResult<{ total: number; nextCursor: string | null }>;
  rows: readonly Row[] | undefined;
  place: ReturnType<typeof usePlace>;
  exportDetail: string;
  fetchPage: FetchPage<Row>;
}

/** What the lists below an application have in common: columns, export, pages, and the word for what failed. */
export const useSublist = <Row,>(options: SublistOptions<Row>) => {
  const { screen, noun, columns, query, rows, place, exportDetail, fetchPage } = options;
  const hidden = useHiddenColumns(screen, columns);
  const exportAll = async () => {
    const all = await fetchAll({ id: `export-${screen}`, label: `Export ${noun}` }, fetchPage);
    const shown = columns.filter(({ id }) => !hidden.hidden.has(id));
    if (all) downloadText(`${screen}.csv`, rowsToCsv(shown, all));
  };
  const hasFailed = query.isError && !rows;
  return {
    total: query.data?.total ?? 0,
    actions: (
      <>
        <ColumnChooser columns={columns} {...hidden} />
        <ExportMenu formats={[{ id: 'csv', label: 'CSV', detail: exportDetail }]} onExport={() => void exportAll()} />
      </>
    ),
    table: {
      noun,
      columns,
      hidden: hidden.hidden,
      rows: hasFailed ? [] : rows,
      total: query.data?.total ?? 0,
      page: place.page(query.data?.nextCursor, query.isPlaceholderData),
      isRefreshing: query.isPlaceholderData,
      error: hasFailed ? { message: `Unable to fetch ${noun}.`, onRetry: () => void query.refetch() } : undefined,
    },
  };
};
