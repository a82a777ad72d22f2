import type { Issue } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import { ExploitedBadge, VulnerabilityBadge } from '../../domain/vulnerability-badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { MenuItem, RowMenu } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import { numberColumn, percentColumn, wordColumn } from '../../ui/table/plain-columns.ts';
import type { IssuesRequest } from './applications.queries.ts';
import s from './applications.module.css';

/** Issues as they stand in a list; the address of a CVE keeps the way it was reached by. */
export const issueColumns = (
  request: IssuesRequest,
  onIgnore: ((issue: Issue) => void) | undefined,
): readonly Column<Issue>[] => [
  {
    id: 'cve',
    header: 'CVE',
    width: 168,
    isRowHeader: true,
    cell: ({ cveId }) => (
      <Link to="/applications/versions/issues/cve/$cveId" params={{ cveId }} search={request} className="plain-link">
        {cveId}
      </Link>
    ),
    text: ({ cveId }) => cveId,
  },
  {
    id: 'title',
    header: 'Title',
    width: 168,
    cell: ({ title }) => title || '—',
    text: ({ title }) => title,
  },
  {
    id: 'marks',
    isStatus: true,
    header: 'Flags',
    width: 200,
    cell: ({ exploited, isZeroDay }) => (
      <span className={s['marks']}>
        {exploited !== null && <ExploitedBadge isInRow />}
        {isZeroDay && <VulnerabilityBadge status="zeroday" isInRow />}
      </span>
    ),
    text: ({ exploited, isZeroDay }) =>
      [exploited === null ? [] : `Exploited since ${exploited}`, isZeroDay ? '0-Day' : []].flat().join(', '),
  },
  percentColumn('epss', 'EPSS', 76, ({ epss }) => epss),
  {
    id: 'cvss',
    header: 'CVSS',
    width: 64,
    align: 'end',
    cell: ({ cvss }) => cvss?.score.toFixed(1) ?? '—',
    text: ({ cvss }) => cvss?.score,
  },
  wordColumn('fixed', 'Fixed in', 92, ({ fixedVersion }) => fixedVersion),
  numberColumn('hosts', 'Hosts', 68, ({ hosts }) => hosts),
  {
    id: 'ignored',
    header: 'Ignored',
    width: 80,
    align: 'end',
    cell: ({ ignoredHosts }) => (ignoredHosts === 0 ? '—' : formatNumber(ignoredHosts)),
    text: ({ ignoredHosts }) => ignoredHosts,
  },
  wordColumn('published', 'Published', 96, ({ published }) => published, { isHiddenAtFirst: true }),
  ...(onIgnore ? [actionColumn(onIgnore)] : []),
];

const actionColumn = (onIgnore: (issue: Issue) => void): Column<Issue> => ({
  id: 'act',
  header: 'Actions',
  width: 76,
  align: 'end',
  cell: (issue) => (
    <RowMenu name={issue.cveId}>
      <MenuItem id="ignore" onAction={() => onIgnore(issue)}>
        Ignore...
      </MenuItem>
    </RowMenu>
  ),
});
