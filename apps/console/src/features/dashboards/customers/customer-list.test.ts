import type { CustomerNumbers } from '@patchkeep/contract/guest-overview';
import { describe, expect, it } from 'vitest';
import { worstFirst } from '../cards/site-list.ts';
import { customerColumns, listCustomers, sumOfCustomer } from './customer-list.ts';

type Site = CustomerNumbers['sites'][number];
const site = (siteName: string, more: Partial<Site> = {}): Site => ({
  siteAccountUuid: siteName,
  siteName,
  status: 'ok',
  hosts: 10,
  zeroDay: 0,
  insecure: 0,
  eol: 0,
  ok: 5,
  hostsAtRisk: 0,
  exploited: 0,
  earlier: { hosts: 10, hostsAtRisk: 1 },
  ...more,
});
const customer = (customerName: string, sites: Site[]): CustomerNumbers => ({
  customerUuid: customerName,
  customerName,
  sites,
});
const customers = [
  customer('Adatum', [site('Oslo'), site('Bergen', { status: 'zeroday', hostsAtRisk: 4, exploited: 2 })]),
  customer('Contoso', [site('Paris', { status: 'insecure', hostsAtRisk: 5 })]),
  customer('Empty', []),
];
const names = (view: 'customers' | 'sites', words = '', sort = worstFirst) =>
  listCustomers(customers, view, words, sort).map(({ numbers }) => numbers.siteName);

describe('the table of customers', () => {
  it('adds the sites of a customer, with the worst of their states and the share of before', () => {
    expect(sumOfCustomer(customers[0] ?? customer('', [])).numbers).toMatchObject({
      status: 'zeroday',
      hosts: 20,
      ok: 10,
      hostsAtRisk: 4,
      exploited: 2,
      earlier: { hosts: 20, hostsAtRisk: 2 },
    });
  });

  it('knows no share of before where a site with hosts was not counted then', () => {
    const before = (more: Partial<Site>) => sumOfCustomer(customer('X', [site('A'), site('B', more)])).numbers.earlier;
    expect(before({ earlier: null })).toBeNull();
    expect(before({ earlier: null, hosts: 0 })).toEqual({ hosts: 10, hostsAtRisk: 1 });
  });

  it('lists customers or sites, the largest share of hosts at risk first, those without hosts last', () => {
    expect(names('customers')).toEqual(['Contoso', 'Adatum', 'Empty']);
    expect(names('sites')).toEqual(['Paris', 'Bergen', 'Oslo']);
    expect(names('customers', '', { column: 'Sites', direction: 'descending' })).toEqual([
      'Adatum',
      'Contoso',
      'Empty',
    ]);
    expect(names('sites', '', { column: 'Customer', direction: 'descending' })).toEqual(['Paris', 'Oslo', 'Bergen']);
    for (const view of ['customers', 'sites'] as const)
      for (const column of customerColumns[view])
        expect(names(view, '', { column, direction: 'ascending' })).toHaveLength(3);
  });

  it('finds by a part of the name of a site or of its customer', () => {
    expect(names('sites', ' ADA ')).toEqual(['Bergen', 'Oslo']);
    expect(names('sites', 'par')).toEqual(['Paris']);
    expect(names('customers', 'nothing')).toEqual([]);
  });
});
