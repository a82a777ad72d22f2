import type { SiteRow } from '@patchkeep/contract/dashboard-data';
import { describe, expect, it } from 'vitest';
import { listSites, siteColumns, siteHrefs, sortAfter, worstFirst } from './site-list.ts';

const site = (siteName: string, more: Partial<SiteRow> = {}): SiteRow => ({
  siteAccountUuid: siteName,
  siteName,
  status: 'ok',
  hosts: 100,
  zeroDay: 0,
  insecure: 0,
  eol: 0,
  ok: 0,
  hostsAtRisk: 0,
  exploited: 0,
  earlier: null,
  differing: null,
  ...more,
});
const sites = [
  site('Small', { hosts: 10, hostsAtRisk: 9, earlier: { hosts: 10, hostsAtRisk: 8 }, differing: 1 }),
  site('large', { hosts: 900, hostsAtRisk: 90, status: 'insecure', earlier: { hosts: 900, hostsAtRisk: 450 } }),
  site('Quiet', { eol: 4, differing: 7 }),
  site('Empty', { hosts: 0 }),
];
const names = (column: string, direction: 'ascending' | 'descending', words = '') =>
  listSites(sites, words, { column, direction }).map(({ siteName }) => siteName);

describe('the table of sites', () => {
  it('sorts by each column, with what is not known last in both orders', () => {
    expect(listSites(sites, '', worstFirst)).toEqual(sites);
    expect(names('At risk', 'ascending')).toEqual(['Quiet', 'large', 'Small', 'Empty']);
    expect(names('Site', 'ascending')).toEqual(['Empty', 'large', 'Quiet', 'Small']);
    expect(names('30 days', 'descending')).toEqual(['Small', 'large', 'Quiet', 'Empty']);
    expect(names('30 days', 'ascending')).toEqual(['large', 'Small', 'Quiet', 'Empty']);
    expect(names('Differs', 'descending')).toEqual(['Quiet', 'Small', 'large', 'Empty']);
    expect(names('Worst', 'descending')).toEqual(['large', 'Small', 'Quiet', 'Empty']);
    for (const column of siteColumns) expect(names(column, 'descending')).toHaveLength(4);
  });

  it('finds sites by a part of their names, whatever the case', () => {
    expect(names('At risk', 'descending', ' L ')).toEqual(['Small', 'large']);
    expect(names('At risk', 'descending', 'nothing')).toEqual([]);
  });

  it('begins with the largest number, or with the first name', () => {
    expect(sortAfter(worstFirst, 'Hosts')).toEqual({ column: 'Hosts', direction: 'descending' });
    expect(sortAfter(worstFirst, 'Site')).toEqual({ column: 'Site', direction: 'ascending' });
    expect(sortAfter(worstFirst, 'At risk')).toEqual({ column: 'At risk', direction: 'ascending' });
  });
});

it('the numbers of a site lead to its lists, its own decisions to its approvals from where the tab is', () => {
  const [office, own] = ['0198a5b0-0000-7000-8000-000000000001', '0198a5b0-0000-7000-8000-000000000002'];
  const hrefs = siteHrefs(office, own);
  expect(hrefs.hosts).toBe(`#/hosts?site=${office}`);
  expect(hrefs.exploited).toBe(`#/applications?mark=exploited&site=${office}`);
  expect(hrefs.differing).toBe(`#/system-approvals/site?siteUuid=${office}&approvalStatus=differs&site=${own}`);
});
