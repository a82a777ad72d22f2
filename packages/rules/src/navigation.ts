import type { SiteRef } from '@patchkeep/contract/sites';
import type { PagePath } from './pages.ts';
import { can, type Subject } from './permissions.ts';
import { type MenuEntry, userMenu } from './user-menu.ts';

export interface NavigationItem {
  path: PagePath;
  label: string;
  /** The item may be seen, but what it opens is switched off for the customer. */
  isDisabled: boolean;
}
export interface NavigationSection {
  /** Absent for items that stand by themselves. */
  heading?: string;
  items: NavigationItem[];
}

const item = (path: PagePath, label: string, isDisabled = false): NavigationItem => ({ path, label, isDisabled });

/** The left-hand panel for a subject: only what may be seen, in order; empty sections are left out. */
export const navigation = (subject: Subject): NavigationSection[] => {
  const results = can('canViewResults', subject);
  const deployment = can('canViewSoftwareDeployment', subject);
  const sections: NavigationSection[] = [
    {
      items: results
        ? [
            item('/dashboard', 'Dashboard'),
            item('/applications', 'Applications'),
            item('/vulnerabilities', 'Vulnerabilities'),
            item('/win-updates', 'Windows Updates'),
            item('/hosts', 'Hosts'),
            item('/groups', 'Groups'),
            item('/tags', 'Tags'),
            item('/report', 'Report'),
          ]
        : [],
    },
    {
      heading: 'Patching',
      items: can('canViewPatching', subject)
        ? [
            item('/patching/approvals', 'Approvals'),
            item('/patching/activity', 'Patching Activity'),
            item('/patching/packages', 'Packages'),
          ]
        : [],
    },
    {
      heading: 'Deployment',
      items: [
        ...(deployment ? [item('/deployment/create-job', 'Create Job')] : []),
        ...(can('canViewCustomDeployments', subject)
          ? [
              item(
                '/deployment/custom-create-job',
                'Custom Software',
                !subject.customerSettings.isCustomSoftwareEnabled,
              ),
            ]
          : []),
        ...(deployment ? [item('/deployment/jobs', 'Jobs'), item('/deployment/activity', 'Job Activity')] : []),
      ],
    },
    {
      items: [
        ...(can('canViewPatchPro', subject) ? [item('/patchpro', 'App tune')] : []),
        ...(can('canViewUserActivity', subject) ? [item('/user-activity', 'User Activity')] : []),
        ...(results ? [item('/configuration', 'Configuration')] : []),
      ],
    },
  ];
  return sections.filter((section) => section.items.length > 0);
};

const systemPages: readonly MenuEntry['id'][] = ['system-dashboard', 'system-approvals', 'system-activity'];

/** The pages about all sites, for those whose user menu has them: the section below those of the site. */
export const systemNavigation = (subject: Subject, sites: readonly SiteRef[]): NavigationSection[] => {
  const items = userMenu(subject, sites).system.flatMap(({ id, path, label }) =>
    systemPages.includes(id) && path !== '/logout' ? [item(path, label)] : [],
  );
  return items.length > 0 ? [{ heading: 'System', items }] : [];
};
