import { rolePreset } from '@patchkeep/contract/rights';
import type { Handshake } from '@patchkeep/contract/session';
import { describe, expect, it } from 'vitest';
import { isPatchProOnly, productTitle, sessionFlags } from './session-flags.ts';

const handshake = (detection: boolean, patchPro: boolean, isUat = false): Handshake => ({
  csrf: '',
  customerSettings: {
    agentInactivityToDormancyTimeoutDays: 7,
    hostLicenseCount: 1,
    isCustomSoftwareEnabled: true,
    isSoftwareDeploymentEnabled: true,
    isTrialModeEnabled: true,
    allowCustomSoftwareUi: true,
  },
  username: 'ana',
  userAccountUuid: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  activeAgentCount: 0,
  expiringIgnoreRules: { countExpired: 0, countExpiringSoon: 0 },
  isSystemAdmin: false,
  isInternalUse: false,
  customerName: 'Contoso',
  guestOf: null,
  mayEnterCustomers: false,
  sites: [],
  currentSite: {
    siteAccountUuid: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
    siteName: 'One',
    siteSettings: {
      isDetectionModuleEnabled: detection,
      isPatchingEnabled: true,
      isPatchProModuleEnabled: patchPro,
    },
    sitePermissions: rolePreset['Read-Only'],
  },
  defaultSiteAccountUuid: null,
  isSiteRedirect: false,
  isUat,
  provider: 'Patchkeep',
  preferences: null,
});

describe('the names of the session', () => {
  it.each([
    [false, false, 'Patchkeep Corporate'],
    [true, false, 'Patchkeep PatchPro'],
    [false, true, 'Patchkeep Corporate UAT'],
    [true, true, 'Patchkeep PatchPro UAT'],
  ])('PatchPro only %s, UAT %s: %s [SHELL-24]', (patchProOnly, isUat, title) =>
    expect(productTitle({ isPatchProOnly: patchProOnly, isUat })).toBe(title),
  );
  it('differ for a patch-pro-only site [SHELL-21]', () =>
    expect(sessionFlags(handshake(false, true))).toMatchObject({
      tabName: 'Patchkeep PatchPro',
      headerText: 'Patchkeep PatchPro',
    }));
  it('differ in UAT mode [SHELL-22]', () =>
    expect(sessionFlags(handshake(true, true, true))).toMatchObject({
      tabName: 'Patchkeep Corporate UAT',
      headerText: 'Patchkeep Corporate UAT',
    }));
});

describe('the flags of the session', () => {
  it.each([
    [true, true, { canViewResults: true, canViewPatching: true, canViewPatchPro: true, isPatchProOnly: false }],
    [true, false, { canViewResults: true, canViewPatching: true, canViewPatchPro: false, isPatchProOnly: false }],
    [false, true, { canViewResults: false, canViewPatching: false, canViewPatchPro: true, isPatchProOnly: true }],
    [false, false, { canViewResults: false, canViewPatching: false, canViewPatchPro: false, isPatchProOnly: false }],
  ])('with detection %s and PatchPro %s [SES-10]', (detection, patchPro, expected) =>
    expect(sessionFlags(handshake(detection, patchPro))).toMatchObject({ ...expected, canManageSites: false }),
  );
  it('of a user without any usable site are all off', () =>
    expect(sessionFlags({ ...handshake(true, true), currentSite: null })).toMatchObject({
      canViewResults: false,
      canViewPatching: false,
      canViewPatchPro: false,
      canManageSites: false,
    }));
});

describe('a patch-pro-only site', () => {
  it.each([
    [true, true, false],
    [true, false, false],
    [false, true, true],
    [false, false, false],
  ])('detection %s, PatchPro %s: %s [SITE-04]', (isDetectionModuleEnabled, isPatchProModuleEnabled, expected) =>
    expect(isPatchProOnly({ isDetectionModuleEnabled, isPatchProModuleEnabled, isPatchingEnabled: true })).toBe(
      expected,
    ),
  );
});
