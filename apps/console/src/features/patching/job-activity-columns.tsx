import type { GoalActivity } from '@patchkeep/contract/goals';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../ui/table/column.ts';
import { causeColumn, resultColumn, timeColumn } from './activity-cells.tsx';
import { versionsOf } from './activity-text.ts';

/** What stands in a cell leads to the activity of that thing alone. */
export const jobActivityColumns: readonly Column<GoalActivity>[] = [
  timeColumn(136),
  {
    id: 'host',
    header: 'Host',
    width: 136,
    isRowHeader: true,
    cell: ({ agentUuid, hostName }) => (
      <Link to="/deployment/activity/host" search={{ hostUuid: agentUuid }} className="plain-link">
        {hostName}
      </Link>
    ),
    text: ({ hostName }) => hostName,
  },
  {
    id: 'group',
    header: 'Group',
    width: 84,
    cell: ({ groupUuid, groupName }) =>
      groupUuid === null ? (
        '—'
      ) : (
        <Link to="/deployment/activity/group" search={{ groupUuid }} className="plain-link">
          {groupName}
        </Link>
      ),
    text: ({ groupName }) => groupName,
  },
  {
    id: 'application',
    isName: true,
    header: 'Application',
    width: 112,
    cell: ({ channelTag, title }) => (
      <Link
        to="/deployment/activity/application"
        search={{ channelTag: channelTag ?? undefined }}
        className="plain-link"
      >
        {title}
      </Link>
    ),
    text: ({ title }) => title,
  },
  {
    id: 'job',
    isName: true,
    header: 'Job',
    width: 176,
    cell: ({ goalUuid, goalTitle }) => (
      <Link to="/deployment/activity/job" search={{ goalUuid }} className="plain-link">
        {goalTitle}
      </Link>
    ),
    text: ({ goalTitle }) => goalTitle,
  },
  { id: 'version', header: 'Version', width: 84, cell: versionsOf, text: versionsOf },
  resultColumn(156),
  causeColumn(112),
];
