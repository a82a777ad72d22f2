import { rolePreset } from '@patchkeep/contract/rights';
import { expect, it } from 'vitest';
import { rightsBySite } from './rights-by-site.ts';

const site = (siteName: string, sitePermissions: number) => ({ siteAccountUuid: siteName, siteName, sitePermissions });

it('tells rights that are the same in several sites once', () => {
  const [read, write] = [rolePreset['Read-Only'], rolePreset['Read & Write']];
  expect(rightsBySite([site('Aarhus', read), site('Bergen', write), site('Oslo', read)])).toEqual([
    { sitePermissions: read, sites: 'Aarhus, Oslo' },
    { sitePermissions: write, sites: 'Bergen' },
  ]);
});

it('names a dozen sites and counts the rest', () => {
  const many = Array.from({ length: 14 }, (_, i) => site(`S${i}`, 1));
  expect(rightsBySite(many)[0]?.sites).toBe('S0, S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11 and 2 more');
});
