import { agentApi, type WorkResult } from '@patchkeep/contract/agent/protocol';
import { approvals, type SomeChange } from '@patchkeep/contract/approvals';
import { hosts } from '@patchkeep/contract/hosts';
import { why } from '@patchkeep/contract/why';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, type RaisedSigner, signingApp } from '../../../testkit/signed-packages.ts';
import { plan } from '../planning/plan.jobs.ts';

let app: TestApp;
let signer: RaisedSigner;
let manager: TestClient;
let world: ApprovalWorld;
let host: TestAgent;
const channelTag = 'alpha-editor';
beforeAll(async () => {
  ({ app, signer } = await signingApp());
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 2);
  for (const at of [0, 1]) await world.upload(at, ['Alpha Editor 1']);
  await world.count();
  await importVouched(app, signer, { channelTag, version: '3.0' });
  const changes: SomeChange[] = [{ level: 'site', kind: 'app', type: 'automate', channelTag }];
  const { previewToken } = (await manager.call(approvals.previewChanges, { body: { changes } })).body;
  await manager.call(approvals.applyChanges, { body: { changes, previewToken } });
  host = world.agents[0] as TestAgent;
});
afterAll(() => app.close());

const verdictOf = async ({ agentUuid }: TestAgent) => {
  const { verdict, awaits } = (await manager.call(why.explain, { params: { id: agentUuid }, query: { channelTag } }))
    .body;
  return [verdict.action, verdict.reason, ...awaits.map(({ kind }) => kind)].join(' ');
};
const hasRoot = async () => (await manager.call(hosts.read, { params: { id: host.agentUuid } })).body.hasRoot;
const openTasks = async ({ agentUuid }: TestAgent) => {
  await plan.run({}, jobTools(app));
  return world.sql('select task_id from tasks where state = 0 and host_id = $1', [agentUuid]);
};
const fetchWork = async () =>
  (await host.send(host.sign(agentApi.work, { lineage: host.lineage }))).body.deliveries as {
    task: string;
    attempt: number;
    epoch: number;
  }[];
const trust = () => host.send(host.sign(agentApi.trust, { lineage: host.lineage, rootVersion: 1 }));
const queuedPlans = () => world.sql('select 1 from graphile_worker.jobs where key = $1', [`plan:${world.customerId}`]);

describe('a host that enrolled before there was a signer', () => {
  it('is known by its first answer: from then on no update is promised to it, and its work waits', async () => {
    expect(await openTasks(host)).toHaveLength(1);
    expect(await verdictOf(host)).toBe('update auto checkIn');
    const [delivery] = await fetchWork();
    if (!delivery) throw new Error('No work');
    const result: WorkResult = {
      task: delivery.task,
      attempt: delivery.attempt,
      epoch: delivery.epoch,
      endedAt: app.clock.now.toISOString(),
      result: 'pending',
      awaits: 'registration',
      pkgResult: null,
      exitCode: null,
      cause: 'This host trusts no root.',
      isDiskFull: false,
    };
    await host.send(host.sign(agentApi.results, { lineage: host.lineage, results: [result] }));
    expect(await verdictOf(host)).toBe('wait noRoot root');
    expect(await hasRoot()).toBe(false);
    expect(await verdictOf(world.agents[1] as TestAgent)).toBe('update auto checkIn');
    await plan.run({}, jobTools(app));
    expect(await fetchWork()).toEqual([]);
  });

  it('says that it trusts a root now, learns its site, and gets the work that waited', async () => {
    await world.sql('select graphile_worker.remove_job($1)', [`plan:${world.customerId}`]);
    const { status, body } = await trust();
    expect(status).toBe(200);
    expect(body.siteUuid).toBe((await manager.ehlo()).body.currentSite?.siteAccountUuid);
    expect(await queuedPlans()).toHaveLength(1);
    expect(await hasRoot()).toBe(true);
    expect(await verdictOf(host)).toBe('update auto checkIn');
    expect(await fetchWork()).toHaveLength(1);
    const acts = () => world.sql(`select after from audit_entries where verb = 'host.trust'`);
    expect(await acts()).toEqual([{ after: { rootVersion: 1 } }]);
    expect((await trust()).status).toBe(200);
    expect(await acts()).toHaveLength(1);
  });
});
