import type { ApprovalRow, OverrideCounts } from '@patchkeep/contract/approval-fields';
import { Link } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Construction from 'lucide-react/icons/construction';
import { approvalLabels, levelText, scopeText } from '../../../domain/approval-text.ts';
import { VulnerabilityBadge, statusText } from '../../../domain/vulnerability-badge.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import type { Column } from '../../../ui/table/column.ts';
import type { Scope } from '../approval-scope.ts';
import { type PendingEdit, subjectOf } from '../pending/pending.ts';
import { DefaultBadge, InheritedBadge, ValueCell } from './own-value.tsx';
import s from '../approvals.module.css';

/** A row with what this tab adds to it. */
export interface MatrixRow extends ApprovalRow {
  edit?: PendingEdit | undefined;
  isOpen?: boolean;
}

export interface MatrixActs {
  onDecide: ((row: MatrixRow, opener: HTMLElement) => void) | undefined;
  onSettings: ((row: MatrixRow) => void) | undefined;
  onToggle: (subject: string) => void;
}

export const overrideText = ({ auto, blocked, upToDate, outOfDate }: OverrideCounts): string =>
  [
    [blocked, 'blocked'] as const,
    [outOfDate, 'out of date'] as const,
    [upToDate, 'up to date'] as const,
    [auto, 'auto'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
    .join(', ');

const installedText = ({ installedVersions, installedVersion }: ApprovalRow): string => {
  if (installedVersion !== null) return installedVersion;
  return installedVersions === 0 ? '—' : formatCount(installedVersions, 'version');
};

const nameColumn = (scope: Scope): Column<MatrixRow> => ({
  id: 'name',
  header: 'Application',
  width: 146,
  isRowHeader: true,
  isSortable: true,
  cell: ({ name, applicationId, isWorkInProgress }) => (
    <span className={s['lines']}>
      {applicationId === null || scope.siteUuid !== undefined ? (
        <span>{name}</span>
      ) : (
        <Link to="/applications/versions" search={{ applicationId }} className="plain-link">
          {name}
        </Link>
      )}
      {isWorkInProgress && (
        <span className={s['unfinished']}>
          <Construction size={12} aria-hidden /> work-in-progress
        </span>
      )}
    </span>
  ),
  text: ({ name }) => name,
});

const appColumns = (scope: Scope): readonly Column<MatrixRow>[] => [
  nameColumn(scope),
  {
    id: 'versions',
    header: 'Versions',
    width: 135,
    cell: (row) => (
      <span className={s['versions']}>
        <span className="clipped">
          <span className="visually-hidden">Installed: </span>
          {installedText(row)}
        </span>
        <span className="clipped">
          <span aria-hidden>→ </span>
          <span className="visually-hidden">Recommended: </span>
          {row.newestVersion ?? '—'}
        </span>
      </span>
    ),
    text: (row) => `${installedText(row)} → ${row.newestVersion ?? '—'}`,
  },
];

const updateColumns: readonly Column<MatrixRow>[] = [
  {
    id: 'name',
    header: 'Windows update',
    width: 262,
    isRowHeader: true,
    isSortable: true,
    cell: ({ name, kbArticle }) =>
      kbArticle === null ? (
        <span>{name}</span>
      ) : (
        <span className={s['lines']}>
          <Link to="/win-updates/hosts" search={{ kbArticle }} className="plain-link">
            {name}
          </Link>
          <span className={s['version']}>{kbArticle}</span>
        </span>
      ),
    text: ({ name }) => name,
  },
  {
    id: 'classification',
    header: 'Classification',
    width: 144,
    cell: ({ classification, wuaKey }) =>
      wuaKey?.startsWith('class:') ? <span className="muted">All of them</span> : (classification ?? '—'),
    text: ({ classification }) => classification,
  },
];

/** The level above: of a site the system, of a group or tag whatever it would inherit. */
const aboveColumn = ({ level }: Scope): Column<MatrixRow> =>
  level === 'site'
    ? {
        id: 'above',
        header: levelText.system,
        width: 134,
        cell: ({ systemDefault }) => <DefaultBadge status={systemDefault} />,
        text: ({ systemDefault }) => approvalLabels[systemDefault ?? 'disabled'],
      }
    : {
        id: 'above',
        header: 'Inherited',
        width: 176,
        cell: ({ inherited }) =>
          inherited ? <InheritedBadge inherited={inherited} /> : <DefaultBadge status={null} />,
        text: ({ inherited }) =>
          inherited
            ? `${approvalLabels[inherited.status]} (${scopeText(inherited.level, inherited.scopeName)})`
            : approvalLabels.disabled,
      };

const ownColumn = (scope: Scope, { onDecide, onSettings }: MatrixActs): Column<MatrixRow> => ({
  id: 'status',
  isStatus: true,
  header: levelText[scope.level],
  width: 202,
  isSortable: true,
  cell: (row) => (
    <ValueCell
      approval={row}
      edit={row.edit}
      onPress={onDecide && ((opener) => onDecide(row, opener))}
      onSettings={onSettings && (() => onSettings(row))}
    />
  ),
  text: ({ status, approvedVersion }) =>
    approvedVersion === null ? approvalLabels[status] : `${approvalLabels[status]} (${approvedVersion})`,
});

const overridesColumn = ({ level }: Scope, { onToggle }: MatrixActs): Column<MatrixRow> => ({
  id: 'overrides',
  header: level === 'system' ? 'Sites that differ' : 'Overrides',
  width: 136,
  cell: (row) => {
    const text = overrideText(row.overrides);
    if (text === '')
      return (
        <span className={s['none']}>
          {row.overrides.inherit > 0 ? `${formatNumber(row.overrides.inherit)} below inherit` : '—'}
        </span>
      );
    const Arrow = row.isOpen ? ChevronDown : ChevronRight;
    return (
      <button
        type="button"
        className={s['toggle']}
        tabIndex={-1}
        aria-expanded={row.isOpen === true}
        aria-label={`Overrides of ${row.name}: ${text}`}
        onClick={() => onToggle(subjectOf(row))}
      >
        <Arrow size={14} aria-hidden />
        <span className={s['wrapped']}>
          {text.split(', ').map((part, index, { length }) => (
            <span key={part}>
              {part}
              {index + 1 < length && ', '}
            </span>
          ))}
        </span>
      </button>
    );
  },
  text: ({ overrides }) => overrideText(overrides) || `${overrides.inherit} below inherit`,
});

const hostsColumn = (scope: Scope): Column<MatrixRow> => ({
  id: 'hosts',
  header: 'Hosts',
  width: 76,
  align: 'end',
  isSortable: true,
  cell: ({ hosts, applicationId, kind }) =>
    kind === 'wua' || applicationId === null || scope.siteUuid !== undefined || scope.level === 'system' ? (
      formatNumber(hosts)
    ) : (
      <Link
        to="/applications/hosts"
        search={{
          applicationId,
          ...(scope.level === 'group' && scope.scopeUuid !== null && { group: scope.scopeUuid }),
          ...(scope.level === 'tag' && scope.scopeUuid !== null && { tag: scope.scopeUuid }),
        }}
        className="plain-link"
      >
        {formatNumber(hosts)}
      </Link>
    ),
  text: ({ hosts }) => hosts,
});

const worstColumn: Column<MatrixRow> = {
  id: 'worst',
  header: 'Worst',
  width: 122,
  cell: ({ worstStatus }) => (worstStatus ? <VulnerabilityBadge status={worstStatus} isInRow /> : '—'),
  text: ({ worstStatus }) => (worstStatus ? statusText[worstStatus] : ''),
};

const restartColumn: Column<MatrixRow> = {
  id: 'restart',
  header: 'Restart',
  width: 88,
  isHiddenAtFirst: true,
  cell: ({ isRestartRequired }) => (isRestartRequired === null ? '—' : isRestartRequired ? 'Required' : 'No'),
  text: ({ isRestartRequired }) => (isRestartRequired === null ? '' : isRestartRequired ? 'Required' : 'No'),
};

/** Ids of sortable columns are the server's names of the orders. */
export const approvalColumns = (scope: Scope, kind: 'app' | 'wua', acts: MatrixActs): readonly Column<MatrixRow>[] => [
  ...(kind === 'app' ? appColumns(scope) : updateColumns),
  ...(scope.level === 'system' ? [] : [aboveColumn(scope)]),
  ownColumn(scope, acts),
  ...(scope.level === 'tag' ? [] : [overridesColumn(scope, acts)]),
  hostsColumn(scope),
  kind === 'app' ? worstColumn : restartColumn,
];
