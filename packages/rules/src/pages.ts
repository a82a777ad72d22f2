import type { Right } from '@patchkeep/contract/rights';

/** Every page of the shell with its title and the right its content needs. The paths are required ones. */
export const pages = {
  '/account-configuration': { title: 'Account Configuration', right: 'signedIn' },
  '/applications': { title: 'Applications', right: 'canViewResults' },
  '/applications/hosts': { title: 'Hosts', right: 'canViewResults' },
  '/applications/versions': { title: 'Versions', right: 'canViewResults' },
  '/applications/versions/issues': { title: 'Issues', right: 'canViewResults' },
  '/applications/versions/issues/cve/$cveId': { title: 'CVE', right: 'canViewResults' },
  '/patchpro': { title: 'PatchPro', right: 'canViewPatchPro' },
  '/changelog': { title: 'Changelog', right: 'signedIn' },
  '/configuration': { title: 'Configuration', right: 'canViewResults' },
  '/customers': { title: 'Customers', right: 'signedIn' },
  '/dashboard': { title: 'Dashboard', right: 'canViewResults' },
  '/deployment/create-job': { title: 'Create Job', right: 'canViewSoftwareDeployment' },
  '/deployment/custom-create-job': { title: 'Custom Software', right: 'canViewCustomDeployments' },
  '/deployment/job-info': { title: 'Job', right: 'canViewSoftwareDeployment' },
  '/deployment/jobs': { title: 'Jobs', right: 'canViewSoftwareDeployment' },
  '/deployment/activity': { title: 'Job Activity', right: 'canViewSoftwareDeployment' },
  '/deployment/activity/application': { title: 'Job Activity', right: 'canViewSoftwareDeployment' },
  '/deployment/activity/job': { title: 'Job Activity', right: 'canViewSoftwareDeployment' },
  '/deployment/activity/group': { title: 'Job Activity', right: 'canViewSoftwareDeployment' },
  '/deployment/activity/host': { title: 'Job Activity', right: 'canViewSoftwareDeployment' },
  '/groups': { title: 'Groups', right: 'canViewResults' },
  '/groups/applications': { title: 'Group Applications', right: 'canViewResults' },
  '/groups/hosts': { title: 'Group Hosts', right: 'canViewResults' },
  '/tags': { title: 'Tags', right: 'canViewResults' },
  '/tags/applications': { title: 'Tag Applications', right: 'canViewResults' },
  '/tags/hosts': { title: 'Tag Hosts', right: 'canViewResults' },
  '/hosts': { title: 'Hosts', right: 'canViewResults' },
  '/hosts/host-results': { title: 'Results', right: 'canViewResults' },
  '/host-targets': { title: 'Host Targets', right: 'canViewSoftwareDeployment' },
  '/patching/activity': { title: 'Patching Activity', right: 'canViewPatching' },
  '/patching/approvals': { title: 'Approvals', right: 'canViewPatching' },
  '/patching/approvals/group': { title: 'Group Approvals', right: 'canViewPatching' },
  '/patching/approvals/tag': { title: 'Tag Approvals', right: 'canViewPatching' },
  '/patching/packages': { title: 'Packages', right: 'canViewPatching' },
  '/providers': { title: 'Service providers', right: 'isSystemAdmin' },
  '/report': { title: 'Report', right: 'canViewResults' },
  '/sites': { title: 'Sites', right: 'signedIn' },
  '/sites/users': { title: 'Users', right: 'canManageSites' },
  '/users': { title: 'Users', right: 'canManageSites' },
  '/support': { title: 'Support', right: 'signedIn' },
  '/system-activity': { title: 'System Activity', right: 'isSystemAdmin' },
  '/system-approvals': { title: 'System Approvals', right: 'isSystemAdmin' },
  '/system-approvals/group': { title: 'System Group Approvals', right: 'isSystemAdmin' },
  '/system-approvals/tag': { title: 'System Tag Approvals', right: 'isSystemAdmin' },
  '/system-approvals/site': { title: 'Site Approvals', right: 'isSystemAdmin' },
  '/system-dashboard': { title: 'System Dashboard', right: 'signedIn' },
  '/user-activity': { title: 'User Activity', right: 'canViewUserActivity' },
  '/vulnerabilities': { title: 'Vulnerabilities', right: 'canViewResults' },
  '/win-updates': { title: 'Windows Updates', right: 'canViewResults' },
  '/win-updates/hosts': { title: 'Windows Updates hosts', right: 'canViewResults' },
} as const satisfies Record<string, { title: string; right: Right }>;

export type PagePath = keyof typeof pages;

export const homeTitle = 'Home';

/** Pages that their address does not put below the page they are reached from. */
const above: Partial<Record<PagePath, PagePath>> = { '/deployment/job-info': '/deployment/jobs' };

/** The ancestors of a page that are pages themselves, outermost first, then the page: its breadcrumbs. */
export const trail = (path: PagePath): PagePath[] => {
  const reachedFrom = above[path];
  if (reachedFrom) return [...trail(reachedFrom), path];
  const parts = path.split('/').slice(1);
  const prefixes = parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`);
  return prefixes.filter((prefix): prefix is PagePath => Object.hasOwn(pages, prefix));
};

/** Where signing in leads when no page was asked for. It names no page, so it lands where every unknown path does. */
export const landingAddress = '/landing';

/** Where an unknown path lands. */
export const landing = (flags: { canViewResults: boolean; canViewPatchPro: boolean }): PagePath =>
  !flags.canViewResults && flags.canViewPatchPro ? '/patchpro' : '/dashboard';
