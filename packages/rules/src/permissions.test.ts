import { type Right, rolePreset, sitePermission } from '@patchkeep/contract/rights';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { can, effectiveMask, mayCall, moduleInTheWay, refuseMask, roleLabel, type Subject } from './permissions.ts';

const subject = (changes: Partial<Subject> = {}): Subject => ({
  isSystemAdmin: false,
  sitePermissions: 0,
  siteSettings: { isDetectionModuleEnabled: true, isPatchingEnabled: true, isPatchProModuleEnabled: true },
  customerSettings: { isCustomSoftwareEnabled: true, isSoftwareDeploymentEnabled: true, allowCustomSoftwareUi: true },
  ...changes,
});
const withMask = (sitePermissions: number) => subject({ sitePermissions });
const bits: number[] = Object.values(sitePermission).filter((bit) => bit > 0);
const anyMask = fc.subarray(bits).map((chosen) => chosen.reduce((mask, bit) => mask | bit, 0));
const allMasks = Array.from({ length: 64 }, (_, index) =>
  bits.reduce((mask, bit, place) => mask | (index & (1 << place) ? bit : 0), 0),
);
/** A right that hangs on one bit only: held by exactly the masks that contain it, however the others stand. */
const masksAgainst = (right: Right, bit: number) =>
  allMasks.filter((mask) => can(right, withMask(mask)) !== ((mask & bit) !== 0));

describe('the bits', () => {
  it('are None 0, FullRead 1, FullWrite 2, ViewLog 16, Read/WriteCustomDeployments 32/64, Administer 4096 [PERM-02]', () =>
    expect(sitePermission).toEqual({
      None: 0,
      FullRead: 1,
      FullWrite: 2,
      ViewLog: 16,
      ReadCustomDeployments: 32,
      WriteCustomDeployments: 64,
      Administer: 4096,
    }));
  it('of a site are what a user has there, and a system administrator has the Administer preset anywhere [PERM-01]', () =>
    fc.assert(
      fc.property(anyMask, (mask) => {
        expect(effectiveMask(false, mask)).toBe(mask);
        expect(effectiveMask(true, mask)).toBe(mask | rolePreset.Administer);
      }),
    ));
});

describe('a derived right', () => {
  it('canManageApiTokens needs Administer [PERM-08]', () =>
    expect(masksAgainst('canManageApiTokens', 4096)).toEqual([]));
  it('canManageSites needs Administer [PERM-09]', () => expect(masksAgainst('canManageSites', 4096)).toEqual([]));
  it('canMakeChanges needs FullWrite [PERM-10]', () => expect(masksAgainst('canMakeChanges', 2)).toEqual([]));
  it.each(['canAdmitHosts', 'canDeleteHosts', 'canChangeSettings'] as const)('%s needs FullWrite', (right) =>
    expect(masksAgainst(right, 2)).toEqual([]),
  );
  it('canRead needs FullRead', () => expect(masksAgainst('canRead', 1)).toEqual([]));

  /** Every subject there is: 64 masks, 8 module combinations, 8 customer combinations, admin or not. */
  const everySubject = function* (): Generator<Subject> {
    for (const sitePermissions of allMasks)
      for (let flags = 0; flags < 128; flags++) {
        const flag = (place: number) => (flags & (1 << place)) !== 0;
        yield {
          sitePermissions,
          isSystemAdmin: flag(0),
          siteSettings: {
            isDetectionModuleEnabled: flag(1),
            isPatchingEnabled: flag(2),
            isPatchProModuleEnabled: flag(3),
          },
          customerSettings: {
            isCustomSoftwareEnabled: flag(4),
            isSoftwareDeploymentEnabled: flag(5),
            allowCustomSoftwareUi: flag(6),
          },
        };
      }
  };
  const bit = (s: Subject, wanted: number) => s.isSystemAdmin || (s.sitePermissions & wanted) !== 0;
  const d = (s: Subject) => s.siteSettings.isDetectionModuleEnabled;
  const c = (s: Subject) => s.customerSettings;
  it.each<[string, Right, (s: Subject) => boolean]>([
    ['canViewUserActivity = detection AND ViewLog [PERM-11]', 'canViewUserActivity', (s) => d(s) && bit(s, 16)],
    [
      'canDeploySoftware = canViewSoftwareDeployment AND FullWrite',
      'canDeploySoftware',
      (s) => d(s) && c(s).isSoftwareDeploymentEnabled && bit(s, 2),
    ],
    [
      'canViewSoftwareDeployment = detection AND isSoftwareDeploymentEnabled [PERM-12]',
      'canViewSoftwareDeployment',
      (s) => d(s) && c(s).isSoftwareDeploymentEnabled,
    ],
    [
      'canViewCustomDeployments = detection AND (enabled OR allowed UI) AND ReadCustomDeployments [PERM-13]',
      'canViewCustomDeployments',
      (s) => d(s) && (c(s).isCustomSoftwareEnabled || c(s).allowCustomSoftwareUi) && bit(s, 32),
    ],
    [
      'canWriteCustomDeployments = detection AND enabled AND WriteCustomDeployments [PERM-14]',
      'canWriteCustomDeployments',
      (s) => d(s) && c(s).isCustomSoftwareEnabled && bit(s, 64),
    ],
    ['canViewResults = detection [PERM-15]', 'canViewResults', d],
    [
      'canViewPatching = detection AND isPatchingEnabled [PERM-16]',
      'canViewPatching',
      (s) => d(s) && s.siteSettings.isPatchingEnabled,
    ],
    [
      'canDecideUpdates = canViewPatching AND FullWrite',
      'canDecideUpdates',
      (s) => d(s) && s.siteSettings.isPatchingEnabled && bit(s, 2),
    ],
    ['canViewPatchPro = PatchPro module [PERM-17]', 'canViewPatchPro', (s) => s.siteSettings.isPatchProModuleEnabled],
    ['isSystemAdmin comes from the session, never from bits [PERM-18]', 'isSystemAdmin', (s) => s.isSystemAdmin],
  ])('%s', (_name, right, expected) => {
    const wrong = [...everySubject()].filter((s) => can(right, s) !== expected(s));
    expect(wrong).toEqual([]);
  });
});

describe('the roles', () => {
  it('of a system administrator is System Administrator, whatever the bits [PERM-03]', () =>
    expect(new Set(allMasks.map((mask) => roleLabel(true, mask)))).toEqual(new Set(['System Administrator'])));
  it('Read-Only is 49: everything visible but user management', () => {
    expect(rolePreset['Read-Only']).toBe(49);
    expect(roleLabel(false, 49)).toBe('Read-Only');
    const s = withMask(49);
    expect(['canViewUserActivity', 'canViewCustomDeployments', 'canRead'].every((r) => can(r as Right, s))).toBe(true);
    expect(['canMakeChanges', 'canManageSites', 'canManageApiTokens'].some((r) => can(r as Right, s))).toBe(false);
  });
  it('Read & Write is 115: may change, not manage users', () => {
    expect(rolePreset['Read & Write']).toBe(115);
    expect(roleLabel(false, 115)).toBe('Read & Write');
    expect(can('canMakeChanges', withMask(115))).toBe(true);
    expect(can('canManageSites', withMask(115))).toBe(false);
  });
  it('Administer is 4211: may manage users too', () => {
    expect(rolePreset.Administer).toBe(4211);
    expect(roleLabel(false, 4211)).toBe('Administer');
    expect(can('canMakeChanges', withMask(4211)) && can('canManageSites', withMask(4211))).toBe(true);
  });
  it('Disabled is 0 and may call nothing that concerns a site [PERM-07]', () => {
    expect(roleLabel(false, 0)).toBe('Disabled');
    for (const right of ['canRead', 'canViewResults', 'canViewPatching', 'canViewPatchPro'] as const)
      expect(mayCall(right, withMask(0))).toBe(false);
    expect(mayCall('signedIn', withMask(0))).toBe(true);
    expect(mayCall('reachesSites', null)).toBe(true);
    expect(mayCall('canViewResults', null)).toBe(false);
  });
  it.each([
    [4096, 'Administer'],
    [3, 'Read & Write'],
    [1, 'Read-Only'],
    [16, 'Read-Only'],
  ])('a hand-made mask of %i is called %s', (mask, label) => expect(roleLabel(false, mask)).toBe(label));
});

describe('a module that is off', () => {
  const without = (module: keyof Subject['siteSettings']) => {
    const manager = withMask(rolePreset.Administer);
    return { ...manager, siteSettings: { ...manager.siteSettings, [module]: false } };
  };
  const writes = ['canMakeChanges', 'canAdmitHosts', 'canDeleteHosts', 'canChangeSettings'] as const;
  it('takes the writes about hosts away with detection, and only with it', () => {
    for (const right of writes) {
      expect(mayCall(right, without('isDetectionModuleEnabled'))).toBe(false);
      expect(mayCall(right, without('isPatchingEnabled'))).toBe(true);
      expect(mayCall(right, without('isPatchProModuleEnabled'))).toBe(true);
    }
  });
  it('takes decisions about updates away with patching', () => {
    expect(mayCall('canDecideUpdates', without('isPatchingEnabled'))).toBe(false);
    expect(mayCall('canDecideUpdates', without('isPatchProModuleEnabled'))).toBe(true);
  });
  it('is named as what closes a page, the nearest cause first, and only where it is the cause', () => {
    const inTheWay = (right: Right, ...off: (keyof Subject['siteSettings'])[]) =>
      moduleInTheWay(right, {
        ...withMask(rolePreset['Read-Only']),
        siteSettings: { ...subject().siteSettings, ...Object.fromEntries(off.map((name) => [name, false])) },
      });
    const [detection, patching, patchPro] = [
      'isDetectionModuleEnabled',
      'isPatchingEnabled',
      'isPatchProModuleEnabled',
    ] as const;
    expect(inTheWay('canViewResults', detection)).toBe(detection);
    expect(inTheWay('canViewPatching', patching)).toBe(patching);
    expect(inTheWay('canViewPatching', patching, detection)).toBe(detection);
    expect(inTheWay('canViewPatchPro', patchPro, patching)).toBe(patchPro);
    // On, or of no matter, or not all that is missing.
    expect(inTheWay('canViewResults')).toBeUndefined();
    expect(inTheWay('canViewResults', patching, patchPro)).toBeUndefined();
    expect(inTheWay('canMakeChanges', detection)).toBeUndefined();
    expect(moduleInTheWay('canViewResults', withMask(0))).toBeUndefined();
  });
  it('leaves a system administrator the administration of sites', () => {
    const admin = { ...without('isDetectionModuleEnabled'), isSystemAdmin: true };
    expect(mayCall('isSystemAdmin', admin)).toBe(true);
  });
});

describe('what may be stored', () => {
  it('bits are checked singly: write without read is refused, unknown bits too', () => {
    for (const mask of allMasks) {
      const has = (wanted: number) => (mask & wanted) !== 0;
      const isFine = (has(1) || !(has(2) || has(4096))) && (has(32) || !has(64));
      expect(refuseMask(mask) === undefined).toBe(isFine);
    }
    for (const mask of [4, 8, 128, 8192, -1, 1.5]) expect(refuseMask(mask)).toBe('Unknown permission bits');
  });
});
