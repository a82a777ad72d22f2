import type { PackageActivity } from '@patchkeep/contract/activities';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { Link } from '@tanstack/react-router';
import type { Column, Sort } from '../../ui/table/column.ts';
import { TimeCell } from '../../ui/time-cell.tsx';
import { CauseCell, ResultCell, resultWords } from './activity-cells.tsx';
import type { ActivityKind } from './activity-search.ts';
import { causeOf, titleOf, versionsOf } from './activity-words.ts';
import s from './patching.module.css';

const article: Column<PackageActivity> = {
  id: 'article',
  header: 'KB',
  width: 112,
  cell: ({ kbArticle }) => kbArticle ?? '—',
  text: ({ kbArticle }) => kbArticle,
};
const versions: Column<PackageActivity> = {
  id: 'versions',
  header: 'Version',
  width: 144,
  cell: (activity) => (
    <span className={s['lines']}>
      <span>{activity.toVersion || versionsOf(activity)}</span>
      {activity.fromVersion !== '' && activity.toVersion !== '' && (
        <span className={s['quiet']}>from {activity.fromVersion}</span>
      )}
    </span>
  ),
  text: versionsOf,
};

/** The columns of a kind: applications have versions, Windows updates have an article. */
export const activityColumns = (kind: ActivityKind): readonly Column<PackageActivity>[] => [
  {
    id: 'time',
    header: 'Time',
    width: 140,
    isSortable: true,
    cell: ({ endTime }) => <TimeCell at={endTime} />,
    text: ({ endTime }) => endTime,
  },
  {
    id: 'host',
    header: 'Host',
    width: 132,
    isRowHeader: true,
    isSortable: true,
    cell: ({ agentUuid, hostName }) => (
      <Link to="/hosts/host-results" search={{ hostUuid: agentUuid, tab: 'tasks' }} className="plain-link">
        {hostName}
      </Link>
    ),
    text: ({ hostName }) => hostName,
  },
  {
    id: 'group',
    header: 'Group',
    width: 96,
    isSortable: true,
    cell: ({ groupName }) => groupName ?? '—',
    text: ({ groupName }) => groupName,
  },
  {
    id: 'title',
    header: kind === 'app' ? 'Application' : 'Windows update',
    width: kind === 'app' ? 148 : 204,
    isSortable: true,
    cell: titleOf,
    text: titleOf,
  },
  kind === 'app' ? versions : article,
  {
    id: 'result',
    header: 'Result',
    width: 188,
    isSortable: true,
    cell: (activity) => <ResultCell activity={activity} />,
    text: (activity) => resultWords(activity),
  },
  {
    id: 'cause',
    header: 'Cause',
    width: kind === 'app' ? 144 : 128,
    cell: (activity) => <CauseCell activity={activity} />,
    text: causeOf,
  },
];

const textBy: Record<string, (activity: PackageActivity) => string> = {
  host: ({ hostName }) => hostName,
  group: ({ groupName }) => groupName ?? '',
  title: titleOf,
  result: activityLabel,
};

/** What is loaded in the order asked for. The server gives the newest first; equal ones stay so. */
export const inOrder = (activities: readonly PackageActivity[], sort: Sort): readonly PackageActivity[] => {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  if (sort.column === 'time') return sign < 0 ? activities : activities.toReversed();
  const text = textBy[sort.column];
  if (!text) return activities;
  return activities.toSorted(
    (a, b) => sign * text(a).localeCompare(text(b), 'en', { sensitivity: 'base', numeric: true }),
  );
};
