import type { Host } from '@patchkeep/contract/hosts';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { HostStateBadge, stateWord } from './host-state-badge.tsx';

const time = (at: string | null) => (at === null ? '—' : <RelativeTime at={at} />);

/** "Windows 11 Enterprise 24H2": the name, with its version unless it says it already. */
export const osWords = ({ osName, osVersion }: Pick<Host, 'osName' | 'osVersion'>): string =>
  osVersion === '' || osName.includes(osVersion) ? osName : `${osName} ${osVersion}`;

/** Ids of sortable columns are the server's names of the orders. */
export const hostColumns = (tagNames: ReadonlyMap<string, string>): readonly Column<Host>[] => {
  const tagsOf = ({ tagUuids }: Host) => tagUuids.flatMap((id) => tagNames.get(id) ?? []).join(', ');
  return [
    {
      id: 'hostName',
      header: 'Host',
      width: 160,
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
      width: 112,
      cell: ({ groupName }) => groupName ?? '—',
      text: ({ groupName }) => groupName,
    },
    { id: 'osName', header: 'OS', width: 176, isSortable: true, cell: osWords, text: osWords },
    {
      id: 'state',
      header: 'State',
      width: 124,
      cell: ({ state }) => <HostStateBadge state={state} />,
      text: ({ state }) => stateWord(state),
    },
    {
      id: 'version',
      header: 'Agent',
      width: 84,
      isSortable: true,
      cell: ({ version }) => version,
      text: ({ version }) => version,
    },
    {
      id: 'lastSeen',
      header: 'Last seen',
      width: 104,
      cell: ({ lastSeen }) => time(lastSeen),
      text: ({ lastSeen }) => lastSeen,
    },
    {
      id: 'lastReportedBootTime',
      header: 'Last boot',
      width: 104,
      isSortable: true,
      cell: ({ lastReportedBootTime }) => time(lastReportedBootTime),
      text: ({ lastReportedBootTime }) => lastReportedBootTime,
    },
    {
      id: 'pending',
      header: 'Inspection',
      width: 100,
      cell: ({ havePendingInspection }) => (havePendingInspection ? 'Pending' : ''),
      text: ({ havePendingInspection }) => (havePendingInspection ? 'Pending' : ''),
    },
    { id: 'tags', header: 'Tags', width: 144, isHiddenAtFirst: true, cell: tagsOf, text: tagsOf },
  ];
};
