import type { Application } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import { SplitBar, splitWords } from '../../domain/split-bar.tsx';
import { ExploitedBadge, NotJudgedBadge, notJudgedLabels } from '../../domain/vulnerability-badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { Column } from '../../ui/table/column.ts';
import { numberColumn, percentColumn } from '../../ui/table/plain-columns.ts';
import type { Within } from './applications.queries.ts';

/** The hosts of an application inside a group or a tag are asked for with it. */
export const hostsLinkOf = (applicationId: number, within: Within) => ({
  applicationId,
  ...(within.kind === 'group' && { group: within.id }),
  ...(within.kind === 'tag' && { tag: within.id }),
});

/** The same of a day of the past: their pages show now, so nothing leads there; EPSS scores are not kept. */
export const pastApplicationColumns = (within: Within): readonly Column<Application>[] =>
  applicationColumns(within)
    .filter(({ id }) => id !== 'highestEpss')
    .map((column) => {
      if (column.id === 'name') return { ...column, cell: ({ name }) => name };
      return column.id === 'hosts' ? { ...column, cell: ({ hosts }) => formatNumber(hosts) } : column;
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
    width: 100,
    cell: ({ publisher }) => publisher || '—',
    text: ({ publisher }) => publisher,
  },
  {
    id: 'status',
    isStatus: true,
    header: 'Hosts by status',
    width: 162,
    isSortable: true,
    cell: ({ split }) => <SplitBar split={split} />,
    text: ({ split }) => splitWords(split),
  },
  {
    id: 'exploitedHosts',
    header: 'Flags',
    width: 164,
    isSortable: true,
    cell: ({ exploitedHosts, channelTag }) =>
      exploitedHosts > 0 ? (
        <ExploitedBadge count={exploitedHosts} isInRow />
      ) : (
        channelTag === null && <NotJudgedBadge reason="unknown" isInRow />
      ),
    text: ({ exploitedHosts, channelTag }) =>
      exploitedHosts > 0 ? `Exploited on ${exploitedHosts}` : channelTag === null ? notJudgedLabels.unknown : '',
  },
  {
    id: 'fixable',
    header: 'With fix',
    width: 80,
    align: 'end',
    cell: ({ fixableHosts, split }) =>
      fixableHosts > 0 || split.insecure + split.zeroday > 0 ? formatNumber(fixableHosts) : '—',
    text: ({ fixableHosts }) => fixableHosts,
  },
  percentColumn('highestEpss', 'EPSS', 70, ({ highestEpss }) => highestEpss, { isSortable: true }),
  numberColumn('versions', 'Versions', 78, ({ versions }) => versions, { isSortable: true }),
  numberColumn('installations', 'Installations', 108, ({ installations }) => installations, { isSortable: true }),
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
