import type { Host } from '@patchkeep/contract/hosts';
import { Link } from '@tanstack/react-router';
import { ResultBadge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RestartBadge } from '../../ui/restart-badge.tsx';
import { restartWord } from '../../ui/restart-words.ts';
import { splitWords } from '../../ui/split-bar.tsx';
import type { Column } from '../../ui/table/column.ts';
import { IgnoredBadge, statusWords, VulnerabilityBadge } from '../../ui/vulnerability-badge.tsx';
import { HostStateBadge, stateWord } from './host-state-badge.tsx';

const time = (at: string | null) => (at === null ? '—' : <RelativeTime at={at} />);

/** Ids of sortable columns are the server's names of the orders. */
export const hostColumns = (tagNames: ReadonlyMap<string, string>): readonly Column<Host>[] => {
  const tagsOf = ({ tagUuids }: Host) => tagUuids.flatMap((id) => tagNames.get(id) ?? []).join(', ');
  return [
    {
      id: 'hostName',
      header: 'Host',
      width: 128,
      isRowHeader: true,
      isSortable: true,
      cell: ({ uuid, hostName }) => (
        <Link to="/hosts/host-results" search={{ hostUuid: uuid }} className="plain-link">
          {hostName}
        </Link>
      ),
      text: ({ hostName }) => hostName,
    },
    {
      id: 'group',
      header: 'Group',
      width: 84,
      cell: ({ groupName }) => groupName ?? '—',
      text: ({ groupName }) => groupName,
    },
    {
      id: 'osName',
      header: 'OS',
      width: 151,
      isSortable: true,
      cell: ({ osName }) => osName,
      text: ({ osName }) => osName,
    },
    {
      id: 'status',
      header: 'Status',
      width: 126,
      isSortable: true,
      cell: ({ counts }) =>
        counts &&
        (counts.status === 'ok' && counts.split.ignored > 0 ? (
          <IgnoredBadge count={counts.split.ignored} isInRow />
        ) : (
          <VulnerabilityBadge
            status={counts.status}
            count={counts.status === 'ok' ? undefined : counts.split[counts.status]}
            isInRow
          />
        )),
      text: ({ counts }) => (counts ? `${statusWords[counts.status]} (${splitWords(counts.split)})` : ''),
    },
    {
      id: 'state',
      header: 'State',
      width: 104,
      cell: ({ state }) => <HostStateBadge state={state} />,
      text: ({ state }) => stateWord(state),
    },
    {
      id: 'version',
      header: 'Agent',
      width: 80,
      isSortable: true,
      isHiddenAtFirst: true,
      cell: ({ version }) => version,
      text: ({ version }) => version,
    },
    {
      id: 'lastSeen',
      header: 'Last seen',
      width: 100,
      cell: ({ lastSeen }) => time(lastSeen),
      text: ({ lastSeen }) => lastSeen,
    },
    {
      id: 'lastReportedBootTime',
      header: 'Last boot',
      width: 108,
      isSortable: true,
      isHiddenAtFirst: true,
      cell: ({ lastReportedBootTime }) => time(lastReportedBootTime),
      text: ({ lastReportedBootTime }) => lastReportedBootTime,
    },
    {
      id: 'pending',
      header: 'Inspection',
      width: 112,
      cell: ({ havePendingInspection }) => havePendingInspection && <ResultBadge result="Pending" />,
      text: ({ havePendingInspection }) => (havePendingInspection ? 'Pending' : ''),
    },
    {
      id: 'restart',
      header: 'Restart',
      width: 134,
      cell: ({ restartState, isRestartScheduled }) => (
        <RestartBadge state={restartState} isScheduled={isRestartScheduled} />
      ),
      text: ({ restartState, isRestartScheduled }) => restartWord(restartState, isRestartScheduled),
    },
    { id: 'tags', header: 'Tags', width: 144, isHiddenAtFirst: true, cell: tagsOf, text: tagsOf },
  ];
};
