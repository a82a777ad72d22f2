import { formatNumber } from '../format.ts';
import { notify } from '../notify.tsx';
import { exportRows, type ListFile, type ListFormat } from './export/export-rows.ts';

/** A list that is fetched from its newest rows on. */
interface Fetched {
  isError: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

/** How a table shows activities from the newest on: older ones on demand, and what to say when none could be fetched. */
export const newestFirst = <Row>(query: Fetched, rows: readonly Row[] | undefined, unable: string) => {
  const hasFailed = query.isError && !rows;
  return {
    noun: 'activities',
    density: 'cosy',
    rows: hasFailed ? [] : rows,
    total: rows?.length ?? 0,
    page: {
      from: 1,
      older: query.hasNextPage
        ? { onLoad: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
        : undefined,
    },
    isRefreshing: query.isPlaceholderData,
    error: hasFailed ? { message: unable, onRetry: () => void query.refetch() } : undefined,
  } as const;
};

/** A site may have millions; a spreadsheet takes about one. */
export const mostExported = 20_000;

/** Hands out the newest, and says so where there may be older ones. */
export const saveNewest = <Row>(format: ListFormat, file: ListFile<Row>): void => {
  if (file.rows.length >= mostExported)
    notify({
      tone: 'info',
      text: `The newest ${formatNumber(file.rows.length)} were written; narrow the list for older ones.`,
    });
  exportRows(format, file);
};
