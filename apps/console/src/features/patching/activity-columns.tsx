import type { PackageActivity } from '@patchkeep/contract/activities';
import { groupColumn, hostColumn } from '../../domain/host-columns.tsx';
import type { Column, Sort } from '../../ui/table/column.ts';
import { causeColumn, labelOf, resultColumn, timeColumn } from './activity-cells.tsx';
import type { ActivityKind } from './activity-search.ts';
import { titleOf, versionsOf } from './activity-text.ts';
import l from '../../ui/cell-lines.module.css';

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
    <span className={l['lines']}>
      <span>{activity.toVersion || versionsOf(activity)}</span>
      {activity.fromVersion !== '' && activity.toVersion !== '' && (
        <span className={l['quiet']}>from {activity.fromVersion}</span>
      )}
    </span>
  ),
  text: versionsOf,
};

/** The columns of a kind: applications have versions, Windows updates have an article. */
export const activityColumns = (kind: ActivityKind): readonly Column<PackageActivity>[] => [
  { ...timeColumn(140), isSortable: true },
  hostColumn({ id: 'host', width: 132, isSortable: true, uuidOf: ({ agentUuid }) => agentUuid, tab: 'tasks' }),
  { ...groupColumn(96), isSortable: true },
  {
    id: 'title',
    isName: true,
    header: kind === 'app' ? 'Application' : 'Windows update',
    width: kind === 'app' ? 148 : 204,
    isSortable: true,
    cell: titleOf,
    text: titleOf,
  },
  kind === 'app' ? versions : article,
  { ...resultColumn(188), isSortable: true },
  causeColumn(kind === 'app' ? 144 : 128),
];

const textBy: Record<string, (activity: PackageActivity) => string> = {
  host: ({ hostName }) => hostName,
  group: ({ groupName }) => groupName ?? '',
  title: titleOf,
  result: labelOf,
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
