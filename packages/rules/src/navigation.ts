import type { PagePath } from './pages.ts';
import { can, type Subject } from './permissions.ts';

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
            item('/win-updates', 'Windows Updates'),
            item('/hosts', 'Hosts'),
            item('/groups', 'Groups'),
            item('/tags', 'Tags'),
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
