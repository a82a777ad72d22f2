import type { ApplicationVersion } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import { ExploitedBadge, IgnoredBadge, JudgedBadge, judgedText } from '../../domain/vulnerability-badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { MenuItem, RowMenu } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import { percentColumn, wordColumn } from '../../ui/table/plain-columns.ts';
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
    isStatus: true,
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
      `${judgedText({ status, notJudged })}${isExploited ? ', exploited' : ''}`,
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
  percentColumn('epss', 'EPSS', 76, ({ highestEpss }) => highestEpss),
  wordColumn('fixed', 'Fixed in', 112, ({ fixedVersion }) => fixedVersion),
  wordColumn('recommended', 'Recommended', 128, ({ recommendedVersion }) => recommendedVersion),
  wordColumn('released', 'Released', 100, ({ released }) => released, { isHiddenAtFirst: true }),
  wordColumn('endOfLife', 'End of life', 92, ({ endOfLife }) => endOfLife),
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
    <RowMenu name={version.version}>
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
    </RowMenu>
  ),
});
