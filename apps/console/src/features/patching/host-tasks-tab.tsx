import type { PackageActivity } from '@patchkeep/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ListChecks from 'lucide-react/icons/list-checks';
import { useState } from 'react';
import { RetryButton } from '../../acts/retry-button.tsx';
import { useMay } from '../../lib/use-may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TimeCell } from '../../ui/table/time-cell.tsx';
import { CauseCell, NextCell, ResultCell, resultText } from './activity-cells.tsx';
import { causeOf, isOpen, nextOf, titleOf, versionsOf } from './activity-text.ts';
import { hostTasksQuery } from './patching.queries.ts';
import l from '../../ui/cell-lines.module.css';
import s from './patching.module.css';

const columns: readonly Column<PackageActivity>[] = [
  {
    id: 'title',
    header: 'Update',
    width: 188,
    isRowHeader: true,
    cell: (task) => (
      <span className={l['lines']}>
        <span>{titleOf(task)}</span>
        <span className={l['quiet']}>{task.kbArticle ?? versionsOf(task)}</span>
      </span>
    ),
    text: (task) => `${titleOf(task)} ${task.kbArticle ?? versionsOf(task)}`,
  },
  {
    id: 'result',
    isStatus: true,
    header: 'Result',
    width: 184,
    cell: (task) => <ResultCell activity={task} />,
    text: (task) => resultText(task),
  },
  { id: 'cause', header: 'Cause', width: 272, cell: (task) => <CauseCell activity={task} />, text: causeOf },
  {
    id: 'since',
    header: 'Since',
    width: 140,
    cell: ({ endTime }) => <TimeCell at={endTime} />,
    text: ({ endTime }) => endTime,
  },
  {
    id: 'next',
    header: 'Next',
    width: 196,
    cell: (task) => (task.isRetryable ? <RetryOr task={task} /> : <NextCell activity={task} />),
    text: (task) => nextOf(task, new Date()),
  },
];

/** Whoever may not retry reads what it waits for. */
function RetryOr({ task }: { task: PackageActivity }) {
  const choice = { activityUuid: [task.activityUuid] };
  if (!useMay('canDecideUpdates')) return <NextCell activity={task} />;
  return <RetryButton size="small" what={`${titleOf(task)} on ${task.hostName}`} choice={choice} />;
}

const getId = ({ activityUuid }: PackageActivity) => activityUuid;

/** The tasks of a host that anything is still to come of; nothing while they are not known. */
export const useOpenTasks = (hostUuid: string | undefined, mayView: boolean): number | undefined =>
  useQuery({
    ...hostTasksQuery(hostUuid ?? ''),
    enabled: hostUuid !== undefined && mayView,
    select: ({ tasks }) => tasks.filter(isOpen).length,
  }).data;

/** What the host has been told to do: what it waits for, why, since when, and what comes next. */
export function HostTasksTab({ hostUuid }: { hostUuid: string }) {
  const query = useQuery(hostTasksQuery(hostUuid));
  const [isAllShown, setAllShown] = useState(true);
  const { data } = query;
  const tasks = data?.tasks.toSorted(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.endTime.localeCompare(a.endTime),
  );
  const shown = tasks?.filter((task) => isAllShown || isOpen(task));
  return (
    <div className={s['stack']}>
      <div className={s['tools']}>
        <Checkbox isSelected={isAllShown} onChange={setAllShown}>
          Include finished
        </Checkbox>
        <Link to="/patching/activity" search={{ hostUuid }} className={buttonClass()}>
          All activity of this host
        </Link>
      </div>
      <div className={s['tasks']}>
        <DataTable
          label="Tasks"
          noun="tasks"
          columns={columns}
          density="cosy"
          rows={query.isError && !data ? [] : shown}
          getId={getId}
          getName={titleOf}
          total={shown?.length ?? 0}
          page={{ from: 1 }}
          pageSize={5}
          error={
            query.isError && !data
              ? { message: 'Unable to fetch package activities.', onRetry: () => void query.refetch() }
              : undefined
          }
          whenNone={
            <EmptyState
              icon={ListChecks}
              title={isAllShown ? 'This host has been told nothing yet' : 'Nothing is to come on this host'}
            >
              {isAllShown
                ? 'Updates that are approved or automated for it show here, from the decision to the proof.'
                : 'Whatever it was told to do is over.'}
            </EmptyState>
          }
        />
      </div>
      {data?.hasOlder === true && <p className={l['quiet']}>Only the newest are listed here.</p>}
    </div>
  );
}
