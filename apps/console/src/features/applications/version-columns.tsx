import type { ApplicationVersion } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { MenuButton, MenuItem } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import { ExploitedBadge, IgnoredBadge, JudgedBadge, judgedWords } from '../../ui/vulnerability-badge.tsx';
import s from './applications.module.css';

export interface VersionActs {
  /** A correction holds for all sites: only system administrators are offered it. */
  onCorrect?: ((version: ApplicationVersion) => void) | undefined;
  onIgnore?: ((version: ApplicationVersion) => void) | undefined;
}

export const versionColumns = (acts: VersionActs | undefined): readonly Column<ApplicationVersion>[] => [
  {
    id: 'version',
    header: 'Version',
    width: 128,
    isRowHeader: true,
    cell: ({ applicationId, versionId, version }) => (
      <Link to="/applications/versions/issues" search={{ applicationId, versionId }} className="plain-link">
        {version || 'No version'}
      </Link>
    ),
    text: ({ version }) => version,
  },
  {
    id: 'status',
    header: 'Status',
    width: 228,
    cell: (version) => {
      const { status, notJudged, isExploited, hosts, ignoredHosts } = version;
      return (
        <span className={s['marks']}>
          <JudgedBadge status={status} notJudged={notJudged} isInRow />
          {isExploited && <ExploitedBadge isInRow />}
          {hosts > 0 && hosts === ignoredHosts && <IgnoredBadge isInRow />}
        </span>
      );
    },
    text: ({ status, notJudged, isExploited }) =>
      `${judgedWords({ status, notJudged })}${isExploited ? ', exploited' : ''}`,
  },
  {
    id: 'hosts',
    header: 'Hosts',
    width: 64,
    align: 'end',
    cell: ({ applicationId, versionId, hosts }) => (
      <Link to="/applications/hosts" search={{ applicationId, versionId }} className="plain-link">
        {formatNumber(hosts)}
      </Link>
    ),
    text: ({ hosts }) => hosts,
  },
  {
    id: 'ignored',
    header: 'Ignored on',
    width: 88,
    align: 'end',
    isHiddenAtFirst: true,
    cell: ({ ignoredHosts }) => (ignoredHosts === 0 ? '—' : formatNumber(ignoredHosts)),
    text: ({ ignoredHosts }) => ignoredHosts,
  },
  {
    id: 'issues',
    header: 'Issues',
    width: 76,
    align: 'end',
    cell: ({ applicationId, versionId, issues }) =>
      issues === 0 ? (
        '0'
      ) : (
        <Link to="/applications/versions/issues" search={{ applicationId, versionId }} className="plain-link">
          {formatNumber(issues)}
        </Link>
      ),
    text: ({ issues }) => issues,
  },
  {
    id: 'cvss',
    header: 'CVSS',
    width: 68,
    align: 'end',
    isHiddenAtFirst: true,
    cell: ({ highestCvss }) => highestCvss?.toFixed(1) ?? '—',
    text: ({ highestCvss }) => highestCvss,
  },
  {
    id: 'epss',
    header: 'EPSS',
    width: 76,
    align: 'end',
    cell: ({ highestEpss }) => (highestEpss === null ? '—' : formatPercent(highestEpss)),
    text: ({ highestEpss }) => highestEpss,
  },
  {
    id: 'fixed',
    header: 'Fixed in',
    width: 112,
    cell: ({ fixedVersion }) => fixedVersion ?? '—',
    text: ({ fixedVersion }) => fixedVersion,
  },
  {
    id: 'recommended',
    header: 'Recommended',
    width: 128,
    cell: ({ recommendedVersion }) => recommendedVersion ?? '—',
    text: ({ recommendedVersion }) => recommendedVersion,
  },
  {
    id: 'released',
    header: 'Released',
    width: 100,
    isHiddenAtFirst: true,
    cell: ({ released }) => released ?? '—',
    text: ({ released }) => released,
  },
  {
    id: 'endOfLife',
    header: 'End of life',
    width: 92,
    cell: ({ endOfLife }) => endOfLife ?? '—',
    text: ({ endOfLife }) => endOfLife,
  },
  {
    id: 'name',
    header: 'Reported as',
    width: 168,
    isHiddenAtFirst: true,
    cell: ({ name }) => name,
    text: ({ name, publisher }) => (publisher === '' ? name : `${name} (${publisher})`),
  },
  ...(acts ? [actionColumn(acts)] : []),
];

const actionColumn = (acts: VersionActs): Column<ApplicationVersion> => ({
  id: 'act',
  header: 'Actions',
  width: 76,
  align: 'end',
  cell: (version) => (
    <MenuButton
      label={`Actions for ${version.version}`}
      icon={Ellipsis}
      isIconOnly
      variant="quiet"
      size="small"
      placement="bottom end"
    >
      {acts.onIgnore && version.status !== 'ok' && (
        <MenuItem id="ignore" onAction={() => acts.onIgnore?.(version)}>
          Ignore...
        </MenuItem>
      )}
      {acts.onCorrect && (
        <MenuItem id="correct" onAction={() => acts.onCorrect?.(version)}>
          Correct the match...
        </MenuItem>
      )}
    </MenuButton>
  ),
});
