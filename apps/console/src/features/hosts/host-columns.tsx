import type { Host } from '@patchkeep/contract/hosts';
import { groupColumn, hostColumn } from '../../domain/host-columns.tsx';
import { ResultBadge } from '../../domain/product-badges.tsx';
import { RestartBadge } from '../../domain/restart-badge.tsx';
import { restartWord } from '../../domain/restart-text.ts';
import { splitWords } from '../../domain/split-bar.tsx';
import { IgnoredBadge, statusText, VulnerabilityBadge } from '../../domain/vulnerability-badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { wordColumn } from '../../ui/table/plain-columns.ts';
import { HostStateBadge, stateWord } from './host-state-badge.tsx';

const time = (at: string | null) => (at === null ? '—' : <RelativeTime at={at} />);

/** Ids of sortable columns are the server's names of the orders. */
export const hostColumns = (tagNames: ReadonlyMap<string, string>): readonly Column<Host>[] => {
  const tagsOf = ({ tagUuids }: Host) => tagUuids.flatMap((id) => tagNames.get(id) ?? []).join(', ');
  return [
    hostColumn({ id: 'hostName', width: 137, isSortable: true, uuidOf: ({ uuid }) => uuid }),
    groupColumn(84),
    wordColumn('osName', 'OS', 151, ({ osName }) => osName, { isSortable: true }),
    {
      id: 'status',
      isStatus: true,
      header: 'Status',
      width: 136,
      isSortable: true,
      cell: ({ counts }) =>
        counts &&
        (counts.status === 'ok' && counts.split.ignored > 0 ? (
          <IgnoredBadge count={counts.split.ignored} isInRow />
        ) : (
          <VulnerabilityBadge
            status={counts.status}
            count={counts.status === 'ok' ? undefined : counts.split[counts.status]}
            isExploited={counts.exploited > 0}
            isInRow
          />
        )),
      text: ({ counts }) =>
        counts
          ? `${statusText[counts.status]} (${splitWords(counts.split)})${counts.exploited > 0 ? ', exploited' : ''}`
          : '',
    },
    {
      id: 'state',
      header: 'State',
      width: 104,
      cell: ({ state }) => <HostStateBadge state={state} />,
      text: ({ state }) => stateWord(state),
    },
    wordColumn('version', 'Agent', 80, ({ version }) => version, { isSortable: true, isHiddenAtFirst: true }),
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
