import { Link } from '@tanstack/react-router';
import type { Column } from '../ui/table/column.ts';

interface HostColumn<Row> extends Pick<Column<Row>, 'id' | 'width' | 'isSortable'> {
  uuidOf: (row: Row) => string;
  /** Of the host's page; its results without one. */
  tab?: 'tasks' | 'updates';
}

/** Names the row by its host, and leads to the page of that host. */
export const hostColumn = <Row extends { hostName: string }>({
  uuidOf,
  tab,
  ...column
}: HostColumn<Row>): Column<Row> => ({
  ...column,
  header: 'Host',
  isRowHeader: true,
  cell: (row) => (
    <Link to="/hosts/host-results" search={{ hostUuid: uuidOf(row), ...(tab && { tab }) }} className="plain-link">
      {row.hostName}
    </Link>
  ),
  text: ({ hostName }) => hostName,
});

export const groupColumn = <Row extends { groupName: string | null }>(width: number): Column<Row> => ({
  id: 'group',
  header: 'Group',
  width,
  cell: ({ groupName }) => groupName ?? '—',
  text: ({ groupName }) => groupName,
});
