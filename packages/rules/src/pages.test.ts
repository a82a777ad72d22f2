import { describe, expect, it } from 'vitest';
import { homeTitle, landing, type PagePath, pages, trail } from './pages.ts';

/** The table of the specification, written down again so that a slip in either is seen. */
const table: [string, string][] = [
  ['/account-configuration', 'Account Configuration'],
  ['/applications', 'Applications'],
  ['/applications/hosts', 'Hosts'],
  ['/applications/versions', 'Versions'],
  ['/applications/versions/issues', 'Issues'],
  ['/applications/versions/issues/cve/$cveId', 'CVE'],
  ['/patchpro', 'PatchPro'],
  ['/changelog', 'Changelog'],
  ['/configuration', 'Configuration'],
  ['/dashboard', 'Dashboard'],
  ['/deployment/create-job', 'Create Job'],
  ['/deployment/custom-create-job', 'Custom Software'],
  ['/deployment/job-info', 'Job'],
  ['/deployment/jobs', 'Jobs'],
  ['/deployment/activity', 'Job Activity'],
  ['/groups', 'Groups'],
  ['/tags', 'Tags'],
  ['/hosts', 'Hosts'],
  ['/hosts/host-results', 'Results'],
  ['/host-targets', 'Host Targets'],
  ['/patching/activity', 'Patching Activity'],
  ['/patching/approvals', 'Approvals'],
  ['/patching/approvals/group', 'Group Approvals'],
  ['/patching/approvals/tag', 'Tag Approvals'],
  ['/sites', 'Sites'],
  ['/sites/users', 'Users'],
  ['/users', 'Users'],
  ['/support', 'Support'],
  ['/system-activity', 'System Activity'],
  ['/system-approvals', 'System Approvals'],
  ['/system-approvals/site', 'Site Approvals'],
  ['/system-dashboard', 'System Dashboard'],
  ['/user-activity', 'User Activity'],
  ['/win-updates', 'Windows Updates'],
  ['/win-updates/hosts', 'Windows Updates hosts'],
];
/** Pages the specification lists without a title of their own. */
const untitled = [
  '/deployment/activity/application',
  '/deployment/activity/job',
  '/deployment/activity/group',
  '/deployment/activity/host',
  '/groups/applications',
  '/groups/hosts',
  '/tags/applications',
  '/tags/hosts',
  '/system-approvals/group',
  '/system-approvals/tag',
];

/** Pages that the specification does not know. */
const ours: [string, string][] = [
  ['/customers', 'Customers'],
  ['/patching/packages', 'Packages'],
  ['/providers', 'Service providers'],
  ['/report', 'Report'],
  ['/vulnerabilities', 'Vulnerabilities'],
];

describe('the pages', () => {
  it.each([...table, ...ours])('%s is titled %s', (path, title) => expect(pages[path as PagePath].title).toBe(title));
  it('are those of the specification and those listed as ours, no more and no fewer', () =>
    expect(Object.keys(pages).toSorted()).toEqual(
      [...[...table, ...ours].map(([path]) => path), ...untitled].toSorted(),
    ));
  it('begin at Home', () => expect(homeTitle).toBe('Home'));
});

describe('breadcrumbs', () => {
  it.each<[PagePath, string[]]>([
    ['/dashboard', ['/dashboard']],
    ['/patching/approvals/tag', ['/patching/approvals', '/patching/approvals/tag']],
    [
      '/applications/versions/issues/cve/$cveId',
      [
        '/applications',
        '/applications/versions',
        '/applications/versions/issues',
        '/applications/versions/issues/cve/$cveId',
      ],
    ],
    ['/deployment/activity/host', ['/deployment/activity', '/deployment/activity/host']],
    ['/deployment/job-info', ['/deployment/jobs', '/deployment/job-info']],
  ])('of %s', (path, expected) => expect(trail(path)).toEqual(expected));
  it('of every page end with the page itself', () => {
    for (const path of Object.keys(pages) as PagePath[]) expect(trail(path).at(-1)).toBe(path);
  });
});

describe('an unknown path', () => {
  it.each([
    [true, true, '/dashboard'],
    [true, false, '/dashboard'],
    [false, true, '/patchpro'],
    [false, false, '/dashboard'],
  ])('with results %s and PatchPro %s lands on %s [SHELL-05]', (canViewResults, canViewPatchPro, path) =>
    expect(landing({ canViewResults, canViewPatchPro })).toBe(path),
  );
});
