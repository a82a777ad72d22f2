import type { NotJudged } from '@patchkeep/contract/applications';
import type { HostApplication } from '@patchkeep/contract/results';
import ChevronRight from 'lucide-react/icons/chevron-right';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import type { ReactNode } from 'react';
import { ExploitedBadge, IgnoredBadge, JudgedBadge, judgedText } from '../../domain/vulnerability-badge.tsx';
import { cx } from '../../ui/cx.ts';
import { formatNumber } from '../../ui/format.ts';
import { MenuButton, MenuItem } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import { wordColumn } from '../../ui/table/plain-columns.ts';
import s from './results.module.css';

export const installedOf = ({ versions }: HostApplication): string =>
  [...new Set(versions.map(({ version }) => version))].join(', ') || '—';
const issuesOf = ({ versions }: HostApplication): number =>
  versions.reduce((most, each) => Math.max(most, each.issues), 0);
/** Of one of its versions here nothing can be said. */
const notJudgedOf = ({ versions }: HostApplication): NotJudged | null =>
  versions.find(({ notJudged }) => notJudged !== null)?.notJudged ?? null;
const statusText = (application: HostApplication): string => {
  const { status, isIgnored, isExploited } = application;
  if (isIgnored) return 'Ignored';
  return `${judgedText({ status, notJudged: notJudgedOf(application) })}${isExploited ? ', exploited' : ''}`;
};

function StatusCell({ application }: { application: HostApplication }) {
  if (application.isIgnored) return <IgnoredBadge isInRow />;
  return (
    <span className={s['badges']}>
      <JudgedBadge status={application.status} notJudged={notJudgedOf(application)} isInRow />
      {application.isExploited && <ExploitedBadge isInRow />}
    </span>
  );
}

/** What is decided for an application on this host; another part of the console knows it. */
export interface ResultPolicy {
  cell: (subject: { channelTag: string } | null, name: string) => ReactNode;
  text: (subject: { channelTag: string } | null) => string;
}
const subjectOf = ({ channelTag }: HostApplication) => (channelTag === null ? null : { channelTag });

export interface ResultActions {
  ignore: (application: HostApplication) => void;
  /** A correction holds for all sites: only system administrators are offered it. */
  report: ((application: HostApplication) => void) | undefined;
}

export const resultColumns = (
  isOpen: (application: HostApplication) => boolean,
  onToggle: (application: HostApplication) => void,
  /** Absent where a site does not patch. */
  policy: ResultPolicy | undefined,
  /** Absent for those who may only look. */
  actions: ResultActions | undefined,
): readonly Column<HostApplication>[] => [
  {
    id: 'name',
    header: 'Application',
    width: 196,
    isRowHeader: true,
    isSortable: true,
    cell: (application) => (
      <button
        type="button"
        className={cx('bare-button', s['toggle'])}
        aria-expanded={isOpen(application)}
        tabIndex={-1}
        onClick={() => onToggle(application)}
      >
        <ChevronRight size={16} className={cx(s['arrow'])} aria-hidden />
        <span>{application.name}</span>
      </button>
    ),
    text: ({ name }) => name,
  },
  { id: 'installed', header: 'Installed', width: 128, cell: installedOf, text: installedOf },
  {
    id: 'status',
    isStatus: true,
    header: 'Status',
    width: 216,
    isSortable: true,
    cell: (application) => <StatusCell application={application} />,
    text: statusText,
  },
  {
    id: 'issues',
    header: 'CVEs',
    width: 60,
    align: 'end',
    cell: (application) => formatNumber(issuesOf(application)),
    text: issuesOf,
  },
  wordColumn('recommended', 'Recommended', 128, ({ recommendedVersion }) => recommendedVersion),
  ...(policy ? [policyColumn(policy)] : []),
  wordColumn('publisher', 'Publisher', 120, ({ publisher }) => publisher),
  ...(actions ? [actionColumn(actions)] : []),
];

const policyColumn = (policy: ResultPolicy): Column<HostApplication> => ({
  id: 'policy',
  header: 'Policy here',
  width: 184,
  cell: (application) => policy.cell(subjectOf(application), application.name),
  text: (application) => policy.text(subjectOf(application)),
});

const actionColumn = (actions: ResultActions): Column<HostApplication> => ({
  id: 'act',
  header: 'Actions',
  width: 80,
  align: 'end',
  cell: (application) => (
    <MenuButton
      label={`Actions for ${application.name}`}
      icon={EllipsisVertical}
      isIconOnly
      size="small"
      variant="quiet"
      placement="bottom end"
    >
      <MenuItem
        id="ignore"
        isDisabled={application.status === 'ok'}
        onAction={() => actions.ignore(application)}
        {...(application.status === 'ok' && {
          detail: application.isIgnored ? 'A rule covers it already' : 'It has no problem',
        })}
      >
        Ignore...
      </MenuItem>
      {actions.report && (
        <MenuItem id="report" onAction={() => actions.report?.(application)}>
          Report wrong detection...
        </MenuItem>
      )}
    </MenuButton>
  ),
});
