import { columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column, Sort } from './column.ts';

/* Sorting, filtering and paging are the server's; the library holds the column model. Order, width and pinning come
   by naming their feature here. */
const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

/** The columns in sight, in their order. */
export function useColumnModel<Row extends object>(
  columns: readonly Column<Row>[],
  hidden: ReadonlySet<string>,
  sort: Sort | null,
): readonly Column<Row>[] {
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        enableHiding: !column.isRowHeader,
        enableSorting: column.isSortable ?? false,
      })),
    [columns],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id, isRowHeader }) => [id, isRowHeader === true || !hidden.has(id)])),
    [columns, hidden],
  );
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.direction === 'descending' }] : []), [sort]);
  const table = useTable<typeof features, Row>({
    features,
    columns: defs,
    data: noRows as Row[],
    manualSorting: true,
    state: { columnVisibility, sorting },
  });
  const shown = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join('\n');
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return shown.split('\n').flatMap((id) => byId.get(id) ?? []);
  }, [columns, shown]);
}

const noRows: object[] = [];
