import type { SiteRow } from '@patchkeep/contract/dashboard-data';
import type { CustomerNumbers } from '@patchkeep/contract/guest-overview';
import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import type { Sort } from '../../../ui/table/column.ts';
import { siteValueOf, sortRows } from '../cards/site-list.ts';

/** A row is a customer with all of its sites together, or one of its sites. */
export interface CustomerRow {
  customerUuid: string;
  customerName: string;
  /** Null for a customer as a whole. */
  siteAccountUuid: string | null;
  siteCount: number;
  /** The numbers; `siteName` is the name of what the row is. */
  numbers: SiteRow;
}

export type CustomerView = 'customers' | 'sites';

const columnsOfBoth = ['Worst', 'Hosts', 'At risk', '30 days', 'Exploited', '0-Day', 'Insecure', 'EoL'] as const;
export const customerColumns: Record<CustomerView, readonly string[]> = {
  customers: ['Customer', 'Sites', ...columnsOfBoth],
  sites: ['Site', 'Customer', ...columnsOfBoth],
};

const statuses: readonly VulnerabilityStatus[] = ['ok', 'eol', 'insecure', 'zeroday'];
const summed = ['hosts', 'zeroDay', 'insecure', 'eol', 'ok', 'hostsAtRisk', 'exploited'] as const;

type Earlier = SiteRow['earlier'];

/** What was counted before of all sites together; null where one of them was not counted then. */
const earlierOf = (sites: readonly { earlier: Earlier; hosts: number }[]): Earlier => {
  const sum = { hosts: 0, hostsAtRisk: 0 };
  for (const { earlier, hosts } of sites) {
    if (earlier === null && hosts > 0) return null;
    sum.hosts += earlier?.hosts ?? 0;
    sum.hostsAtRisk += earlier?.hostsAtRisk ?? 0;
  }
  return sum;
};

/** All sites of a customer together. */
export const sumOfCustomer = ({ customerUuid, customerName, sites }: CustomerNumbers): CustomerRow => {
  const numbers: SiteRow = {
    siteAccountUuid: customerUuid,
    siteName: customerName,
    status: statuses[Math.max(0, ...sites.map(({ status }) => statuses.indexOf(status)))] ?? 'ok',
    hosts: 0,
    zeroDay: 0,
    insecure: 0,
    eol: 0,
    ok: 0,
    hostsAtRisk: 0,
    exploited: 0,
    earlier: earlierOf(sites),
    differing: null,
  };
  for (const site of sites) for (const number of summed) numbers[number] += site[number];
  return { customerUuid, customerName, siteAccountUuid: null, siteCount: sites.length, numbers };
};

const rowsOf = (customers: readonly CustomerNumbers[], view: CustomerView): CustomerRow[] =>
  view === 'customers'
    ? customers.map(sumOfCustomer)
    : customers.flatMap(({ customerUuid, customerName, sites }) =>
        sites.map((site) => ({
          customerUuid,
          customerName,
          siteAccountUuid: site.siteAccountUuid,
          siteCount: 1,
          numbers: { ...site, differing: null },
        })),
      );

const valueOf = (column: string): ((row: CustomerRow) => number | string | null) => {
  if (column === 'Customer') return ({ customerName }) => customerName.toLowerCase();
  if (column === 'Sites') return ({ siteCount }) => siteCount;
  const ofSite = siteValueOf(column);
  return ({ numbers }) => ofSite(numbers);
};

/** Customers or sites whose names, or whose customer's, hold these words, in order. */
export const listCustomers = (
  customers: readonly CustomerNumbers[],
  view: CustomerView,
  words: string,
  { column, direction }: Sort,
): CustomerRow[] => {
  const part = words.trim().toLowerCase();
  const found = rowsOf(customers, view).filter(
    ({ customerName, numbers }) =>
      customerName.toLowerCase().includes(part) || numbers.siteName.toLowerCase().includes(part),
  );
  return sortRows(found, valueOf(column), direction);
};
