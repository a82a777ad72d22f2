import { constants } from '@patchkeep/contract/constants';
import type { Host } from '@patchkeep/contract/hosts';
import { fetchAll } from '../../lib/fetch-all.ts';
import type { Column } from '../../ui/table/column.ts';
import { exportRows, type ListFormat } from '../../ui/table/export/export-rows.ts';
import { fetchHostPage, type HostPageRequest } from './hosts.queries.ts';

/** All hosts that match, as a file or on paper. */
export const exportHosts = async (
  format: ListFormat,
  request: Omit<HostPageRequest, 'cursor' | 'limit'>,
  within: 'site' | 'group' | 'tag',
  columns: readonly Column<Host>[],
): Promise<void> => {
  const rows = await fetchAll({ id: 'export-hosts', label: 'Export hosts' }, async (cursor) => {
    const { hosts, ...page } = await fetchHostPage({ ...request, cursor, limit: constants.pageSizeMax }, within);
    return { rows: hosts, ...page };
  });
  if (rows) exportRows(format, { name: 'hosts', columns, rows });
};
