import { activities } from '@patchkeep/contract/activities';
import { agentApi, type SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { why } from '@patchkeep/contract/why';
import { judge } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy, type TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, raiseSigner, type RaisedSigner } from '../../../testkit/signed-packages.ts';
import { verify } from '../verification/verify.jobs.ts';
import { plan } from './plan.jobs.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let signer: RaisedSigner;
let siteId: string;
const channelTag = 'alpha-editor';
const clock = { now: new Date('2026-11-15T09:00:00Z') };

const vouchFor = (scope: 'machine' | 'user') => importVouched(app, signer, { channelTag, version: '3.0', scope });
const mine = (version: string): SoftwareCopy => copy('Alpha Editor', version);
const of = (user: string, version: string): SoftwareCopy => ({ ...mine(version), scope: 'user', user });
/** 0 has the machine's copy, 1 one of a user, 2 both. */
const hold = async (at: number, software: SoftwareCopy[]) => {
  const agent = world.agents[at] as TestAgent;
  agent.software = software;
  expect((await agent.upload()).status).toBe(200);
};

beforeAll(async () => {
  signer = await raiseSigner(() => clock.now);
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files } });
  manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  world = await approvalWorld(app, manager, 3);
  await hold(0, [mine('1.0')]);
  await hold(1, [of('ana', '1.0')]);
  await hold(2, [mine('1.0'), of('ana', '1.0'), of('jonas', '3.0')]);
  await world.count();
  clock.now = app.clock.now;
  await vouchFor('machine');
  const body = { siteApprovals: [{ channelTag }] };
  const params = { type: 'automate' };
  const { body: preview } = await manager.call(approvalCalls.site.app.preview, { params, body });
  await manager.call(approvalCalls.site.app.change, {
    params,
    body: { ...body, previewToken: preview.previewToken },
  });
});
afterAll(async () => {
  await app.close();
  await signer.close();
});

const planNow = () => plan.run({}, jobTools(app));
const planned = async (): Promise<[host: number, user: string, state: number][]> => {
  const rows = await world.sql(
    'select host_id, for_user, state from tasks where channel_tag = $1 order by created_at, task_id',
    [channelTag],
  );
  const hostOf = new Map(world.agents.map((agent, index) => [agent.agentUuid, index]));
  return rows
    .map((row): [number, string, number] => [hostOf.get(row.host_id) ?? -1, row.for_user, row.state])
    .toSorted(([a], [b]) => a - b);
};
/** Fetches and does what waits for a host, after which it has this. */
const update = async (at: number, software: SoftwareCopy[]) => {
  const agent = world.agents[at] as TestAgent;
  const { deliveries } = (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body;
  const trust = { agent: agent.agentUuid, site: siteId, root: readRoot(signer.root), releases: {}, latest: 0 };
  const { order, package: statement } = judge(
    deliveries[0],
    { ...trust, siteVersion: 0, incarnation: 0, sequence: 0 },
    { refusedKinds: [], refusedChannels: [] },
    app.clock.now.getTime(),
  );
  const result = { result: 'tentative', pkgResult: 'Success', exitCode: 0, cause: '', isDiskFull: false } as const;
  const told = { task: order.task, attempt: 1, endedAt: app.clock.now.toISOString(), ...result };
  await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results: [told] }));
  await hold(at, software);
  await verify.run({ customerId: world.customerId }, jobTools(app));
  await world.count();
  return { user: order.options['user'], scope: statement?.scope };
};

const whyOn = async (at: number) => {
  const params = { id: world.agents[at]?.agentUuid ?? '' };
  const { verdict, awaits } = (await manager.call(why.explain, { params, query: { channelTag } })).body;
  return { verdict, kinds: awaits.map(({ kind }) => kind) };
};
const spreadReasons = async () => {
  const { outcomes } = (await manager.call(why.spread, { query: { channelTag } })).body;
  return Object.fromEntries(outcomes.map(({ reason, hosts }) => [reason, hosts]));
};

describe('copies of the machine and of its users', () => {
  it('are told apart by Why?: a host whose only old copy is a user’s is not promised a package for machines', async () => {
    const { verdict, kinds } = await whyOn(1);
    expect([verdict.action, verdict.reason, kinds]).toEqual(['wait', 'notForUsers', ['package']]);
    expect(verdict.sentence).toBe(
      'Waits with 3.0: the site follows the newest version, but the old copy belongs to a user, and only packages for the machine were vouched for.',
    );
    // The machine's copy is old on the other two, also beside copies of users.
    expect([(await whyOn(0)).verdict.action, (await whyOn(2)).verdict.action]).toEqual(['update', 'update']);
    expect(await spreadReasons()).toEqual({ auto: 2, notForUsers: 1 });
  });

  it('are told apart: a package for the machine is for its copies only', async () => {
    await planNow();
    expect(await planned()).toEqual([
      [0, '', 0],
      [2, '', 0],
    ]);
  });

  it('are updated each with its own package, the machine’s first, one after the other', async () => {
    await vouchFor('user');
    expect(await spreadReasons()).toEqual({ auto: 3 });
    await planNow();
    expect(await planned()).toEqual([
      [0, '', 0],
      [1, 'ana', 0],
      [2, '', 0],
    ]);
    expect(await update(2, [mine('3.0'), of('ana', '1.0'), of('jonas', '3.0')])).toEqual({
      user: undefined,
      scope: 'machine',
    });
    await planNow();
    expect((await planned()).filter(([host]) => host === 2)).toEqual([
      [2, '', 3],
      [2, 'ana', 0],
    ]);
  });

  it('are verified by the copy they are about, not by another that is newer already', async () => {
    expect(await update(2, [mine('3.0'), of('ana', '1.0'), of('jonas', '3.0')])).toEqual({
      user: 'ana',
      scope: 'user',
    });
    // Said to be done, but it is the old one still: tried once more.
    expect((await planned()).filter(([host]) => host === 2)).toEqual([
      [2, '', 3],
      [2, 'ana', 0],
    ]);
  });

  it('of a user who is away wait for the sign-in [ACT-22]', async () => {
    const agent = world.agents[1] as TestAgent;
    const { deliveries } = (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body;
    const [{ task, attempt, epoch }] = deliveries;
    const wait = { result: 'pending', awaits: 'login', pkgResult: null, exitCode: null, isDiskFull: false } as const;
    const told = { task, attempt, epoch, endedAt: app.clock.now.toISOString(), cause: 'ana must sign in.', ...wait };
    await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results: [told] }));
    const query = { hostUuid: agent.agentUuid } as never;
    const [activity] = (await manager.call(activities.packages, { query })).body.activities;
    expect(activity && [activityLabel(activity), activity.cause]).toEqual(['Pending User Login', 'ana must sign in.']);
  });
});
