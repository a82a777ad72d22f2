import { rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { refuseMask } from '@patchkeep/rules/permissions';
import { describe, expect, it } from 'vitest';
import { permissionBits, presetOf, presets, rightsText, withBit } from './rights-text.ts';

describe('the rights of a user', () => {
  it('are called by their preset, or by their bits', () => {
    for (const { value } of presets) {
      expect(presetOf(rolePreset[value])).toBe(value);
      expect(rightsText({ isSystemAdmin: false, sitePermissions: rolePreset[value] })).toBe(value);
    }
    expect(rightsText({ isSystemAdmin: false, sitePermissions: 4097 })).toBe('Custom: read, administer');
    expect(rightsText({ isSystemAdmin: true, sitePermissions: 0 })).toBe('System Administrator');
  });

  it('can be ticked one by one, in any order, and are never refused', () => {
    const all = permissionBits.map(({ bit }) => bit);
    const reached = new Set([0]);
    for (const mask of reached)
      for (const bit of all)
        for (const isOn of [true, false]) {
          const next = withBit(mask, bit, isOn);
          expect([mask, bit, isOn, refuseMask(next)]).toEqual([mask, bit, isOn, undefined]);
          expect((next & bit) !== 0).toBe(isOn);
          reached.add(next);
        }
    // Read with none, one or both of write and administer, or no read; two bits of custom software; the log.
    expect(reached.size).toBe((4 + 1) * 3 * 2);
  });

  it('have words for every bit', () =>
    expect(permissionBits.reduce((mask, { bit }) => mask | bit, 0)).toBe(
      Object.values(sitePermission).reduce<number>((mask, bit) => mask | bit, 0),
    ));
});
