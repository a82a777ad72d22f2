import type { Status } from '../domain/product-badges.tsx';
import type { Sort } from '../ui/table/column.ts';
import type { Filter } from '../ui/table/filters.ts';

export interface SampleHost {
  id: string;
  name: string;
  group: string;
  os: string;
  status: Status;
  problems: number | undefined;
  pending: number | null;
  cves: number | null;
  lastSeen: Date;
  restart: string;
  agent: string;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/* A little into the past, so that "2 min ago" stays true while the page is looked at. */
const now = Date.now() - 5000;

function host(
  name: string,
  group: string,
  os: string,
  [status, problems]: [Status, number?],
  [pending, cves]: [number | null, number | null],
  seenMs: number,
  restart = '',
): SampleHost {
  const lastSeen = new Date(now - seenMs);
  return { id: name, name, group, os, status, problems, pending, cves, lastSeen, restart, agent: '6.4.2' };
}

/** The first few are told by name, because they are what people look at. */
const describedHosts: readonly SampleHost[] = [
  host('LT-CPH-0412', 'Sales', 'Windows 11 24H2', ['0-Day', 1], [3, 12], 2 * minute, 'Restart required'),
  host('LT-CPH-0388', 'Sales', 'Windows 11 24H2', ['Insecure', 4], [0, 31], 14 * minute),
  host('SRV-ERP-01', 'Servers', 'Windows Server 2022', ['EoL', 2], [2, 8], 62 * minute, 'Snoozed to 17:00'),
  host('LT-OSL-0093', 'Finance', 'Windows 11 23H2', ['Ok'], [0, 0], 185 * minute),
  host('DT-AAR-0007', 'Lab', 'Windows 10 22H2', ['Dormant'], [null, null], 9 * day),
  host(
    'SRV-BACKUP-AALBORG-SECONDARY-DATACENTRE-02.corp.contoso.example',
    'Servers / Northern region / Backup and archive',
    'Windows Server 2019 Datacenter',
    ['Insecure', 12],
    [7, 54],
    41 * minute,
    'Forced at 16:00 host time',
  ),
  host('LT-CPH-0401', 'Sales', 'Windows 11 24H2', ['Ok'], [0, 0], 3 * minute),
  host('KIOSK-LOBBY-1', 'Kiosk', 'Windows 10 IoT LTSC', ['EoL', 1], [1, 3], 26 * minute),
];

const statuses: readonly [Status, number?][] = [['Ok'], ['Ok'], ['Insecure', 2], ['EoL', 1], ['Ok'], ['0-Day', 1]];
const groups = ['Sales', 'Finance', 'Servers', 'Lab', 'Kiosk'];

const rest = Array.from({ length: 1276 }, (_, index) =>
  host(
    `${index % 4 === 0 ? 'DT' : 'LT'}-${['CPH', 'AAR', 'OSL', 'MMA'][index % 4]}-${String(1000 + index)}`,
    groups[index % groups.length] ?? 'Sales',
    index % 5 === 0 ? 'Windows 10 22H2' : 'Windows 11 24H2',
    statuses[index % statuses.length] ?? ['Ok'],
    [index % 4, index % 23],
    (index % 600) * minute,
  ),
);

export const sampleHosts: readonly SampleHost[] = [...describedHosts, ...rest];

const readers: Record<string, (host: SampleHost) => string | number> = {
  host: ({ name }) => name,
  group: ({ group }) => group,
  os: ({ os }) => os,
  status: ({ status }) => status,
  pending: ({ pending }) => pending ?? -1,
  cves: ({ cves }) => cves ?? -1,
  lastSeen: ({ lastSeen }) => lastSeen.getTime(),
};

function matches(one: SampleHost, { field, op, values }: Filter): boolean {
  const value = readers[field]?.(one) ?? '';
  if (op === 'within') return now - one.lastSeen.getTime() <= Number(values[0]) * day;
  if (op === 'not') return !values.includes(String(value));
  if (op === 'has') return values.some((part) => String(value).toLowerCase().includes(part.toLowerCase()));
  if (op === 'under') return values.some((part) => String(value).startsWith(part));
  return values.includes(String(value));
}

/** What a server would do with the same words. */
export function findHosts(filters: readonly Filter[], sort: Sort | null): readonly SampleHost[] {
  const found = sampleHosts.filter((one) => filters.every((filter) => matches(one, filter)));
  const read = sort ? readers[sort.column] : undefined;
  if (!read) return found;
  const sign = sort?.direction === 'descending' ? -1 : 1;
  return found.toSorted((a, b) => {
    const [left, right] = [read(a), read(b)];
    return (
      sign *
      (typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right)))
    );
  });
}
