import type { ApprovalRow, OverrideCounts } from '@patchkeep/contract/approval-fields';
import { Link } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Construction from 'lucide-react/icons/construction';
import { approvalLabels, levelWords, placeWords } from '../../ui/approval-words.ts';
import { cx } from '../../ui/cx.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Column } from '../../ui/table/column.ts';
import { VulnerabilityBadge, statusWords } from '../../ui/vulnerability-badge.tsx';
import type { Place } from './approval-place.ts';
import s from './approvals.module.css';
import { DefaultBadge, InheritedBadge, ValueCell } from './own-value.tsx';
import { type PendingEdit, subjectOf } from './pending.ts';

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

export const overrideWords = ({ auto, blocked, upToDate, outOfDate }: OverrideCounts): string =>
  [
    [blocked, 'blocked'] as const,
    [outOfDate, 'out of date'] as const,
    [upToDate, 'up to date'] as const,
    [auto, 'auto'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
    .join(', ');

const installedWords = ({ installedVersions, installedVersion }: ApprovalRow): string => {
  if (installedVersion !== null) return installedVersion;
  return installedVersions === 0 ? '—' : `${formatNumber(installedVersions)} versions`;
};

const nameColumn = (place: Place): Column<MatrixRow> => ({
  id: 'name',
  header: 'Application',
  width: 146,
  isRowHeader: true,
  isSortable: true,
  cell: ({ name, applicationId, isWorkInProgress }) => (
    <span className={s['lines']}>
      {applicationId === null || place.siteUuid !== undefined ? (
        <span className={s['cut']}>{name}</span>
      ) : (
        <Link to="/applications/versions" search={{ applicationId }} className={cx('plain-link', s['cut'])}>
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

const appColumns = (place: Place): readonly Column<MatrixRow>[] => [
  nameColumn(place),
  {
    id: 'versions',
    header: 'Versions',
    width: 135,
    cell: (row) => (
      <span className={s['versions']}>
        <span className={s['cut']}>
          <span className="visually-hidden">Installed: </span>
          {installedWords(row)}
        </span>
        <span className={s['cut']}>
          <span aria-hidden>→ </span>
          <span className="visually-hidden">Recommended: </span>
          {row.newestVersion ?? '—'}
        </span>
      </span>
    ),
    text: (row) => `${installedWords(row)} → ${row.newestVersion ?? '—'}`,
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
        <span className={s['cut']}>{name}</span>
      ) : (
        <span className={s['lines']}>
          <Link to="/win-updates/hosts" search={{ kbArticle }} className={cx('plain-link', s['cut'])}>
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
      wuaKey?.startsWith('class:') ? <span className={s['muted']}>All of them</span> : (classification ?? '—'),
    text: ({ classification }) => classification,
  },
];

/** The level above: of a site the system, of a group or tag whatever it would inherit. */
const aboveColumn = ({ level }: Place): Column<MatrixRow> =>
  level === 'site'
    ? {
        id: 'above',
        header: levelWords.system,
        width: 134,
        cell: ({ systemDefault }) => <DefaultBadge status={systemDefault} />,
        text: ({ systemDefault }) => approvalLabels[systemDefault ?? 'disabled'],
      }
    : {
        id: 'above',
        header: 'Would inherit',
        width: 176,
        cell: ({ inherited }) =>
          inherited ? <InheritedBadge inherited={inherited} /> : <DefaultBadge status={null} />,
        text: ({ inherited }) =>
          inherited
            ? `${approvalLabels[inherited.status]} (${placeWords(inherited.level, inherited.scopeName)})`
            : approvalLabels.disabled,
      };

const ownColumn = (place: Place, { onDecide, onSettings }: MatrixActs): Column<MatrixRow> => ({
  id: 'status',
  header: levelWords[place.level],
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

const overridesColumn = ({ level }: Place, { onToggle }: MatrixActs): Column<MatrixRow> => ({
  id: 'overrides',
  header: level === 'system' ? 'Sites apart' : 'Overrides',
  width: 136,
  cell: (row) => {
    const words = overrideWords(row.overrides);
    if (words === '')
      return (
        <span className={s['none']}>
          {row.overrides.inherit > 0 ? `${formatNumber(row.overrides.inherit)} inherit` : '—'}
        </span>
      );
    const Arrow = row.isOpen ? ChevronDown : ChevronRight;
    return (
      <button
        type="button"
        className={s['toggle']}
        tabIndex={-1}
        aria-expanded={row.isOpen === true}
        aria-label={`Overrides of ${row.name}: ${words}`}
        onClick={() => onToggle(subjectOf(row))}
      >
        <Arrow size={14} aria-hidden />
        <span className={s['wrapped']}>
          {words.split(', ').map((part, index, { length }) => (
            <span key={part}>
              {part}
              {index + 1 < length && ', '}
            </span>
          ))}
        </span>
      </button>
    );
  },
  text: ({ overrides }) => overrideWords(overrides) || `${overrides.inherit} inherit`,
});

const hostsColumn = (place: Place): Column<MatrixRow> => ({
  id: 'hosts',
  header: 'Hosts',
  width: 76,
  align: 'end',
  isSortable: true,
  cell: ({ hosts, applicationId, kind }) =>
    kind === 'wua' || applicationId === null || place.siteUuid !== undefined || place.level === 'system' ? (
      formatNumber(hosts)
    ) : (
      <Link
        to="/applications/hosts"
        search={{
          applicationId,
          ...(place.level === 'group' && place.scopeUuid !== null && { group: place.scopeUuid }),
          ...(place.level === 'tag' && place.scopeUuid !== null && { tag: place.scopeUuid }),
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
  text: ({ worstStatus }) => (worstStatus ? statusWords[worstStatus] : ''),
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
export const approvalColumns = (place: Place, kind: 'app' | 'wua', acts: MatrixActs): readonly Column<MatrixRow>[] => [
  ...(kind === 'app' ? appColumns(place) : updateColumns),
  ...(place.level === 'system' ? [] : [aboveColumn(place)]),
  ownColumn(place, acts),
  ...(place.level === 'tag' ? [] : [overridesColumn(place, acts)]),
  hostsColumn(place),
  kind === 'app' ? worstColumn : restartColumn,
];
