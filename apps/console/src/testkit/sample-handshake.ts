import { rolePreset } from '@patchkeep/contract/rights';
import type { Handshake } from '@patchkeep/contract/session';

export const sampleSites = [
  { siteAccountUuid: '11111111-1111-4111-8111-111111111111', siteName: 'Contoso DK' },
  { siteAccountUuid: '22222222-2222-4222-8222-222222222222', siteName: 'Contoso Norge' },
  { siteAccountUuid: '33333333-3333-4333-8333-333333333333', siteName: 'Contoso Sverige' },
];

const [first] = sampleSites;
if (!first) throw new Error('A sample needs a site');

/** An answer of the handshake as the server gives it: a system administrator of three sites with every module on. */
export const sampleHandshake = (changes: Partial<Handshake> = {}): Handshake => ({
  csrf: 'sample-csrf',
  customerSettings: {
    agentInactivityToDormancyTimeoutDays: 7,
    hostLicenseCount: 4_000,
    isCustomSoftwareEnabled: true,
    isSoftwareDeploymentEnabled: true,
    isTrialModeEnabled: false,
    allowCustomSoftwareUi: true,
  },
  username: 'ana@contoso.example',
  userAccountUuid: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  activeAgentCount: 3_902,
  expiringIgnoreRules: { countExpired: 0, countExpiringSoon: 0 },
  isSystemAdmin: true,
  customerName: 'Contoso',
  isInternalUse: false,
  guestOf: null,
  mayEnterCustomers: false,
  sites: sampleSites,
  currentSite: {
    ...first,
    siteSettings: { isDetectionModuleEnabled: true, isPatchingEnabled: true, isPatchProModuleEnabled: true },
    sitePermissions: rolePreset.Administer,
  },
  defaultSiteAccountUuid: first.siteAccountUuid,
  isSiteRedirect: false,
  isUat: false,
  provider: 'Patchkeep',
  preferences: null,
  ...changes,
});
