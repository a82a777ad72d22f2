import { StatusBadge } from '../domain/product-badges.tsx';
import { formatNumber } from '../ui/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { Column } from '../ui/table/column.ts';
import type { FilterField } from '../ui/table/filter-field.ts';
import type { SampleHost } from './sample-hosts.ts';

const orDash = (value: number | null) => (value === null ? '—' : formatNumber(value));

export const hostColumns: readonly Column<SampleHost>[] = [
  {
    id: 'host',
    header: 'Host',
    width: 168,
    isRowHeader: true,
    isSortable: true,
    cell: ({ name }) => (
      <a href={`#host-${encodeURIComponent(name)}`} className="plain-link">
        {name}
      </a>
    ),
    text: ({ name }) => name,
  },
  {
    id: 'group',
    header: 'Group',
    width: 112,
    isSortable: true,
    cell: ({ group }) => group,
    text: ({ group }) => group,
  },
  { id: 'os', header: 'OS', width: 176, isSortable: true, cell: ({ os }) => os, text: ({ os }) => os },
  {
    id: 'status',
    header: 'Status',
    width: 136,
    isSortable: true,
    cell: ({ status, problems }) => <StatusBadge status={status} count={problems} />,
    text: ({ status, problems }) => `${status} ${problems ?? ''}`.trim(),
  },
  {
    id: 'pending',
    header: 'Pending',
    width: 96,
    align: 'end',
    isSortable: true,
    cell: ({ pending }) => orDash(pending),
    text: ({ pending }) => pending,
  },
  {
    id: 'cves',
    header: 'CVEs',
    width: 88,
    align: 'end',
    isSortable: true,
    cell: ({ cves }) => orDash(cves),
    text: ({ cves }) => cves,
  },
  {
    id: 'lastSeen',
    header: 'Last seen',
    width: 128,
    isSortable: true,
    cell: ({ lastSeen }) => <RelativeTime at={lastSeen} timeZone="Europe/Copenhagen" />,
  },
  { id: 'restart', header: 'Restart', width: 144, cell: ({ restart }) => restart, text: ({ restart }) => restart },
  {
    id: 'agent',
    header: 'Agent',
    width: 96,
    isHiddenAtFirst: true,
    cell: ({ agent }) => agent,
    text: ({ agent }) => agent,
  },
];

const choices = (...values: string[]) => values.map((value) => ({ value, label: value }));

export const hostFilterFields: readonly [FilterField, ...FilterField[]] = [
  { id: 'status', label: 'Status', ops: ['is', 'not'], options: choices('0-Day', 'Insecure', 'EoL', 'Ok', 'Dormant') },
  {
    id: 'group',
    label: 'Group',
    ops: ['under', 'is'],
    options: choices('Sales', 'Finance', 'Servers', 'Lab', 'Kiosk'),
  },
  { id: 'lastSeen', label: 'Last seen', ops: ['within'], unit: 'days' },
  { id: 'host', label: 'Host', ops: ['has'] },
];
