import { rights, rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { describe, expect, it, test } from 'vitest';
import { isOpenToTokens, refuseTokenMask, tokenMask } from './api-token.ts';
import { has } from './permissions.ts';

const { Administer } = rolePreset;
const readWrite = rolePreset['Read & Write'];
const readOnly = rolePreset['Read-Only'];

describe('an API token', () => {
  test.each([
    [readWrite, Administer, undefined],
    [readOnly, Administer, undefined],
    [sitePermission.FullRead, readOnly, undefined],
    [Administer, Administer, 'An API token cannot administer'],
    [readWrite, readOnly, 'An API token cannot do more than you'],
    [sitePermission.ViewLog, Administer, 'An API token needs read access'],
    [0, Administer, 'An API token needs read access'],
    [sitePermission.FullWrite, Administer, 'Write access needs read access'],
    [1 << 20, Administer, 'Unknown permission bits'],
  ])('of %i made by somebody with %i: %s [ACCT-10]', (wanted, own, refusal) => {
    expect(refuseTokenMask(wanted, own)).toBe(refusal);
  });

  it('never does more than it was given, nor than its owner may, and never administers', () => {
    for (let granted = 0; granted < 8192; granted += 7)
      for (const owner of [0, 1, readOnly, readWrite, Administer, 8191]) {
        const mask = tokenMask(granted, owner);
        expect(has(granted, mask) && has(owner, mask)).toBe(true);
        expect(mask & sitePermission.Administer).toBe(0);
      }
  });

  it('is kept from what belongs to a person', () => {
    expect(rights.filter((right) => !isOpenToTokens(right))).toEqual([
      'signedIn',
      'detached',
      'provisions',
      'isSystemAdmin',
      'canAdmitHosts',
      'canDeleteHosts',
      'canChangeSettings',
      'canManageSites',
      'canManageApiTokens',
    ]);
  });
});
