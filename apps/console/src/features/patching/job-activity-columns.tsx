import type { GoalActivity } from '@patchkeep/contract/goals';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../ui/table/column.ts';
import { TimeCell } from '../../ui/time-cell.tsx';
import { CauseCell, ResultCell, resultWords } from './activity-cells.tsx';
import { causeOf, versionsOf } from './activity-words.ts';

/** What stands in a cell leads to the activity of that thing alone. */
export const jobActivityColumns: readonly Column<GoalActivity>[] = [
  {
    id: 'time',
    header: 'Time',
    width: 136,
    cell: ({ endTime }) => <TimeCell at={endTime} />,
    text: ({ endTime }) => endTime,
  },
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
  {
    id: 'result',
    header: 'Result',
    width: 156,
    cell: (activity) => <ResultCell activity={activity} />,
    text: (activity) => resultWords(activity),
  },
  {
    id: 'cause',
    header: 'Cause',
    width: 112,
    cell: (activity) => <CauseCell activity={activity} />,
    text: causeOf,
  },
];
