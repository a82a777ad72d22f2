import { rolePreset } from '@patchkeep/contract/rights';
import { type PagePath, pages } from '@patchkeep/rules/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleHandshake } from '../apps/console/src/testkit/sample-handshake.ts';
import { quietCve, type Scene, type Stage, startStage } from './support/stage.ts';

let stage: Stage;
let scene: Scene;
beforeAll(async () => {
  stage = await startStage();
  scene = await stage.open('/');
  await scene.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});
afterAll(async () => {
  await scene?.[Symbol.asyncDispose]();
  await stage?.stop();
});

const addressOf = (path: string) => `/#${path.replace('$cveId', quietCve.cveId)}`;
/** A page that shows one thing is headed by its title and, beside it, the name of the thing. */
const headingOf = (path: string) =>
  path.endsWith('$cveId') ? `${pages[path as PagePath].title} ${quietCve.cveId}` : pages[path as PagePath].title;
const titleAt = async (path: string): Promise<string> => {
  await scene.page.goto(addressOf(path));
  const title = headingOf(path);
  await scene.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  const heading = await scene.page.getByRole('heading', { level: 1 }).textContent();
  // The page itself, not the landing of an unknown path.
  expect(scene.page.url()).toContain(addressOf(path).slice(1));
  return heading ?? '';
};
const titles = async (...paths: string[]) => {
  const found: string[] = [];
  for (const path of paths) found.push(await titleAt(path));
  return found;
};

describe('the pages of the shell', () => {
  it('begin with Home at the hash route / [SHELL-04]', async () => {
    await scene.page.goto('/#/');
    await scene.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await expect
      .poll(() => scene.page.getByRole('link', { name: /Patchkeep Corporate/ }).getAttribute('href'))
      .toMatch(/#\/\?site=/);
  });
  it('account, configuration, changelog, support and PatchPro', async () =>
    expect(await titles('/account-configuration', '/configuration', '/changelog', '/support', '/patchpro')).toEqual([
      'Account Configuration',
      'Configuration',
      'Changelog',
      'Support',
      'PatchPro',
    ]));
  it('dashboards [SHELL-07]', async () =>
    expect(await titles('/dashboard', '/system-dashboard')).toEqual(['Dashboard', 'System Dashboard']));
  it('applications down to a CVE [SHELL-08]', async () => {
    expect(
      await titles(
        '/applications',
        '/applications/hosts',
        '/applications/versions',
        '/applications/versions/issues',
        '/applications/versions/issues/cve/$cveId',
      ),
    ).toEqual(['Applications', 'Hosts', 'Versions', 'Issues', `CVE ${quietCve.cveId}`]);
    await expect.poll(() => scene.page.title()).toBe('CVE - Contoso DK - Patchkeep Corporate');
    const crumbs = scene.page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect
      .poll(() => crumbs.getByRole('listitem').allTextContents())
      .toEqual(['Applications', 'Versions', 'Issues', 'CVE']);
  });
  it('deployment [SHELL-09]', async () =>
    expect(
      await titles(
        '/deployment/create-job',
        '/deployment/custom-create-job',
        '/deployment/job-info',
        '/deployment/jobs',
        '/deployment/activity',
      ),
    ).toEqual(['Create Job', 'Custom Software', 'Job', 'Jobs', 'Job Activity']));
  it('the sub-paths of Job Activity [SHELL-10]', async () => {
    const below = ['application', 'job', 'group', 'host'].map((part) => `/deployment/activity/${part}`);
    expect(await titles(...below)).toEqual(Array(4).fill('Job Activity'));
    const crumbs = scene.page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect.poll(() => crumbs.getByRole('link').allTextContents()).toEqual(['Job Activity']);
  });
  it('groups [SHELL-11]', async () =>
    expect(await titles('/groups', '/groups/applications', '/groups/hosts')).toEqual([
      'Groups',
      'Group Applications',
      'Group Hosts',
    ]));
  it('tags [SHELL-12]', async () =>
    expect(await titles('/tags', '/tags/applications', '/tags/hosts')).toEqual([
      'Tags',
      'Tag Applications',
      'Tag Hosts',
    ]));
  it('hosts and results [SHELL-13]', async () =>
    expect(await titles('/hosts', '/hosts/host-results')).toEqual(['Hosts', 'Results']));
  it('host targets [SHELL-14]', async () => expect(await titles('/host-targets')).toEqual(['Host Targets']));
  it('patching [SHELL-15]', async () =>
    expect(
      await titles('/patching/activity', '/patching/approvals', '/patching/approvals/group', '/patching/approvals/tag'),
    ).toEqual(['Patching Activity', 'Approvals', 'Group Approvals', 'Tag Approvals']));
  it('the report', async () => expect(await titles('/report')).toEqual(['Report']));
  it('packages', async () => expect(await titles('/patching/packages')).toEqual(['Packages']));
  it('sites and users [SHELL-16]', async () =>
    expect(await titles('/sites', '/sites/users', '/users')).toEqual(['Sites', 'Users', 'Users']));
  it('system activity and approvals [SHELL-17]', async () =>
    expect(await titles('/system-activity', '/system-approvals', '/system-approvals/site')).toEqual([
      'System Activity',
      'System Approvals',
      'Site Approvals',
    ]));
  it('system approval sub-pages [SHELL-18]', async () =>
    expect(await titles('/system-approvals/group', '/system-approvals/tag')).toEqual([
      'System Group Approvals',
      'System Tag Approvals',
    ]));
  it('user activity, whose route exists though a navigation without the right hides it [SHELL-19]', async () => {
    expect(await titles('/user-activity')).toEqual(['User Activity']);
    const { currentSite } = sampleHandshake();
    if (!currentSite) throw new Error('The sample has a site');
    const handshake = { isSystemAdmin: false, currentSite: { ...currentSite, sitePermissions: 1 } };
    await using reader = await stage.open('/#/user-activity', { handshake });
    await reader.page.getByRole('heading', { level: 1, name: 'User Activity' }).waitFor();
    await expect
      .poll(() => reader.page.getByRole('navigation', { name: 'Main' }).getByText('User Activity').count())
      .toBe(0);
    await reader.page.getByText("You don't have sufficient rights to perform this action.").waitFor();
  });
  it('Windows updates [SHELL-20]', async () =>
    expect(await titles('/win-updates', '/win-updates/hosts')).toEqual(['Windows Updates', 'Windows Updates hosts']));
  it('GET /changelog feeds the changelog page [CONF-09]', async () => {
    await scene.page.goto('/#/changelog');
    await scene.page.getByRole('region', { name: 'Version 0.1.0' }).getByText('with a year of history').waitFor();
    expect(scene.calls.filter(({ path }) => path === '/changelog')).toHaveLength(1);
  });
  it('those to come say honestly that they are not built yet, and nothing complains', async () => {
    await scene.page.goto('/#/patchpro');
    await scene.page.getByText('This page is not built yet.').waitFor();
    expect(scene.complaints).toEqual([]);
  });
});

describe('an unrecognised path', () => {
  it.each(['/nothing', '/hosts/nothing/here', '/detached/dashboard'])(
    '%s lands on the dashboard [SHELL-05]',
    async (path) => {
      await scene.page.goto(`/#${path}`);
      await scene.page.waitForURL(/#\/dashboard\?site=/);
      await scene.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    },
  );
  it('lands on PatchPro on a site that shows no results [SHELL-05]', async () => {
    await using other = await stage.open('/#/nothing', { handshake: patchProOnly() });
    await other.page.waitForURL(/#\/patchpro\?site=/);
    await other.page.getByRole('heading', { level: 1, name: 'PatchPro' }).waitFor();
  });
});

const patchProOnly = () => {
  const { currentSite } = sampleHandshake();
  if (!currentSite) throw new Error('The sample has a site');
  return {
    isSystemAdmin: false,
    currentSite: {
      ...currentSite,
      sitePermissions: rolePreset['Read-Only'],
      siteSettings: { isDetectionModuleEnabled: false, isPatchingEnabled: false, isPatchProModuleEnabled: true },
    },
  };
};

describe('the plain paths', () => {
  it('are only the two return pages; everything else lives behind the hash [SHELL-01]', async () => {
    for (const path of ['/hosts', '/patchpro', '/azure', '/dashboard'])
      expect((await fetch(`${stage.url}${path}`)).status).toBe(404);
    for (const path of ['/patchpro/admin_consent', '/azure/azure-integration'])
      expect((await fetch(`${stage.url}${path}`)).status).toBe(200);
  });
  it('store what consent answered and go on to PatchPro or configuration [SHELL-03]', async () => {
    const stored = async () =>
      JSON.parse(await scene.page.evaluate<string>(`sessionStorage.getItem('patchkeep.consent')`)) as unknown;
    await scene.page.goto('/patchpro/admin_consent?admin_consent=True&tenant=t-1&state=abc');
    await scene.page.waitForURL(/\/#\/patchpro\?site=/);
    await expect.poll(stored).toMatchObject({ admin_consent: 'true', tenant: 't-1', state: 'abc' });
    await scene.page.goto('/azure/azure-integration?admin_consent=false&tenant=t-2&state=def');
    await scene.page.waitForURL(/\/#\/configuration\?tab=azure-integration&site=/);
    await expect.poll(stored).toMatchObject({ admin_consent: 'false', tenant: 't-2', state: 'def' });
  });
});
