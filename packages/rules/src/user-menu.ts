import type { SiteRef } from '@patchkeep/contract/sites';
import type { PagePath } from './pages.ts';
import { can, type Subject } from './permissions.ts';

export interface MenuEntry {
  id:
    | 'sites'
    | 'customers'
    | 'system-dashboard'
    | 'system-approvals'
    | 'system-activity'
    | 'support'
    | 'changelog'
    | 'account'
    | 'logout';
  label: string;
  path: PagePath | '/logout';
  search?: Record<string, string>;
}
export interface UserMenu {
  system: MenuEntry[];
  account: MenuEntry[];
  logout: MenuEntry[];
}

/** The entry for sites: the list, or for a manager of exactly one site straight to its users. */
const sitesEntry = (subject: Subject, sites: readonly SiteRef[]): MenuEntry | undefined => {
  const managesSites = can('canManageSites', subject);
  const isShown = can('canViewResults', subject) && (subject.isSystemAdmin || sites.length > 1 || managesSites);
  if (!isShown) return undefined;
  const [only] = sites;
  if (!subject.isSystemAdmin && managesSites && sites.length === 1 && only)
    return {
      id: 'sites',
      label: 'Users',
      path: '/sites/users',
      search: { siteUuid: only.siteAccountUuid, siteName: only.siteName },
    };
  return { id: 'sites', label: 'Sites', path: '/sites' };
};

/** The user menu for a subject who belongs to `sites`, and may be of a service provider. */
export const userMenu = (subject: Subject, sites: readonly SiteRef[], mayEnterCustomers = false): UserMenu => {
  const system: MenuEntry[] = [];
  const entry = sitesEntry(subject, sites);
  if (entry) system.push(entry);
  if (mayEnterCustomers) system.push({ id: 'customers', label: 'Customers', path: '/customers' });
  if (can('canViewResults', subject) && sites.length > 1)
    system.push({ id: 'system-dashboard', label: 'System Dashboard', path: '/system-dashboard' });
  if (subject.isSystemAdmin && can('canViewResults', subject) && can('canViewPatching', subject))
    system.push(
      { id: 'system-approvals', label: 'System Approvals', path: '/system-approvals' },
      { id: 'system-activity', label: 'System Activity', path: '/system-activity' },
    );
  system.push(
    { id: 'support', label: 'Support', path: '/support' },
    { id: 'changelog', label: 'Changelog', path: '/changelog' },
  );
  return {
    system,
    account: [{ id: 'account', label: 'Account Configuration', path: '/account-configuration' }],
    logout: [{ id: 'logout', label: 'Logout', path: '/logout' }],
  };
};

/** The switcher in the header: present only for users of two or more sites, here or at other customers; lists the others. */
export const siteSwitcher = (
  current: SiteRef | null,
  sites: readonly SiteRef[],
  hasElsewhere = false,
): { label: string; others: SiteRef[] } | undefined =>
  sites.length > 1 || (sites.length > 0 && hasElsewhere)
    ? {
        label: current?.siteName ?? 'Choose a site',
        others: sites.filter((site) => site.siteAccountUuid !== current?.siteAccountUuid),
      }
    : undefined;
