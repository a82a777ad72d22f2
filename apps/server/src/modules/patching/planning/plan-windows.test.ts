import { activities } from '@patchkeep/contract/activities';
import { agentApi, type WorkResult } from '@patchkeep/contract/agent/protocol';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { groups } from '@patchkeep/contract/groups';
import { patching, patchingDefaults } from '@patchkeep/contract/patching';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { judge } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { raiseSigner, type RaisedSigner } from '../../../testkit/signed-packages.ts';
import { verify } from '../verification/verify.jobs.ts';
import { plan } from './plan.jobs.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let signer: RaisedSigner;
let lab: string;
const [older, newer, driver] = [5_100_001, 5_100_002, 5_100_003] as const;
const security = (kb: number) => ({ kb, classification: 'Security Updates' });

const offer = async (at: number, kbs: readonly number[], installed: number[] = [], pending: number[] = []) => {
  world.offer(
    at,
    [...kbs, ...pending].map((kb) => (kb === driver ? { kb, classification: 'Drivers' } : security(kb))),
  );
  const { windowsUpdates: report } = world.agents[at] as TestAgent;
  report?.installed.push(...installed);
  for (const each of report?.offers ?? []) each.isPending = pending.includes(each.kb);
  await world.upload(at, ['Alpha Editor 3']);
};

beforeAll(async () => {
  const clock = { read: () => new Date('2026-11-15T09:00:00Z') };
  signer = await raiseSigner(() => clock.read());
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket } });
  clock.read = () => app.clock.now;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 4);
  lab = await world.makeGroup('Lab');
  for (const at of [0, 1, 2, 3]) await offer(at, [older, driver]);
  await world.assignHost(1, lab);
  await world.count();
});
afterAll(async () => {
  await app.close();
  await signer.close();
});

const decide = async (level: 'site' | 'group', type: string, wuaKey: string) => {
  const body = { [`${level}Approvals`]: [{ ...(level === 'group' && { groupUuid: lab }), wuaKey }] };
  const { body: preview } = await manager.call(approvalCalls[level].wua.preview, { params: { type }, body });
  const { status } = await manager.call(approvalCalls[level].wua.change, {
    params: { type },
    body: { ...body, previewToken: preview.previewToken },
  });
  expect(status).toBe(200);
};
const say = async (at: number, kb: number, isApproved: boolean | null) => {
  const agent = world.agents[at] as TestAgent;
  const found = agent.windowsUpdates?.offers.find((each) => each.kb === kb);
  const updates = [{ foundUpdateUuid: found?.foundUpdateUuid ?? '', isApproved }];
  const { body } = await manager.call(windowsUpdates.decide, { body: { agentUuid: agent.agentUuid, updates } });
  expect(body.isMismatch).toBe(false);
};
const minutesLater = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
};
/** A minute later, as in life. */
const planNow = () => {
  minutesLater(1);
  return plan.run({}, jobTools(app));
};
/** As if something had been decided: what did not change is not planned again. */
const lookAnew = () => world.sql('update approval_revisions set revision = revision + 1');
const verifyNow = () => verify.run({ customerId: world.customerId }, jobTools(app));
/** Hosts with their states: 0 pending, 2 unverified, 3 verified, 4 failed, 5 superseded. */
const tasks = async (kb: number): Promise<[host: number, state: number][]> => {
  const rows = await world.sql(
    'select host_id, state from tasks where kind = 3 and channel_tag = $1 order by created_at, task_id',
    [`kb:${kb}`],
  );
  const hostOf = new Map(world.agents.map((agent, index) => [agent.agentUuid, index]));
  return rows
    .map((row): [number, number] => [hostOf.get(row.host_id) ?? -1, Number(row.state)])
    .toSorted(([a], [b]) => a - b);
};
const fetchWork = async (at: number) => {
  const agent = world.agents[at] as TestAgent;
  return (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body.deliveries;
};
const tell = async (at: number, given: { task: string; attempt: number }, more: Partial<WorkResult>) => {
  const agent = world.agents[at] as TestAgent;
  const result = { result: 'tentative', pkgResult: 'Success', exitCode: 0, cause: '', isDiskFull: false } as const;
  const told = { task: given.task, attempt: given.attempt, endedAt: app.clock.now.toISOString(), ...result, ...more };
  const { status } = await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results: [told] }));
  expect(status).toBe(200);
};
const shown = async (at: number) => {
  const query = { hostUuid: (world.agents[at] as TestAgent).agentUuid } as never;
  const { body } = await manager.call(activities.windowsUpdates, { query });
  return body.activities.map((each) => [each.kbArticle, activityLabel(each), each.isAwaitingBoot, each.cause]);
};

describe('the plan of Windows updates', () => {
  it('has nothing to do while nothing is decided', async () => {
    await planNow();
    expect(await tasks(older)).toEqual([]);
  });

  it('makes work of a classification, except where a nearer decision or a word for the host says no, once', async () => {
    await decide('site', 'automate', 'class:security updates');
    await decide('group', 'block', `kb:${older}`);
    await say(2, older, false);
    await planNow();
    await planNow();
    expect(await tasks(older)).toEqual([
      [0, 0],
      [3, 0],
    ]);
    expect(await tasks(driver)).toEqual([]);
  });

  it('follows a word for one host against every level, and takes back what it withdraws [WIN-06]', async () => {
    await say(1, older, true);
    await say(3, older, false);
    await say(0, driver, true);
    await planNow();
    expect(await tasks(older)).toEqual([
      [0, 0],
      [1, 0],
      [3, 5],
    ]);
    expect(await tasks(driver)).toEqual([[0, 0]]);
    await say(3, older, null);
    await say(0, driver, null);
    await planNow();
    expect((await tasks(older)).filter(([, state]) => state === 0)).toEqual([
      [0, 0],
      [1, 0],
      [3, 0],
    ]);
    expect(await tasks(driver)).toEqual([[0, 5]]);
  });

  it('replaces an update by the newer one that contains it', async () => {
    await world.sql(
      `insert into windows_updates (kb, title, classification, severity)
       select kb, 'Update ' || kb, 'Security Updates', 'Critical' from unnest($1::int[]) as u (kb)
       on conflict do nothing`,
      [[older, newer]],
    );
    await world.sql('insert into windows_update_supersedes (kb, superseded_kb) values ($1, $2)', [newer, older]);
    await offer(3, [older, newer]);
    await world.count();
    await planNow();
    expect((await tasks(older)).filter(([at]) => at === 3)).toEqual([
      [3, 5],
      [3, 5],
    ]);
    expect(await tasks(newer)).toEqual([[3, 0]]);
  });

  it('does not begin what the host has got meanwhile, though it is not counted yet', async () => {
    await offer(2, [], [older]);
    await say(1, older, null);
    await planNow();
    const before = await tasks(older);
    await world.sql('delete from host_update_approvals');
    await lookAnew();
    await planNow();
    expect(await tasks(older)).toEqual(before);
  });
});

describe('the work on a Windows update', () => {
  it('is an order for its article, which the host accepts without a package', async () => {
    const agent = world.agents[0] as TestAgent;
    const [delivery] = await fetchWork(0);
    const { site_id: site } = (await world.sql('select site_id from hosts where host_id = $1', [agent.agentUuid]))[0];
    const trust = {
      agent: agent.agentUuid,
      site,
      siteVersion: 0,
      incarnation: 0,
      sequence: 0,
      releases: {},
      latest: 0,
    };
    const accepted = judge(
      delivery,
      { ...trust, root: readRoot(signer.root) },
      { refusedKinds: [], refusedChannels: [] },
      app.clock.now.getTime(),
    );
    expect(accepted).toMatchObject({ package: null, order: { kind: 'windows-update', kbs: [older], options: {} } });
    expect(await shown(0)).toContainEqual([`KB${older}`, 'Applying', false, '']);
    await tell(0, delivery, {});
    expect(await shown(0)).toContainEqual([`KB${older}`, 'Updated', false, '']);
  });

  it('is not verified by an inventory that says nothing of Windows updates, nor while the update is still offered', async () => {
    const agent = world.agents[0] as TestAgent;
    const report = agent.windowsUpdates;
    agent.windowsUpdates = undefined;
    minutesLater(1);
    await world.upload(0, ['Alpha Editor 3']);
    await verifyNow();
    expect((await tasks(older)).filter(([at]) => at === 0)).toEqual([[0, 2]]);
    agent.windowsUpdates = report;
    minutesLater(1);
    await world.upload(0, ['Alpha Editor 3']);
    await verifyNow();
    expect(await shown(0)).toContainEqual([
      `KB${older}`,
      'Pending',
      false,
      'Windows Update said that it was installed, but still offers it.',
    ]);
  });

  it('is verified once the update is offered no more, and begins anew when it is offered again', async () => {
    minutesLater(20);
    const [delivery] = await fetchWork(0);
    await tell(0, delivery, {});
    await offer(0, [driver], [older]);
    await verifyNow();
    expect((await tasks(older)).filter(([at]) => at === 0)).toEqual([[0, 3]]);
    // Not counted yet: the old count still says that it is missing.
    await lookAnew();
    await planNow();
    expect((await tasks(older)).filter(([at]) => at === 0)).toEqual([[0, 3]]);
    await offer(0, [older]);
    await world.count();
    await planNow();
    expect((await tasks(older)).filter(([at]) => at === 0)).toEqual([
      [0, 3],
      [0, 0],
    ]);
  });

  it('waits for a restart that must come first, and says so', async () => {
    const [delivery] = await fetchWork(0);
    const cause = 'The host must restart before Windows installs anything more.';
    await tell(0, delivery, { result: 'pending', pkgResult: null, exitCode: null, awaits: 'boot', cause });
    expect(await shown(0)).toContainEqual([`KB${older}`, 'Reboot Required', true, cause]);
    expect(await fetchWork(0)).toEqual([]);
    (world.agents[0] as TestAgent).facts.bootTime = new Date(app.clock.now.getTime() + 60_000).toISOString();
    minutesLater(2);
    await (world.agents[0] as TestAgent).checkIn();
    await planNow();
    expect(await fetchWork(0)).toHaveLength(1);
  });

  it('that failed for good is begun anew only when somebody decides anew', async () => {
    const [delivery] = await fetchWork(3);
    const cause = 'The installer of the update met a fatal error (0x80070643).';
    await tell(3, delivery, { result: 'failed', pkgResult: 'Error', exitCode: -2_147_023_293, cause });
    await lookAnew();
    await planNow();
    expect(await tasks(newer)).toEqual([[3, 4]]);
    expect(await shown(3)).toContainEqual([`KB${newer}`, 'Failed', false, cause]);
    minutesLater(1);
    await say(3, newer, true);
    await planNow();
    expect(await tasks(newer)).toEqual([
      [3, 4],
      [3, 0],
    ]);
  });
});

describe('the release budget of a site', () => {
  const fifth = 5_100_005;
  const save = async (releaseBudget: number) => {
    const { serialNumber } = (await manager.call(patching.readSettings)).body;
    const body = { ...patchingDefaults, releaseBudget, serialNumber };
    expect((await manager.call(patching.saveSettings, { body })).status).toBe(200);
  };
  it('holds for Windows updates too, and what was left over comes as the first are verified', async () => {
    for (const at of [0, 1, 2, 3]) await offer(at, [fifth]);
    await world.count();
    // What was released within the hour, for applications and for Windows, and is not proven.
    await world.sql('update tasks set state = 5 where kind in (0, 3) and state <> 3');
    await save(3);
    await planNow();
    await planNow();
    expect((await tasks(fifth)).map(([, state]) => state)).toEqual([0, 0, 0]);
    await world.sql(
      'update tasks set state = 3 where task_id = any(array(select task_id from tasks where channel_tag = $1 limit 1))',
      [`kb:${fifth}`],
    );
    await planNow();
    expect((await tasks(fifth)).map(([, state]) => state).toSorted()).toEqual([0, 0, 0, 3]);
  });

  it('is read by group [ACT-07]', async () => {
    const { uuid } = (await manager.call(groups.create, { body: { title: 'Of one host' } })).body;
    const ofGroup = async () =>
      (await manager.call(activities.windowsUpdatesOfGroup, { params: { id: uuid }, query: {} as never })).body
        .activities;
    expect(await ofGroup()).toEqual([]);
    const all = (await manager.call(activities.windowsUpdates, { query: {} as never })).body.activities;
    const at = world.agents.findIndex(({ agentUuid }) => agentUuid === all[0]?.agentUuid);
    await world.assignHost(at, uuid);
    const ids = (rows: typeof all) => rows.map(({ activityUuid }) => activityUuid);
    expect(ids(await ofGroup())).toEqual(ids(all.filter(({ agentUuid }) => agentUuid === all[0]?.agentUuid)));
    await world.assignHost(at, null);
  });
});
