import { expect, it } from 'vitest';
import { worstFirst } from './site-order.rules.ts';

const site = (siteName: string, more: object) => ({
  siteName,
  hosts: 100,
  hostsAtRisk: 0,
  zeroDay: 0,
  insecure: 0,
  eol: 0,
  ...more,
});

it('sites come by the share of their hosts that is at risk, then by their worst problems, then by name', () => {
  const sites = [
    site('Empty', { hosts: 0 }),
    site('Large', { hosts: 900, hostsAtRisk: 90, zeroDay: 400 }),
    site('Quiet B', {}),
    site('Quiet A', {}),
    site('Small', { hosts: 25, hostsAtRisk: 21, insecure: 30 }),
    site('Old', { eol: 3 }),
    site('Same share', { hostsAtRisk: 10, insecure: 5 }),
  ];
  expect(sites.toSorted(worstFirst).map(({ siteName }) => siteName)).toEqual([
    'Small',
    'Large',
    'Same share',
    'Old',
    'Quiet A',
    'Quiet B',
    'Empty',
  ]);
});
