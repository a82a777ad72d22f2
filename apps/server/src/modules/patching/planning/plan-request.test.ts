import { approvals, type SomeChange } from '@patchkeep/contract/approvals';
import { hosts } from '@patchkeep/contract/hosts';
import { patching, patchingDefaults } from '@patchkeep/contract/patching';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, signingApp } from '../../../testkit/signed-packages.ts';
import { planCustomer } from './plan.jobs.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let siteId: string;
const channelTag = 'alpha-editor';
beforeAll(async () => {
  const { app: signing, signer } = await signingApp();
  app = signing;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 2);
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  world.offer(0, [{ kb: 5_100_001, classification: 'Security Updates' }]);
  for (const at of [0, 1]) await world.upload(at, ['Alpha Editor 1']);
  await world.count();
  await importVouched(app, signer, { channelTag, version: '3.0' });
  await forget();
});
afterAll(() => app.close());

const waiting = async (): Promise<{ payload: unknown; runAt: Date }[]> =>
  (
    await world.sql(
      `select j.run_at, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
       where j.task_identifier = 'plan-customer' and j.key = $1`,
      [`plan:${world.customerId}`],
    )
  ).map((row) => ({ payload: row.payload, runAt: row.run_at }));
const waitingForCount = async (): Promise<{ payload: unknown; runAt: Date }[]> =>
  (
    await world.sql(
      `select j.run_at, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
       where j.task_identifier = 'plan-customer' and j.key = $1`,
      [`plan-moved:${world.customerId}`],
    )
  ).map((row) => ({ payload: row.payload, runAt: row.run_at }));
const forget = () => world.sql(`select graphile_worker.remove_job('plan:${world.customerId}')`);
const decide = async (type: SomeChange['type'], more: object = {}) => {
  const change = { level: 'site', kind: 'app', type, channelTag, ...more } as SomeChange;
  return (await manager.call(approvals.applyChanges, { body: { changes: [change] } })).status;
};
const asked = () => ({ payload: { customerId: world.customerId, siteId }, runAt: app.clock.now });
const work = () => planCustomer.run({ customerId: world.customerId, siteId }, jobTools(app));
const tasks = async () =>
  (await world.sql('select count(*)::int as n from tasks where state = 0 and channel_tag = $1', [channelTag]))[0]?.n;

describe('what is decided', () => {
  it('has the plan queued by the decision itself, once for many decisions, and not by one that is refused', async () => {
    expect(await waiting()).toEqual([]);
    expect(await decide('approve', { version: 'no such version' })).not.toBe(200);
    expect(await waiting()).toEqual([]);
    for (const type of ['automate', 'block', 'automate'] as const) expect(await decide(type)).toBe(200);
    expect(await waiting()).toEqual([asked()]);
  });

  it('is planned by that job, without the cron', async () => {
    await work();
    expect(await tasks()).toBe(2);
  });

  it('is planned together with what is decided within a second of a plan', async () => {
    await forget();
    expect(await decide('block')).toBe(200);
    await work();
    expect(await tasks()).toBe(2);
    const [rest] = await waiting();
    expect(rest?.runAt).toEqual(new Date(app.clock.now.getTime() + 1_000));
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    await work();
    expect(await tasks()).toBe(0);
  });

  it('also for one host, and so do settings that move plans', async () => {
    await forget();
    const [found] = world.agents[0]?.windowsUpdates?.offers ?? [];
    const said = await manager.call(windowsUpdates.decide, {
      body: {
        agentUuid: world.agents[0]?.agentUuid,
        updates: [{ foundUpdateUuid: found?.foundUpdateUuid ?? '', isApproved: true }],
      },
    } as never);
    expect(said.status).toBe(200);
    expect(await waiting()).toEqual([asked()]);
    await forget();
    const saved = await manager.call(patching.saveSettings, { body: { ...patchingDefaults, serialNumber: 0 } });
    expect(saved.status).toBe(200);
    expect(await waiting()).toEqual([asked()]);
  });
});

describe('hosts that move', () => {
  it('have the plan queued by the move itself, and it waits for the count, not for the cron', async () => {
    const customerId = world.customerId;
    const payload = { customerId, siteId: null, isAfterCount: true };
    const later = (ms: number) => {
      app.clock.now = new Date(app.clock.now.getTime() + ms);
    };
    expect(await decide('block')).toBe(200);
    const groupUuid = await world.makeGroup('Pilot');
    expect(await decide('automate', { level: 'group', groupUuid })).toBe(200);
    await world.count();
    later(2_000);
    await work();
    expect(await tasks()).toBe(0);
    await world.sql(`select graphile_worker.remove_job('plan-moved:${customerId}')`);
    const [agent] = world.agents;
    const selection = { hosts: [agent?.agentUuid ?? ''] };
    const moved = await manager.call(hosts.move, { body: { selection, groupUuid } });
    expect(moved.status).toBe(200);
    expect(await waitingForCount()).toEqual([{ payload, runAt: app.clock.now }]);
    // Nobody has counted yet: the plan comes back a second later.
    later(2_000);
    await planCustomer.run(payload, jobTools(app));
    expect(await waitingForCount()).toEqual([{ payload, runAt: new Date(app.clock.now.getTime() + 1_000) }]);
    expect(await tasks()).toBe(0);
    await world.count();
    await planCustomer.run(payload, jobTools(app));
    expect(await tasks()).toBe(1);
  });
});
