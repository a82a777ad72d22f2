import { type Right, type RoleLabel, rolePreset, sitePermission } from '@patchkeep/contract/rights';
import type { CustomerSettings } from '@patchkeep/contract/session';
import type { SiteSettings } from '@patchkeep/contract/sites';

/** Everything a right may depend on. A system administrator acts with the Administer preset on every site. */
export interface Subject {
  isSystemAdmin: boolean;
  sitePermissions: number;
  siteSettings: SiteSettings;
  customerSettings: Pick<
    CustomerSettings,
    'isCustomSoftwareEnabled' | 'isSoftwareDeploymentEnabled' | 'allowCustomSoftwareUi'
  >;
}

export const has = (mask: number, bit: number): boolean => (mask & bit) === bit;

/** The bits in force: a system administrator holds at least Administer everywhere in the customer. */
export const effectiveMask = (isSystemAdmin: boolean, sitePermissions: number): number =>
  isSystemAdmin ? sitePermissions | rolePreset.Administer : sitePermissions;

const mask = (s: Subject) => effectiveMask(s.isSystemAdmin, s.sitePermissions);
const detection = (s: Subject) => s.siteSettings.isDetectionModuleEnabled;
const mayWrite = (s: Subject) => has(mask(s), sitePermission.FullWrite);
const mayViewPatching = (s: Subject) => detection(s) && s.siteSettings.isPatchingEnabled;
const mayViewDeployment = (s: Subject) => detection(s) && s.customerSettings.isSoftwareDeploymentEnabled;

const holders: Record<Right, (subject: Subject) => boolean> = {
  anyone: () => true,
  signedIn: () => true,
  reachesSites: () => true,
  detached: () => false,
  provisions: () => false,
  isSystemAdmin: (s) => s.isSystemAdmin,
  canRead: (s) => has(mask(s), sitePermission.FullRead),
  canMakeChanges: mayWrite,
  canDecideUpdates: (s) => mayViewPatching(s) && mayWrite(s),
  canAdmitHosts: mayWrite,
  canDeleteHosts: mayWrite,
  canChangeSettings: mayWrite,
  canManageSites: (s) => has(mask(s), sitePermission.Administer),
  canManageApiTokens: (s) => has(mask(s), sitePermission.Administer),
  canViewUserActivity: (s) => detection(s) && has(mask(s), sitePermission.ViewLog),
  canViewSoftwareDeployment: mayViewDeployment,
  canDeploySoftware: (s) => mayViewDeployment(s) && mayWrite(s),
  canViewCustomDeployments: (s) =>
    detection(s) &&
    (s.customerSettings.isCustomSoftwareEnabled || s.customerSettings.allowCustomSoftwareUi) &&
    has(mask(s), sitePermission.ReadCustomDeployments),
  canWriteCustomDeployments: (s) =>
    detection(s) && s.customerSettings.isCustomSoftwareEnabled && has(mask(s), sitePermission.WriteCustomDeployments),
  canViewResults: detection,
  canViewPatching: mayViewPatching,
  canViewPatchPro: (s) => s.siteSettings.isPatchProModuleEnabled,
};

/** One derived right, as the requirements define it. */
export const can = (right: Right, subject: Subject): boolean => holders[right](subject);

/** Every write that asks for one of these is about hosts and what is found on them: the detection module offers it. */
const writesOfDetection: readonly Right[] = ['canMakeChanges', 'canAdmitHosts', 'canDeleteHosts', 'canChangeSettings'];

/**
 * May this subject call an endpoint that asks for `right`? A derived right says what a site offers;
 * a call also needs access to the site, so a Disabled user gets nothing whatever the modules are.
 */
export const mayCall = (right: Right, subject: Subject | null): boolean => {
  if (right === 'anyone' || right === 'signedIn' || right === 'reachesSites') return true;
  if (!subject) return false;
  if (writesOfDetection.includes(right) && !detection(subject)) return false;
  return can('canRead', subject) && can(right, subject);
};

const moduleNames = ['isDetectionModuleEnabled', 'isPatchingEnabled', 'isPatchProModuleEnabled'] as const;
const everyModule: SiteSettings = {
  isDetectionModuleEnabled: true,
  isPatchingEnabled: true,
  isPatchProModuleEnabled: true,
};

/** The module whose being off closes to everybody on the site what `right` opens; undefined where that is not the cause. */
export const moduleInTheWay = (right: Right, subject: Subject): keyof SiteSettings | undefined => {
  const holds = (siteSettings: SiteSettings) => mayCall(right, { ...subject, siteSettings });
  if (holds(subject.siteSettings) || !holds(everyModule)) return undefined;
  return moduleNames.find((name) => !subject.siteSettings[name] && !holds({ ...everyModule, [name]: false }));
};

/** The role a mask is called by; a hand-made mask is named after the strongest preset it contains. */
export const roleLabel = (isSystemAdmin: boolean, sitePermissions: number): RoleLabel => {
  if (isSystemAdmin) return 'System Administrator';
  const strongestFirst = ['Administer', 'Read & Write', 'Read-Only'] as const;
  return strongestFirst.find((label) => has(sitePermissions, rolePreset[label])) ?? bareLabel(sitePermissions);
};

const bareLabel = (sitePermissions: number): RoleLabel => {
  if (has(sitePermissions, sitePermission.Administer)) return 'Administer';
  if (has(sitePermissions, sitePermission.FullWrite)) return 'Read & Write';
  return sitePermissions === sitePermission.None ? 'Disabled' : 'Read-Only';
};

const knownBits = Object.values(sitePermission).reduce<number>((all, bit) => all | bit, 0);

/** Why a mask may not be stored, or undefined when it may. */
export const refuseMask = (wanted: number): string | undefined => {
  if (!Number.isInteger(wanted) || wanted < 0 || (wanted & ~knownBits) !== 0) return 'Unknown permission bits';
  const writes = has(wanted, sitePermission.FullWrite) || has(wanted, sitePermission.Administer);
  if (writes && !has(wanted, sitePermission.FullRead)) return 'Write access needs read access';
  if (has(wanted, sitePermission.WriteCustomDeployments) && !has(wanted, sitePermission.ReadCustomDeployments))
    return 'Writing custom deployments needs reading them';
  return undefined;
};
