import type { Host } from '@patchkeep/contract/hosts';
import { constants } from '@patchkeep/contract/constants';
import type { Column } from '../../ui/table/column.ts';
import { downloadText, rowsToCsv } from '../../ui/table/download.ts';
import { showFailure } from '../../lib/client.ts';
import { endTask, putTask } from '../../lib/tasks.ts';
import { fetchHostPage, type HostPageAsked } from './hosts.queries.ts';

const task = { id: 'export-hosts', label: 'Export hosts' };

/** All hosts that match as CSV, fetched page by page while the user goes on working. */
export const exportHosts = async (
  asked: Omit<HostPageAsked, 'cursor' | 'limit'>,
  within: 'site' | 'group' | 'tag',
  columns: readonly Column<Host>[],
): Promise<void> => {
  const rows: Host[] = [];
  putTask({ ...task, done: 0 });
  try {
    for (let cursor: string | undefined; ;) {
      const page = await fetchHostPage({ ...asked, cursor, limit: constants.pageSizeMax }, within);
      rows.push(...page.hosts);
      putTask({ ...task, done: rows.length, total: page.total });
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    downloadText('hosts.csv', rowsToCsv(columns, rows));
  } catch (thrown) {
    showFailure(thrown);
  } finally {
    endTask(task.id);
  }
};
