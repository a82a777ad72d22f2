import type { WindowsUpdate } from '@patchkeep/contract/windows-updates';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../ui/format.ts';
import type { Column } from '../../ui/table/column.ts';
import { ExploitedBadge } from '../../ui/vulnerability-badge.tsx';
import { restartWords, updateFactColumns } from '../../ui/windows-update-columns.tsx';
import s from './windows-updates.module.css';

const number = (
  id: string,
  header: string,
  width: number,
  value: (update: WindowsUpdate) => number,
): Column<WindowsUpdate> => ({ id, header, width, align: 'end', cell: (row) => formatNumber(value(row)), text: value });

export const updateColumns: readonly Column<WindowsUpdate>[] = [
  {
    id: 'kbArticle',
    header: 'KB',
    width: 120,
    isRowHeader: true,
    cell: ({ kbArticle }) => (
      <Link to="/win-updates/hosts" search={{ kbArticle }} className="plain-link">
        {kbArticle}
      </Link>
    ),
    text: ({ kbArticle }) => kbArticle,
  },
  ...updateFactColumns<WindowsUpdate>({ title: 168, classification: 144, severity: 88, released: 108 }),
  number('hostsMissing', 'Missing', 80, ({ hostsMissing }) => hostsMissing),
  number('hostsPending', 'Pending', 84, ({ hostsPending }) => hostsPending),
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
  { ...number('hostsInstalled', 'Installed', 80, ({ hostsInstalled }) => hostsInstalled), isHiddenAtFirst: true },
  {
    id: 'restart',
    header: 'Restart',
    width: 92,
    isHiddenAtFirst: true,
    cell: ({ isRestartRequired }) => restartWords(isRestartRequired),
    text: ({ isRestartRequired }) => restartWords(isRestartRequired),
  },
];
