import { product } from '@patchkeep/contract/product';
import type { Handshake } from '@patchkeep/contract/session';
import { can, type Subject } from './permissions.ts';

/** What the shell reads off the session: derived, never stored beside it. */
export interface SessionFlags {
  canManageSites: boolean;
  canViewResults: boolean;
  canViewPatching: boolean;
  canViewPatchPro: boolean;
  isPatchProOnly: boolean;
  /** The browser tab's title. */
  tabName: string;
  /** The product title in the header. */
  headerText: string;
}

/** A user without any usable site sees what an empty site would show. */
const noSite = { isDetectionModuleEnabled: false, isPatchingEnabled: false, isPatchProModuleEnabled: false };

export const subjectOf = (handshake: Handshake): Subject => ({
  isSystemAdmin: handshake.isSystemAdmin,
  sitePermissions: handshake.currentSite?.sitePermissions ?? 0,
  siteSettings: handshake.currentSite?.siteSettings ?? noSite,
  customerSettings: handshake.customerSettings,
});

export const isPatchProOnly = (settings: Subject['siteSettings']): boolean =>
  settings.isPatchProModuleEnabled && !settings.isDetectionModuleEnabled;

export const productTitle = (options: { isPatchProOnly: boolean; isUat: boolean }): string =>
  (options.isPatchProOnly ? product.patchPro : product.corporate) + (options.isUat ? product.uatSuffix : '');

export const sessionFlags = (handshake: Handshake): SessionFlags => {
  const subject = subjectOf(handshake);
  const patchProOnly = isPatchProOnly(subject.siteSettings);
  const title = productTitle({ isPatchProOnly: patchProOnly, isUat: handshake.isUat });
  return {
    canManageSites: can('canManageSites', subject),
    canViewResults: can('canViewResults', subject),
    canViewPatching: can('canViewPatching', subject),
    canViewPatchPro: can('canViewPatchPro', subject),
    isPatchProOnly: patchProOnly,
    tabName: title,
    headerText: title,
  };
};
