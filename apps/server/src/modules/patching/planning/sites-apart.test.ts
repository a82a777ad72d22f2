import { activities } from '@patchkeep/contract/activities';
import { applications } from '@patchkeep/contract/applications';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { configuration } from '@patchkeep/contract/configuration';
import { wire } from '@patchkeep/contract/constants';
import { hosts } from '@patchkeep/contract/hosts';
import { results } from '@patchkeep/contract/results';
import { rolePreset } from '@patchkeep/contract/rights';
import { type SiteSettings, sites } from '@patchkeep/contract/sites';
import { users } from '@patchkeep/contract/users';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy, TestAgent } from '../../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, enterSite } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, type RaisedSigner, signingApp } from '../../../testkit/signed-packages.ts';
import { plan } from './plan.jobs.ts';

/* One session, two sites: what one site has switched on, holds or decides says nothing about the other. */

let app: TestApp;
let signer: RaisedSigner;
let admin: TestClient;
let world: ApprovalWorld;
let alphaHost: TestAgent;
const channelTag = 'alpha-editor';
const ids = new Map<string, string>();

/** The same tab, with an address that names the site. */
const at = (siteName: string) => ({ [wire.siteHeader]: ids.get(siteName) ?? '' });
const aSecondLater = () => {
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
};
const switchModules = async (siteName: string, modules: Partial<SiteSettings>) => {
  const params = { id: ids.get(siteName) ?? '' };
  const { serialNumber } = (await admin.call(sites.readSettingsOf, { params })).body;
  const { status } = await admin.call(sites.saveSettingsOf, { params, body: { ...modules, serialNumber } });
  expect(status).toBe(200);
  aSecondLater();
  await admin.ehlo();
};

beforeAll(async () => {
  ({ app, signer } = await signingApp());
  admin = await app.signIn('admin');
  for (const { siteName, siteAccountUuid } of (await admin.ehlo()).body.sites) ids.set(siteName, siteAccountUuid);
  await enterSite(admin, 'Beta');
  world = await approvalWorld(app, admin, 2);
  await enterSite(admin, 'alpha');
  const { secret } = (await admin.call(configuration.createInstallToken, { body: { name: 'alpha', useCap: 9 } })).body;
  alphaHost = new TestAgent(app);
  await alphaHost.enrol(secret);
  alphaHost.software = [copy('Alpha Editor', '1.0'), copy('Bravo Player', '1.0')];
  await alphaHost.upload();
  for (const host of [0, 1]) await world.upload(host, ['Alpha Editor 1']);
  await world.judge({
    application: 'Alpha Editor',
    version: 1,
    cves: ['CVE-2026-10001'],
    zeroDays: [],
    isEol: false,
    isFixable: true,
  });
  await world.count();
  for (const version of ['2.0', '3.0']) await importVouched(app, signer, { channelTag, version });
});
afterAll(() => app.close());

const hostsOf = async (siteName: string) =>
  (await admin.call(hosts.list, {}, at(siteName))).body.hosts.map(({ uuid }) => uuid).toSorted();
const findings = async (siteName: string) =>
  (await admin.call(applications.list, {}, at(siteName))).body.applications.map((row) => [
    row.name,
    row.status,
    row.hosts,
  ]);
const automate = async (siteName: string) => {
  const [params, body] = [{ type: 'automate' }, { siteApprovals: [{ channelTag }] }];
  const calls = approvalCalls.site.app;
  const preview = await admin.call(calls.preview, { params, body }, at(siteName));
  if (preview.status !== 200) return preview.status;
  const { previewToken } = preview.body;
  return (await admin.call(calls.change, { params, body: { ...body, previewToken } }, at(siteName))).status;
};
const work = async (siteName: string) => {
  const { status, body } = await admin.call(activities.packages, { query: { channelTag } as never }, at(siteName));
  return status === 200 ? body.activities.map((each) => [each.agentUuid, activityLabel(each)]).toSorted() : status;
};

describe('two sites in one console', () => {
  it('have hosts of their own: a host belongs to one site and is found in no other [SITE-01]', async () => {
    const ofBeta = world.agents.map(({ agentUuid }) => agentUuid).toSorted();
    expect(await hostsOf('alpha')).toEqual([alphaHost.agentUuid]);
    expect(await hostsOf('Beta')).toEqual(ofBeta);
    const read = async (siteName: string) =>
      (await admin.call(results.full, { params: { id: alphaHost.agentUuid } }, at(siteName))).status;
    expect([await read('alpha'), await read('Beta')]).toEqual([200, 404]);
  });

  it('have detection of their own: findings of one are not counted in the other, and each is switched alone [SITE-01]', async () => {
    expect(await findings('alpha')).toEqual([
      ['Alpha Editor', 'insecure', 1],
      ['Bravo Player', 'ok', 1],
    ]);
    expect(await findings('Beta')).toEqual([['Alpha Editor', 'insecure', 2]]);
    await switchModules('alpha', { isDetectionModuleEnabled: false });
    const look = async (siteName: string) => (await admin.call(applications.list, {}, at(siteName))).status;
    expect([await look('alpha'), await look('Beta')]).toEqual([403, 200]);
    await switchModules('alpha', { isDetectionModuleEnabled: true });
    expect([await look('alpha'), await look('Beta')]).toEqual([200, 200]);
  });

  it('have patching of their own: decided, planned and shown where it is on, and nothing of it beside [SITE-01]', async () => {
    await switchModules('alpha', { isPatchingEnabled: false });
    expect([await automate('alpha'), await automate('Beta')]).toEqual([403, 200]);
    await plan.run({}, jobTools(app));
    const ofBeta = world.agents.map(({ agentUuid }) => [agentUuid, 'Pending']).toSorted();
    expect([await work('alpha'), await work('Beta')]).toEqual([403, ofBeta]);
    await switchModules('alpha', { isPatchingEnabled: true });
    await plan.run({}, jobTools(app));
    // What the other site decided is no decision here.
    expect([await work('alpha'), await work('Beta')]).toEqual([[], ofBeta]);
    expect(await automate('alpha')).toBe(200);
    await plan.run({}, jobTools(app));
    expect([await work('alpha'), await work('Beta')]).toEqual([[[alphaHost.agentUuid, 'Pending']], ofBeta]);
  });

  it('are managed with their users beside each other: made, renamed, staffed and left [SITE-03]', async () => {
    const made = await admin.call(sites.create, { body: { siteName: 'Depot' } });
    const depot = made.body.siteAccountUuid;
    await admin.call(sites.update, {
      params: { id: depot },
      body: { siteName: 'Depot North', serialNumber: made.body.serialNumber },
    });
    const listed = (await admin.call(sites.list)).body.sites.map(({ siteName }) => siteName);
    expect(listed).toEqual(['alpha', 'Beta', 'Closed', 'Depot North']);

    const permissionsAt = async (site: string, username: string) =>
      (await admin.call(users.list, { params: { id: site } })).body.users.find(
        // Whoever was removed stays in sight for a while, so that it can be taken back.
        (user) => user.username === username && user.restorableUntil === null,
      )?.sitePermissions;
    const [username, beta] = ['keeper@ours.example', ids.get('Beta') ?? ''];
    const body = { username, longName: 'Keeper', sitePermissions: rolePreset['Read-Only'] };
    const { user } = (await admin.call(users.create, { params: { id: depot }, body })).body;
    const params = { site: depot, user: user.userAccountUuid };
    expect([await permissionsAt(depot, username), await permissionsAt(beta, username)]).toEqual([49, undefined]);
    await admin.call(users.update, { params, body: { sitePermissions: rolePreset.Administer } });
    expect((await admin.call(users.read, { params })).body).toMatchObject({ sitePermissions: 4211 });
    await admin.call(users.create, { params: { id: beta }, body });
    expect([await permissionsAt(depot, username), await permissionsAt(beta, username)]).toEqual([4211, 49]);
    await admin.call(users.remove, { params, query: { reason: 'Moved' } });
    expect([await permissionsAt(depot, username), await permissionsAt(beta, username)]).toEqual([undefined, 49]);
  });
});
