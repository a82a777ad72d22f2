import type { Application } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { SplitBar, splitWords } from '../../ui/split-bar.tsx';
import type { Column } from '../../ui/table/column.ts';
import { ExploitedBadge, NotJudgedBadge } from '../../ui/vulnerability-badge.tsx';
import type { Within } from './applications.queries.ts';

/** The hosts of an application inside a group or a tag are asked for with it. */
export const hostsLinkOf = (applicationId: number, within: Within) => ({
  applicationId,
  ...(within.kind === 'group' && { group: within.id }),
  ...(within.kind === 'tag' && { tag: within.id }),
});

/** Ids of sortable columns are the server's names of the orders. */
export const applicationColumns = (within: Within): readonly Column<Application>[] => [
  {
    id: 'name',
    header: 'Application',
    width: 168,
    isRowHeader: true,
    isSortable: true,
    cell: ({ applicationId, name }) => (
      <Link to="/applications/versions" search={{ applicationId }} className="plain-link">
        {name}
      </Link>
    ),
    text: ({ name }) => name,
  },
  {
    id: 'publisher',
    header: 'Vendor',
    width: 112,
    cell: ({ publisher }) => publisher || '—',
    text: ({ publisher }) => publisher,
  },
  {
    id: 'status',
    header: 'Hosts by status',
    width: 172,
    isSortable: true,
    cell: ({ split }) => <SplitBar split={split} />,
    text: ({ split }) => splitWords(split),
  },
  {
    id: 'exploitedHosts',
    header: 'Marks',
    width: 140,
    isSortable: true,
    cell: ({ exploitedHosts, channelTag }) =>
      exploitedHosts > 0 ? (
        <ExploitedBadge count={exploitedHosts} isInRow />
      ) : (
        channelTag === null && <NotJudgedBadge reason="unknown" isInRow />
      ),
    text: ({ exploitedHosts, channelTag }) =>
      exploitedHosts > 0 ? `Exploited on ${exploitedHosts}` : channelTag === null ? 'Not judged' : '',
  },
  {
    id: 'fixable',
    header: 'Fixable',
    width: 76,
    align: 'end',
    cell: ({ fixableHosts, split }) =>
      fixableHosts > 0 || split.insecure + split.zeroday > 0 ? formatNumber(fixableHosts) : '—',
    text: ({ fixableHosts }) => fixableHosts,
  },
  {
    id: 'highestEpss',
    header: 'EPSS',
    width: 72,
    align: 'end',
    isSortable: true,
    cell: ({ highestEpss }) => (highestEpss === null ? '—' : formatPercent(highestEpss)),
    text: ({ highestEpss }) => highestEpss,
  },
  {
    id: 'versions',
    header: 'Versions',
    width: 80,
    align: 'end',
    isSortable: true,
    cell: ({ versions }) => formatNumber(versions),
    text: ({ versions }) => versions,
  },
  {
    id: 'installations',
    header: 'Installations',
    width: 108,
    align: 'end',
    isSortable: true,
    cell: ({ installations }) => formatNumber(installations),
    text: ({ installations }) => installations,
  },
  {
    id: 'hosts',
    header: 'Hosts',
    width: 68,
    align: 'end',
    isSortable: true,
    cell: ({ applicationId, hosts }) => (
      <Link to="/applications/hosts" search={hostsLinkOf(applicationId, within)} className="plain-link">
        {formatNumber(hosts)}
      </Link>
    ),
    text: ({ hosts }) => hosts,
  },
];
