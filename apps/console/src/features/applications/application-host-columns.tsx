import type { ApplicationHost } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { ExploitedBadge, IgnoredBadge, statusWords, VulnerabilityBadge } from '../../ui/vulnerability-badge.tsx';
import s from './applications.module.css';

const versionsOf = ({ versions }: ApplicationHost) => versions.map(({ version }) => version).join(', ');

/** `onWhy` is absent where a site does not patch. */
export const applicationHostColumns = (
  onWhy: ((hostUuid: string) => void) | undefined,
): readonly Column<ApplicationHost>[] => [
  {
    id: 'host',
    header: 'Host',
    width: 160,
    isRowHeader: true,
    cell: ({ uuid, hostName }) => (
      <Link to="/hosts/host-results" search={{ hostUuid: uuid }} className="plain-link">
        {hostName}
      </Link>
    ),
    text: ({ hostName }) => hostName,
  },
  {
    id: 'versions',
    header: 'Versions',
    width: 144,
    cell: versionsOf,
    text: versionsOf,
  },
  {
    id: 'status',
    header: 'Status',
    width: 216,
    cell: ({ status, isExploited, isIgnored }) => (
      <span className={s['marks']}>
        {isIgnored ? <IgnoredBadge isInRow /> : <VulnerabilityBadge status={status} isInRow />}
        {isExploited && <ExploitedBadge isInRow />}
      </span>
    ),
    text: ({ status, isIgnored, isExploited }) =>
      `${isIgnored ? 'Ignored' : statusWords[status]}${isExploited ? ', exploited' : ''}`,
  },
  {
    id: 'group',
    header: 'Group',
    width: 120,
    cell: ({ groupName }) => groupName ?? '—',
    text: ({ groupName }) => groupName,
  },
  {
    id: 'os',
    header: 'OS',
    width: 160,
    cell: ({ osName }) => osName,
    text: ({ osName }) => osName,
  },
  {
    id: 'lastSeen',
    header: 'Last seen',
    width: 108,
    cell: ({ lastSeen }) => (lastSeen === null ? '—' : <RelativeTime at={lastSeen} />),
    text: ({ lastSeen }) => lastSeen,
  },
  ...(onWhy
    ? [
        {
          id: 'why',
          header: 'Update',
          width: 76,
          cell: ({ uuid, hostName }: ApplicationHost) => (
            <Button
              size="small"
              variant="quiet"
              aria-label={`Why? What happens on ${hostName}`}
              onPress={() => onWhy(uuid)}
            >
              Why?
            </Button>
          ),
        },
      ]
    : []),
];
