import type { Goal } from '@patchkeep/contract/goals';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../ui/format.ts';
import type { Column } from '../../../ui/table/column.ts';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { JobStateBadge } from '../job-badges.tsx';
import { JobProgress } from '../job-progress.tsx';
import { actionsText, progressOf, progressText, stateText, targetsText, typeText } from '../job-text.ts';
import l from '../../../ui/cell-lines.module.css';
import s from '../jobs.module.css';

function JobLink({ goalUuid, title }: Pick<Goal, 'goalUuid' | 'title'>) {
  return (
    <Link to="/deployment/job-info" search={{ goalUuid }} className="plain-link">
      {title}
    </Link>
  );
}

export const jobColumns: readonly Column<Goal>[] = [
  {
    id: 'title',
    isRowHeader: true,
    width: 188,
    header: 'Job',
    cell: (goal) => <JobLink {...goal} />,
    text: ({ title }) => title,
  },
  {
    id: 'state',
    header: 'State',
    width: 142,
    isStatus: true,
    cell: ({ state, jobType }) => (
      <span className={l['lines']}>
        <span className={s['badge']}>
          <JobStateBadge state={state} />
        </span>
        <span className={l['quiet']}>{typeText[jobType]}</span>
      </span>
    ),
    text: ({ state }) => stateText[state],
  },
  {
    id: 'actions',
    isName: true,
    header: 'Actions',
    width: 136,
    cell: (goal) => actionsText(goal),
    text: (goal) => actionsText(goal),
  },
  {
    id: 'progress',
    header: 'Progress',
    width: 164,
    cell: ({ actions }) => <JobProgress progress={progressOf(actions)} />,
    text: ({ actions }) => progressText(progressOf(actions)),
  },
  {
    id: 'targets',
    header: 'Targets',
    width: 172,
    cell: (goal) => (
      <span className={l['lines']}>
        <span>{formatCount(goal.agentCount, 'host')}</span>
        <span className={l['quiet']}>{targetsText(goal)}</span>
      </span>
    ),
    text: (goal) => goal.agentCount,
  },
  {
    id: 'type',
    header: 'Type',
    width: 116,
    isHiddenAtFirst: true,
    cell: ({ jobType }) => typeText[jobType],
    text: ({ jobType }) => typeText[jobType],
  },
  {
    id: 'created',
    header: 'Created',
    width: 140,
    cell: ({ created }) => <TimeCell at={created} />,
    text: ({ created }) => created,
  },
  {
    id: 'createdBy',
    header: 'Created by',
    width: 148,
    isHiddenAtFirst: true,
    cell: ({ createdBy }) => createdBy ?? '—',
    text: ({ createdBy }) => createdBy,
  },
];
