import type { Answer } from '@patchkeep/contract/endpoint';
import type { results } from '@patchkeep/contract/results';
import type { FoundUpdate } from '@patchkeep/contract/windows-updates';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { restartWords, updateFactColumns, updateStateColumn } from '../../ui/windows-update-columns.tsx';
import s from './results.module.css';

const columns: readonly Column<FoundUpdate>[] = [
  {
    id: 'kbArticle',
    header: 'KB',
    width: 108,
    isRowHeader: true,
    cell: ({ kbArticle }) => (
      <Link to="/win-updates/hosts" search={{ kbArticle }} className="plain-link">
        {kbArticle}
      </Link>
    ),
    text: ({ kbArticle }) => kbArticle,
  },
  ...updateFactColumns<FoundUpdate>({ title: 256, classification: 152, severity: 96, released: 116 }),
  updateStateColumn(120),
  {
    id: 'task',
    header: 'Approved',
    width: 92,
    cell: ({ task }) =>
      task === null ? (
        '—'
      ) : (
        <Badge tone={task.isApproved ? 'ok' : 'neu'} icon={task.isApproved ? Check : RotateCw}>
          {task.isApproved ? 'Yes' : 'Not yet'}
        </Badge>
      ),
    text: ({ task }) => (task === null ? '' : task.isApproved ? 'Yes' : 'Not yet'),
  },
  {
    id: 'restart',
    header: 'Restart',
    width: 96,
    cell: ({ isRestartRequired }) => restartWords(isRestartRequired),
    text: ({ isRestartRequired }) => restartWords(isRestartRequired),
  },
];
const hidden: ReadonlySet<string> = new Set(['restart']);
const getId = ({ foundUpdateUuid }: FoundUpdate) => foundUpdateUuid;
const getName = ({ kbArticle }: FoundUpdate) => kbArticle;

/** The Windows updates this host needs; what a newer one replaces is left out. */
export function HostUpdatesTab({ full }: { full: UseQueryResult<Answer<typeof results.full>> }) {
  const rows = full.data?.winUpdates;
  const isWindows = /windows/i.test(full.data?.hostInfo.osName ?? 'Windows');
  return (
    <div className={s['list']}>
      <DataTable
        label="Windows updates"
        noun="updates"
        columns={columns}
        hidden={hidden}
        rows={full.isError && !rows ? [] : rows}
        getId={getId}
        getName={getName}
        total={rows?.length ?? 0}
        page={{ from: 1 }}
        error={
          full.isError && !rows
            ? { message: 'Unable to fetch Windows updates.', onRetry: () => void full.refetch() }
            : undefined
        }
        whenNone={
          <EmptyState icon={Check} title={isWindows ? 'No Windows update is missing' : 'Not a Windows host'}>
            {isWindows
              ? 'This host reports none that it needs. What a newer update replaces is left out.'
              : 'Windows updates are for hosts that run Windows.'}
          </EmptyState>
        }
      />
    </div>
  );
}
