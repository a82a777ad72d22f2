import { activities } from '@patchkeep/contract/activities';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { approvalCalls, approvals } from '@patchkeep/contract/approvals';
import { type Customization, customizations } from '@patchkeep/contract/customization';
import { resourceCalls } from '@patchkeep/contract/resources';
import { argumentsFor, type Delivery, judge } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, raiseSigner, type RaisedSigner } from '../../../testkit/signed-packages.ts';
import { plan } from './plan.jobs.ts';

const channelTag = 'alpha-editor';
const clock = { now: new Date('2026-11-15T09:00:00Z') };
let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let signer: RaisedSigner;
let agent: TestAgent;
let siteUuid: string;
let tagUuid: string;
let configTag: string;

beforeAll(async () => {
  signer = await raiseSigner(() => clock.now);
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files } });
  clock.now = app.clock.now;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 2);
  siteUuid = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  const file = { name: 'transform', title: 'Transform', help: '', type: 'transform' };
  const option = { name: 'server', title: 'Server', help: '', argument: 'SERVER={value}' };
  await world.sql(`update channels set rules = rules || $2 where channel_tag = $1`, [
    channelTag,
    { upgrade: { options: [option], files: [file] } },
  ]);
  await world.sql('update catalog_revision set revision = revision + 1');
  tagUuid = await world.makeTag('Engineers');
  for (const at of [0, 1]) await world.upload(at, ['Alpha Editor 1']);
  await world.assignHost(0, null, [tagUuid]);
  await world.count();
  agent = world.agents[0] as TestAgent;
  // Making the world took some minutes: time must not run backwards from here on.
  clock.now = app.clock.now;
  ({ configTag } = (await manager.call(customizations.config, { params: { channel: channelTag } })).body);
  await importVouched(app, signer, {
    channelTag,
    version: '3.0',
    installArguments: ['/S', 'SERVER={server}'],
    options: { server: { maxLength: 100, values: null } },
  });
});
afterAll(async () => {
  await app.close();
  await signer.close();
});

const save = async (more: Partial<Customization>) => {
  const found = await manager.call(approvals.lookup, { body: { channelTags: [channelTag], tagUuid } });
  const { serialNumber = 0 } = found.body.approvals[0] ?? {};
  const customization = { configTag, selectors: {}, installOptions: {}, files: {}, ...more };
  const body = { tagUuid, channelTag, serialNumber, options: {}, customization, isCustomizationEnabled: true };
  expect((await manager.call(approvalCalls.tag.app.options, { params: {}, body })).status).toBe(200);
};
const automate = async () => {
  const body = { tagApprovals: [{ tagUuid, channelTag }] };
  const params = { type: 'automate' };
  const { body: preview } = await manager.call(approvalCalls.tag.app.preview, { params, body });
  const { previewToken } = preview;
  const { status } = await manager.call(approvalCalls.tag.app.change, { params, body: { ...body, previewToken } });
  expect(status).toBe(200);
};
/** A minute later, as in life: what was planned last is told by when. */
const planNow = async () => {
  clock.now = new Date(clock.now.getTime() + 60_000);
  app.clock.now = clock.now;
  await plan.run({}, jobTools(app));
};
const waiting = () =>
  world.sql('select host_id, options from tasks where channel_tag = $1 and state = 0 order by host_id', [channelTag]);
const listed = async () => (await manager.call(activities.packages, { query: { channelTag } })).body.activities;

describe('custom settings of a tag', () => {
  it('go along with the update of its hosts, signed, and reach the installer', async () => {
    await save({ installOptions: { server: ' one.example ' } });
    await automate();
    await planNow();
    await planNow();
    expect(await waiting()).toEqual([{ host_id: agent.agentUuid, options: { server: 'one.example' } }]);
    // An upgrade it stays: only what a custom deployment config asks for is shown as such.
    const [activity] = await listed();
    expect(activity && [activityLabel(activity), activity.isCustomDeploymentConfig]).toEqual(['Pending', false]);
  });

  it('that are changed before the host has begun replace what was planned', async () => {
    await save({ installOptions: { server: 'two.example' } });
    await planNow();
    expect(await waiting()).toEqual([{ host_id: agent.agentUuid, options: { server: 'two.example' } }]);
    const { deliveries } = (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body;
    const [delivery] = deliveries as (Delivery & { task: string; attempt: number })[];
    if (!delivery) throw new Error('Nothing was delivered');
    const trust = {
      agent: agent.agentUuid,
      site: siteUuid,
      root: readRoot(signer.root),
      siteVersion: 0,
      incarnation: 0,
      sequence: 0,
      releases: {},
      latest: 0,
    };
    const accepted = judge(delivery, trust, { refusedKinds: [], refusedChannels: [] }, clock.now.getTime());
    expect(argumentsFor(accepted)).toEqual(['/S', 'SERVER=two.example']);
    const failed = { result: 'failed', pkgResult: 'Error', exitCode: 1_603, cause: 'No.', isDiskFull: false } as const;
    const told = { task: delivery.task, attempt: delivery.attempt, endedAt: clock.now.toISOString(), ...failed };
    await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results: [told] }));
  });

  it('that are corrected after a failure begin anew, and only then', async () => {
    await world.sql('delete from plan_states');
    await planNow();
    expect(await waiting()).toEqual([]);
    await save({ installOptions: { server: 'three.example' } });
    await planNow();
    expect(await waiting()).toEqual([{ host_id: agent.agentUuid, options: { server: 'three.example' } }]);
  });

  it('that name a file of the site hold the update back: nobody has vouched for it', async () => {
    const msi = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000, 7)]);
    const { body } = await manager.call(
      resourceCalls['custom-settings'].create,
      { query: { filename: 'a.mst' }, body: msi } as never,
      { 'content-type': 'application/octet-stream' },
    );
    const { siteResourceTag, filename } = body.siteResource;
    await save({ files: { transform: { siteResourceTag, filename, forVersion: null } } });
    await planNow();
    expect(await waiting()).toEqual([]);
    await save({});
    await planNow();
    expect(await waiting()).toEqual([{ host_id: agent.agentUuid, options: {} }]);
  });
});
