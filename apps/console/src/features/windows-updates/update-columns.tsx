import type { WindowsUpdate } from '@patchkeep/contract/windows-updates';
import { ExploitedBadge } from '../../domain/vulnerability-badge.tsx';
import { articleColumn, restartText, updateFactColumns } from '../../domain/windows-update-columns.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { Column } from '../../ui/table/column.ts';
import { numberColumn } from '../../ui/table/plain-columns.ts';
import s from './windows-updates.module.css';

export const updateColumns: readonly Column<WindowsUpdate>[] = [
  articleColumn(120),
  ...updateFactColumns<WindowsUpdate>({ title: 168, classification: 144, severity: 88, released: 108 }),
  numberColumn('hostsMissing', 'Missing', 80, ({ hostsMissing }) => hostsMissing),
  numberColumn('hostsPending', 'Pending', 84, ({ hostsPending }) => hostsPending),
  {
    id: 'issues',
    header: 'CVEs',
    width: 160,
    cell: ({ issues, exploitedIssues }) => (
      <span className={s['badges']}>
        {formatNumber(issues)}
        {exploitedIssues > 0 && <ExploitedBadge count={exploitedIssues} isInRow />}
      </span>
    ),
    text: ({ issues }) => issues,
  },
  {
    id: 'supersedes',
    header: 'Supersedes',
    width: 128,
    isHiddenAtFirst: true,
    cell: ({ supersedes }) => supersedes.join(', ') || '—',
    text: ({ supersedes }) => supersedes.join(' '),
  },
  numberColumn('hostsInstalled', 'Installed', 80, ({ hostsInstalled }) => hostsInstalled, { isHiddenAtFirst: true }),
  {
    id: 'restart',
    header: 'Restart',
    width: 92,
    isHiddenAtFirst: true,
    cell: ({ isRestartRequired }) => restartText(isRestartRequired),
    text: ({ isRestartRequired }) => restartText(isRestartRequired),
  },
];
