import { activities } from '@patchkeep/contract/activities';
import { agentApi, type WorkResult } from '@patchkeep/contract/agent/protocol';
import { approvalCalls, approvals, type SomeChange } from '@patchkeep/contract/approvals';
import { hosts } from '@patchkeep/contract/hosts';
import { why } from '@patchkeep/contract/why';
import { judge } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy, type TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { addChannelRow, type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools, matchNew } from '../../../testkit/jobs.ts';
import { raiseSigner, type RaisedSigner } from '../../../testkit/signed-packages.ts';
import { verify } from '../verification/verify.jobs.ts';
import { plan } from './plan.jobs.ts';

/* Packages of distributions, from what hosts are offered to the proof. */
let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let signer: RaisedSigner;
const channelTag = 'deb:probe-lib';
const other = 'deb:probe-tool';

const agentAt = (at: number) => world.agents[at] as TestAgent;
/** A host has these packages, `version>offered` of each, and the catalogue has looked at them. */
const report = async (at: number, packages: Record<string, string>) => {
  agentAt(at).software = Object.entries(packages).map(([name, text]) => {
    const [version = '', offered] = text.split('>');
    return copy(name, version, { source: 'dpkg', productCode: name, ...(offered !== undefined && { offered }) });
  });
  expect((await agentAt(at).upload()).status).toBe(200);
  await matchNew(app);
  await world.count();
};
const decide = async (change: Pick<SomeChange, 'type'> & { channelTag?: string; version?: string }) => {
  const changes = [{ level: 'site', kind: 'app', channelTag, ...change } as SomeChange];
  const { body } = await manager.call(approvals.previewChanges, { body: { changes } });
  const { previewToken } = body;
  expect((await manager.call(approvals.applyChanges, { body: { changes, previewToken } })).status).toBe(200);
  return body.updatingHosts;
};
const planNow = () => {
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  return plan.run({}, jobTools(app));
};
const verdict = async (at: number, tag = channelTag) => {
  const { body } = await manager.call(why.ofHost, { params: { id: agentAt(at).agentUuid } });
  return body.approvals.find((each) => each.channelTag === tag)?.verdict;
};
const open = async () => {
  const rows = await world.sql(
    `select h.host_no, t.host_id, t.kind, t.channel_tag, t.to_version from tasks t
     join hosts h on h.customer_id = t.customer_id and h.host_id = t.host_id
     where t.state = 0 and t.customer_id = $1 order by t.channel_tag, h.host_no`,
    [world.customerId],
  );
  return rows.map((row) => [
    world.agents.findIndex(({ agentUuid }) => agentUuid === row.host_id),
    row.kind,
    row.channel_tag,
    row.to_version,
  ]);
};
const work = async (at: number) => {
  const agent = agentAt(at);
  return (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body.deliveries;
};
const tell = async (at: number, given: { task: string; attempt: number }, more: Partial<WorkResult> = {}) => {
  const agent = agentAt(at);
  const result = { result: 'tentative', pkgResult: 'Success', exitCode: 0, cause: '', isDiskFull: false } as const;
  const told = { task: given.task, attempt: given.attempt, endedAt: app.clock.now.toISOString(), ...result, ...more };
  const { status } = await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results: [told] }));
  expect(status).toBe(200);
};

beforeAll(async () => {
  const clock = { read: () => new Date('2026-11-15T09:00:00Z') };
  signer = await raiseSigner(() => clock.read());
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket } });
  clock.read = () => app.clock.now;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 4);
  await addChannelRow(world.sql, channelTag, 'Probe library', 'dpkg');
  await addChannelRow(world.sql, other, 'Probe tool', 'dpkg');
  await world.sql('update hosts set os_family = 1');
  await report(0, { 'probe-lib': '1.0-1>1.1-1', 'probe-tool': '1.0-1' });
  await report(1, { 'probe-lib': '2:0.8-1>2:0.9-1' });
  await report(2, { 'probe-lib': '1.0-1' });
  await report(3, { 'probe-lib': '1.0-1>2.0-', 'probe-tool': '1.0-1>1.1-1' });
});
afterAll(async () => {
  await app.close();
  await signer.close();
});

describe('a package of the hosts’ own distributions', () => {
  it('is a row of Approvals with the newest version that a host is offered, and nothing is said of danger', async () => {
    const { body } = await manager.call(approvalCalls.site.app.list, { query: { q: 'Probe library' } as never });
    expect(body.approvals).toMatchObject([{ channelTag, newestVersion: '2:0.9-1' }]);
    const rows = await world.sql(
      `select distinct v.status, v.recommended_version from version_verdicts v
       join applications a on a.application_id = v.application_id where a.channel_tag = $1`,
      [channelTag],
    );
    expect(rows).toEqual([{ status: 0, recommended_version: null }]);
  });

  it('shows in the inventory of a host what its repositories offer, unless no order could name it', async () => {
    const offered = async (at: number) =>
      (await manager.call(hosts.inventory, { params: { id: agentAt(at).agentUuid } })).body.software.map(
        (each) => `${each.name} ${each.version} ${each.offered ?? '-'}`,
      );
    expect(await offered(0)).toEqual(['probe-lib 1.0-1 1.1-1', 'probe-tool 1.0-1 -']);
    expect(await offered(3)).toEqual(['probe-lib 1.0-1 -', 'probe-tool 1.0-1 1.1-1']);
  });

  it('automated, brings each host what its own repositories offer, and says so beforehand', async () => {
    expect(await decide({ type: 'automate' })).toBe(2);
    expect(await verdict(0)).toMatchObject({ action: 'update', toVersion: '1.1-1' });
    expect(await verdict(1)).toMatchObject({ action: 'update', toVersion: '2:0.9-1' });
    expect(await verdict(2)).toMatchObject({
      action: 'none',
      reason: 'notInRepositories',
      sentence: expect.stringContaining('its own repositories offer nothing newer'),
    });
    await planNow();
    expect(await open()).toEqual([
      [0, 6, channelTag, '1.1-1'],
      [1, 6, channelTag, '2:0.9-1'],
    ]);
  });

  it('is ordered by name and version, which the host accepts', async () => {
    const [delivery] = await work(0);
    const trust = {
      agent: agentAt(0).agentUuid,
      site: (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '',
      root: readRoot(signer.root),
      siteVersion: 0,
      incarnation: 0,
      sequence: 0,
      releases: {},
      latest: 0,
    };
    const accepted = judge(delivery, trust, { refusedKinds: [], refusedChannels: [] }, app.clock.now.getTime());
    expect(accepted.order).toMatchObject({
      kind: 'upgrade-system-package',
      systemPackage: { name: 'probe-lib', version: '1.1-1' },
      statementHash: null,
      options: {},
    });
    await tell(0, delivery);
    await report(0, { 'probe-lib': '1.1-1', 'probe-tool': '1.0-1' });
    await verify.run({ customerId: world.customerId }, jobTools(app));
    const { body } = await manager.call(activities.packages, { query: { hostUuid: agentAt(0).agentUuid } as never });
    expect(body.activities).toMatchObject([
      { channelTag, fromVersion: '1.0-1', toVersion: '1.1-1', result: 'verified' },
    ]);
    expect(await verdict(0)).toMatchObject({ action: 'none', reason: 'notInRepositories' });
    await planNow();
    expect(await open()).toEqual([[1, 6, channelTag, '2:0.9-1']]);
  });

  it('that apt on the host refused is given up, says why, and waits for another version or decision', async () => {
    const [delivery] = await work(1);
    await tell(1, delivery, {
      result: 'rejected',
      pkgResult: 'Error',
      exitCode: null,
      cause: 'Nothing was done: apt would also remove netcat.',
    });
    expect(await verdict(1)).toMatchObject({
      action: 'wait',
      reason: 'givenUp',
      sentence: expect.stringContaining('apt would also remove netcat'),
    });
    await planNow();
    expect(await open()).toEqual([]);
    await report(1, { 'probe-lib': '2:0.8-1>2:0.9-2' });
    await planNow();
    expect(await open()).toEqual([[1, 6, channelTag, '2:0.9-2']]);
  });

  it('approved at a version, goes to what is not newer than it, and stays where only something newer is offered', async () => {
    await report(2, { 'probe-lib': '1.0-1>1.1-1' });
    await decide({ type: 'approve', version: '1.1-1' });
    expect(await verdict(2)).toMatchObject({ action: 'update', toVersion: '1.1-1', reason: 'approved' });
    expect(await verdict(1)).toMatchObject({ action: 'stay', reason: 'newerNotApproved' });
    await planNow();
    // What was planned under the former decision is taken back.
    expect(await open()).toEqual([[2, 6, channelTag, '1.1-1']]);
    expect(await decide({ channelTag: other, type: 'automate' })).toBe(1);
    await planNow();
    expect(await open()).toEqual([
      [2, 6, channelTag, '1.1-1'],
      [3, 6, other, '1.1-1'],
    ]);
  });

  it('blocked, stays', async () => {
    await decide({ type: 'block' });
    expect(await verdict(2)).toMatchObject({ action: 'stay', reason: 'blocked' });
    await planNow();
    expect(await open()).toEqual([[3, 6, other, '1.1-1']]);
  });

  it('is not what a program or an rpm of the same name is', async () => {
    agentAt(2).software = [
      copy('probe-lib', '1.0'),
      copy('probe-lib', '1.0-1.el9', { source: 'rpm', productCode: 'probe-lib' }),
    ];
    expect((await agentAt(2).upload()).status).toBe(200);
    await matchNew(app);
    await world.count();
    expect(await verdict(2)).toBeUndefined();
  });
});
