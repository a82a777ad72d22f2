import type { ApplicationHost } from '@patchkeep/contract/applications';
import { groupColumn, hostColumn } from '../../domain/host-columns.tsx';
import { ExploitedBadge, IgnoredBadge, statusText, VulnerabilityBadge } from '../../domain/vulnerability-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { wordColumn } from '../../ui/table/plain-columns.ts';
import s from './applications.module.css';

const versionsOf = ({ versions }: ApplicationHost) => versions.map(({ version }) => version).join(', ');

/** `onWhy` is absent where a site does not patch. */
export const applicationHostColumns = (
  onWhy: ((hostUuid: string) => void) | undefined,
): readonly Column<ApplicationHost>[] => [
  hostColumn({ id: 'host', width: 137, uuidOf: ({ uuid }) => uuid }),
  {
    id: 'status',
    header: 'Status',
    width: 176,
    isStatus: true,
    cell: ({ status, isExploited, isIgnored }) => (
      <span className={s['marks']}>
        {isIgnored ? <IgnoredBadge isInRow /> : <VulnerabilityBadge status={status} isInRow />}
        {isExploited && <ExploitedBadge isInRow />}
      </span>
    ),
    text: ({ status, isIgnored, isExploited }) =>
      `${isIgnored ? 'Ignored' : statusText[status]}${isExploited ? ', exploited' : ''}`,
  },
  {
    id: 'versions',
    header: 'Versions',
    width: 132,
    cell: versionsOf,
    text: versionsOf,
  },
  groupColumn(118),
  wordColumn('os', 'OS', 160, ({ osName }) => osName),
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
          width: 92,
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
