import type { SiteRow } from '@patchkeep/contract/dashboard-data';
import { pageHref } from '@patchkeep/rules/site-address';
import type { Sort } from '../../../ui/table/column.ts';
import { shareAtRisk, trendOf } from './site-trend.ts';

/** What a column sorts by; a site of which it is not known comes last in both orders. */
const sortValues = {
  Site: (site: SiteRow) => site.siteName.toLowerCase(),
  Worst: ({ status, hosts }: SiteRow) => (hosts === 0 ? null : ['ok', 'eol', 'insecure', 'zeroday'].indexOf(status)),
  Hosts: ({ hosts }: SiteRow) => hosts,
  'At risk': shareAtRisk,
  '30 days': (site: SiteRow) => trendOf(site).change,
  Differs: ({ differing }: SiteRow) => differing,
  Exploited: ({ exploited }: SiteRow) => exploited,
  '0-Day': ({ zeroDay }: SiteRow) => zeroDay,
  Insecure: ({ insecure }: SiteRow) => insecure,
  EoL: ({ eol }: SiteRow) => eol,
} satisfies Record<string, (site: SiteRow) => number | string | null>;
export type SiteColumn = keyof typeof sortValues;
export const siteColumns = Object.keys(sortValues) as SiteColumn[];

export const worstFirst: Sort = { column: 'At risk', direction: 'descending' };

/** A press on a head: the largest number first, names from A; the next press turns it round. */
export const sortAfter = (sort: Sort, column: string): Sort => {
  if (sort.column === column) return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
  return { column, direction: column === 'Site' ? 'ascending' : 'descending' };
};

/** In the order of what a column says; rows of which it is not known come last in both orders. */
export const sortRows = <Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | string | null,
  direction: Sort['direction'],
): Row[] => {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((left, right) => {
    const [a, b] = [valueOf(left), valueOf(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'string' || typeof b === 'string') return sign * String(a).localeCompare(String(b), 'en');
    return sign * (a - b);
  });
};

/** What a column of the sites sorts by. */
export const siteValueOf = (column: string): ((site: SiteRow) => number | string | null) =>
  sortValues[column as SiteColumn] ?? shareAtRisk;

/** The sites whose names hold these words, in order. Sites that are alike in the column stay worst first. */
export const listSites = (sites: readonly SiteRow[], words: string, { column, direction }: Sort): SiteRow[] => {
  const part = words.trim().toLowerCase();
  const found = sites.filter(({ siteName }) => siteName.toLowerCase().includes(part));
  return sortRows(found, siteValueOf(column), direction);
};

/** The lists that the numbers of a site are counted from, each in its own site. `ownSite` is the one of the tab. */
export const siteHrefs = (siteAccountUuid: string, ownSite: string | undefined) => {
  const to = (path: string, search: Record<string, string> = {}) => pageHref(path, search, siteAccountUuid);
  return {
    hosts: to('/hosts'),
    exploited: to('/applications', { mark: 'exploited' }),
    zeroDay: to('/applications', { status: 'zeroday' }),
    insecure: to('/applications', { status: 'insecure' }),
    eol: to('/applications', { status: 'eol' }),
    ok: to('/applications', { status: 'ok' }),
    // For system administrators, who look at the approvals of a site without going there.
    differing: pageHref('/system-approvals/site', { siteUuid: siteAccountUuid, approvalStatus: 'differs' }, ownSite),
  };
};
export type SiteNumber = keyof ReturnType<typeof siteHrefs>;
