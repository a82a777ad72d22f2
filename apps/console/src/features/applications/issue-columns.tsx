import type { Issue } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { MenuButton, MenuItem } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import { ExploitedBadge, VulnerabilityBadge } from '../../ui/vulnerability-badge.tsx';
import s from './applications.module.css';
import type { IssuesAsked } from './applications.queries.ts';

/** Issues as they stand in a list; the address of a CVE keeps the way it was reached by. */
export const issueColumns = (
  asked: IssuesAsked,
  onIgnore: ((issue: Issue) => void) | undefined,
): readonly Column<Issue>[] => [
  {
    id: 'cve',
    header: 'CVE',
    width: 168,
    isRowHeader: true,
    cell: ({ cveId }) => (
      <Link to="/applications/versions/issues/cve/$cveId" params={{ cveId }} search={asked} className="plain-link">
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
    header: 'Marks',
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
  {
    id: 'epss',
    header: 'EPSS',
    width: 76,
    align: 'end',
    cell: ({ epss }) => (epss === null ? '—' : formatPercent(epss)),
    text: ({ epss }) => epss,
  },
  {
    id: 'cvss',
    header: 'CVSS',
    width: 64,
    align: 'end',
    cell: ({ cvss }) => cvss?.score.toFixed(1) ?? '—',
    text: ({ cvss }) => cvss?.score,
  },
  {
    id: 'fixed',
    header: 'Fixed in',
    width: 92,
    cell: ({ fixedVersion }) => fixedVersion ?? '—',
    text: ({ fixedVersion }) => fixedVersion,
  },
  {
    id: 'hosts',
    header: 'Hosts',
    width: 68,
    align: 'end',
    cell: ({ hosts }) => formatNumber(hosts),
    text: ({ hosts }) => hosts,
  },
  {
    id: 'ignored',
    header: 'Ignored',
    width: 80,
    align: 'end',
    cell: ({ ignoredHosts }) => (ignoredHosts === 0 ? '—' : formatNumber(ignoredHosts)),
    text: ({ ignoredHosts }) => ignoredHosts,
  },
  {
    id: 'published',
    header: 'Published',
    width: 96,
    isHiddenAtFirst: true,
    cell: ({ published }) => published ?? '—',
    text: ({ published }) => published,
  },
  ...(onIgnore ? [actionColumn(onIgnore)] : []),
];

const actionColumn = (onIgnore: (issue: Issue) => void): Column<Issue> => ({
  id: 'act',
  header: 'Actions',
  width: 76,
  align: 'end',
  cell: (issue) => (
    <MenuButton
      label={`Actions for ${issue.cveId}`}
      icon={Ellipsis}
      isIconOnly
      variant="quiet"
      size="small"
      placement="bottom end"
    >
      <MenuItem id="ignore" onAction={() => onIgnore(issue)}>
        Ignore...
      </MenuItem>
    </MenuButton>
  ),
});
