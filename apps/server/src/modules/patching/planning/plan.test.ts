import { activities } from '@patchkeep/contract/activities';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import type { ApprovalLevel } from '@patchkeep/contract/approval-fields';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { restarts } from '@patchkeep/contract/restarts';
import { results } from '@patchkeep/contract/results';
import { tagKind, tags } from '@patchkeep/contract/tags';
import { activityLabel, packageResults } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../../testkit/agent.ts';
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
let lab: string;
let siteId: string;
const channelTag = 'alpha-editor';
const clock = { now: new Date('2026-11-15T09:00:00Z') };

const vouchFor = (version: string) => importVouched(app, signer, { channelTag, version });

beforeAll(async () => {
  signer = await raiseSigner(() => clock.now);
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files } });
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 4);
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  lab = await world.makeGroup('Lab');
  for (const at of [0, 1, 2]) await world.upload(at, ['Alpha Editor 1']);
  await world.upload(3, ['Alpha Editor 3']);
  await world.assignHost(1, lab);
  await world.count();
  clock.now = app.clock.now;
  for (const version of ['2.0', '3.0']) await vouchFor(version);
});
afterAll(async () => {
  await app.close();
  await signer.close();
});

const decide = async (level: Extract<ApprovalLevel, 'site' | 'group'>, type: string, version?: string) => {
  const place = level === 'group' ? { groupUuid: lab } : {};
  const body = { [`${level}Approvals`]: [{ ...place, channelTag, ...(version !== undefined && { version }) }] };
  const { body: preview } = await manager.call(approvalCalls[level].app.preview, { params: { type }, body });
  const { status } = await manager.call(approvalCalls[level].app.change, {
    params: { type },
    body: { ...body, previewToken: preview.previewToken },
  });
  expect(status).toBe(200);
};
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  app.clock.now = clock.now;
};
const planNow = () => plan.run({}, jobTools(app));
const tasks = async (): Promise<{ host: number; to: string; state: number }[]> => {
  const rows = await world.sql(
    'select host_id, to_version, state from tasks where channel_tag = $1 order by created_at, task_id',
    [channelTag],
  );
  const hostOf = new Map(world.agents.map((agent, index) => [agent.agentUuid, index]));
  return rows
    .map((row) => ({ host: hostOf.get(row.host_id) ?? -1, to: String(row.to_version), state: Number(row.state) }))
    .toSorted((a, b) => a.host - b.host);
};
const listed = async (query: Record<string, string> = {}) =>
  (await manager.call(activities.packages, { query: { channelTag, ...query } as never })).body.activities;

describe('the plan', () => {
  it('has nothing to do while nothing is decided', async () => {
    await planNow();
    expect(await tasks()).toEqual([]);
  });

  it('makes work of what is decided, for whom it is decided, once', async () => {
    await decide('site', 'automate');
    await decide('group', 'block');
    await planNow();
    await planNow();
    expect(await tasks()).toEqual([
      { host: 0, to: '3.0', state: 0 },
      { host: 2, to: '3.0', state: 0 },
    ]);
    expect((await listed()).map((each) => activityLabel(each))).toEqual(['Pending', 'Pending']);
  });

  it('stands among the results of its host, for who may see patching [APP-11]', async () => {
    const tasksOf = async (client: TestClient, at: number) => {
      const { body } = await client.call(results.full, { params: { id: world.agents[at]?.agentUuid ?? '' } });
      return body.tasks.map(({ title, toVersion, label }) => [title, toVersion, label]);
    };
    expect([await tasksOf(manager, 0), await tasksOf(manager, 1)]).toEqual([[['Alpha Editor', '3.0', 'Pending']], []]);
    await world.sql('update sites set is_patching_enabled = false where site_id = $1', [siteId]);
    expect(await tasksOf(await app.signIn('manager'), 0)).toEqual([]);
    await world.sql('update sites set is_patching_enabled = true where site_id = $1', [siteId]);
  });

  it('takes back what is decided otherwise before anybody began, and keeps it behind a toggle [ACT-26]', async () => {
    await decide('site', 'approve', '2.0');
    await planNow();
    expect((await tasks()).filter((task) => task.state === 0)).toEqual([
      { host: 0, to: '2.0', state: 0 },
      { host: 2, to: '2.0', state: 0 },
    ]);
    expect(await listed()).toHaveLength(2);
    const all = await listed({ showSuperseded: 'true' });
    expect(all.map((each) => activityLabel(each)).toSorted()).toEqual([
      'Pending',
      'Pending',
      'Superseded',
      'Superseded',
    ]);
    await decide('site', 'automate');
    await planNow();
  });

  /** What waits while a site has a module, after two plans without it, and when it is back. */
  const loseAndRegain = async (module: 'is_patching_enabled' | 'is_detection_module_enabled') => {
    const set = (isOn: boolean) => world.sql(`update sites set ${module} = $2 where site_id = $1`, [siteId, isOn]);
    const waitingAfterPlan = async () => {
      await planNow();
      return (await tasks()).filter((task) => task.state === 0);
    };
    const before = await waitingAfterPlan();
    await set(false);
    const without = [...(await waitingAfterPlan()), ...(await waitingAfterPlan())];
    await set(true);
    return { before, without, back: await waitingAfterPlan() };
  };

  it('takes back what nobody began when the site loses patching, and plans it again when it is back', async () => {
    const { before, without, back } = await loseAndRegain('is_patching_enabled');
    expect(before).not.toEqual([]);
    expect([without, back]).toEqual([[], before]);
  });

  it('takes back what nobody began when the site loses detection, and plans it again when it is back', async () => {
    const { before, without, back } = await loseAndRegain('is_detection_module_enabled');
    expect(before).not.toEqual([]);
    expect([without, back]).toEqual([[], before]);
  });

  it('is listed whatever comes of it: nothing that was begun is hidden', async () => {
    const [{ task_id: id, state, result: before } = {}] = await world.sql(
      'select * from tasks where state = 0 and channel_tag = $1 limit 1',
      [channelTag],
    );
    const shown: string[] = [];
    for (const result of packageResults) {
      await world.sql('update tasks set state = 4, result = $2 where task_id = $1', [id, result]);
      shown.push(...(await listed()).filter((each) => each.activityUuid === id).map((each) => each.result));
    }
    await world.sql('update tasks set state = $2, result = $3 where task_id = $1', [id, state, before]);
    expect(shown).toEqual(packageResults);
  });

  it('goes from pending to applying to updated, not yet verified, to updated [ACT-05]', async () => {
    const agent = world.agents[0] as TestAgent;
    const labelOf = async () => {
      const [mine] = await listed({ hostUuid: agent.agentUuid });
      return mine && [activityLabel(mine), mine.result];
    };
    expect(await labelOf()).toEqual(['Pending', 'pending']);
    const { deliveries } = (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body;
    expect(deliveries).toHaveLength(1);
    expect(await labelOf()).toEqual(['Applying', 'attempting']);
    const result = { result: 'tentative', pkgResult: 'Success', exitCode: 0, cause: '', isDiskFull: false } as const;
    const told = { task: deliveries[0].task, attempt: 1, endedAt: clock.now.toISOString(), ...result };
    await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results: [told] }));
    expect(await labelOf()).toEqual(['Updated', 'tentative']);
    await world.upload(0, ['Alpha Editor 3']);
    await verify.run({ customerId: world.customerId }, jobTools(app));
    expect(await labelOf()).toEqual(['Updated', 'verified']);
    await planNow();
    expect((await tasks()).filter((task) => task.host === 0 && task.state < 3)).toEqual([]);
  });

  it('does not walk a site again where nothing has changed', async () => {
    const walked = async () => (await world.sql('select planned_at from plan_states where site_id = $1', [siteId]))[0];
    await planNow();
    const before = await walked();
    later(1);
    await planNow();
    expect(await walked()).toEqual(before);
    await decide('group', 'disable');
    await decide('group', 'block');
    await planNow();
    expect((await walked())?.planned_at).toEqual(clock.now);
    later(1);
    await vouchFor('3.1');
    await planNow();
    expect((await walked())?.planned_at).toEqual(clock.now);
    later(61);
    manager = await app.signIn('manager');
    await planNow();
    expect((await walked())?.planned_at).toEqual(clock.now);
  });

  it('gives up what no host fetched, with a plain cause, and plans it anew for a host at work [ACT-15]', async () => {
    const agent = world.agents[2] as TestAgent;
    const mine = async () => listed({ hostUuid: agent.agentUuid });
    expect((await mine()).map((each) => activityLabel(each))).toEqual(['Pending']);
    later(31 * 24 * 60);
    manager = await app.signIn('manager');
    await agent.checkIn();
    await planNow();
    await planNow();
    const [pending, expired] = await mine();
    expect([pending, expired].map((each) => each && activityLabel(each))).toEqual(['Pending', 'Failed']);
    expect(expired).toMatchObject({
      result: 'expired',
      cause: 'The host did not fetch it within 30 days.',
      nextAttempt: null,
    });
  });

  it('restarts a host: asked from its deadline on, put off, and done when the host says it has started', async () => {
    const agent = world.agents[2] as TestAgent;
    const settings = {
      title: 'Restart',
      message: 'Please "save".',
      delaySeconds: 90,
      snoozeSeconds: 300,
      secondsUntilForce: 600,
    };
    const { body: tag } = await manager.call(tags.create, {
      body: { tagName: 'Night', tagKind: tagKind.RestartTag, restartSettings: settings },
    });
    const start = clock.now;
    const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
    const asked = await manager.call(restarts.request, {
      params: { restartTagUuid: tag.tagUuid },
      body: { agentUuid: [agent.agentUuid], deadline: at(5).toISOString() },
    } as never);
    expect(asked.status).toBe(200);
    const restartTasks = () =>
      world.sql('select state, options from tasks where kind = 4 and channel_tag = $1', ['restart']);
    await planNow();
    expect(await restartTasks()).toEqual([]);
    later(6);
    await planNow();
    await planNow();
    const options = { title: 'Restart', message: 'Please  save .', delaySeconds: '90', snoozeSeconds: '300' };
    expect(await restartTasks()).toEqual([{ state: 0, options: { ...options, forceAt: String(at(15).getTime()) } }]);

    // A message that is corrected helps at once.
    await manager.call(tags.update, {
      params: { id: tag.tagUuid },
      body: { restartSettings: { message: 'Please save' }, serialNumber: 1 },
    });
    await planNow();
    expect(await restartTasks()).toMatchObject([{ options: { message: 'Please save' } }]);

    const fetchWork = async () =>
      (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body.deliveries as {
        task: string;
        attempt: number;
        epoch: number;
        package: string | null;
      }[];
    const tell = async (delivery: { task: string; attempt: number; epoch: number }, more: object) => {
      const { task, attempt, epoch } = delivery;
      const nothing = { result: 'pending', pkgResult: null, exitCode: null, cause: '', isDiskFull: false } as const;
      const told = { task, attempt, epoch, endedAt: clock.now.toISOString(), ...nothing, ...more };
      await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results: [told] }));
    };
    const stateOf = async () => (await manager.call(restarts.ofHost, { params: { id: agent.agentUuid } })).body;
    const first = (await fetchWork()).at(-1);
    if (!first) throw new Error('No order');
    expect(first.package).toBeNull();
    await tell(first, { shownAt: at(6).toISOString(), snoozedAt: at(6).toISOString() });
    expect(await stateOf()).toMatchObject({
      restartState: 'Snooze',
      shownTime: at(6).toISOString(),
      snoozedUntil: at(11).toISOString(),
    });
    later(3);
    expect(await fetchWork()).toEqual([]);
    later(3);
    const [second] = await fetchWork();
    if (!second) throw new Error('No order');
    expect([second.task, second.attempt]).toEqual([first.task, 1]);
    // The agent is killed while it asks: nobody lost the restart, for the host has not started.
    await tell(second, { result: 'unknown', cause: 'The host or its agent went down in the middle of it.' });
    await planNow();
    const [third] = await fetchWork();
    if (!third) throw new Error('No order');
    const done = { result: 'tentative', pkgResult: 'SuccessPendingReboot', exitCode: 0 };
    await tell(third, { ...done, shownAt: at(12).toISOString() });
    expect((await stateOf()).shownTime).toBe(at(6).toISOString());
    agent.facts.bootTime = new Date(clock.now.getTime() + 60_000).toISOString();
    later(3);
    await agent.checkIn();
    await planNow();
    expect(await restartTasks()).toMatchObject([{ state: 3 }]);
    expect((await listed()).some((each) => each.title === 'restart')).toBe(false);
  });

  it('does not restart a host again that has started by itself meanwhile', async () => {
    const agent = world.agents[3] as TestAgent;
    const { body: tag } = await manager.call(tags.create, {
      body: { tagName: 'Now', tagKind: tagKind.RestartTag, restartSettings: { secondsUntilForce: 0 } },
    });
    await manager.call(restarts.requestOfHost, { params: { id: agent.agentUuid, tag: tag.tagUuid } });
    await planNow();
    later(1);
    agent.facts.bootTime = clock.now.toISOString();
    await agent.checkIn();
    // Before the plan has noted it.
    expect((await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body.deliveries).toEqual([]);
  });

  it('is read by group, title and time, page by page, by whoever may [ACT-07] [ACT-10]', async () => {
    const group = async (id: string) =>
      (await manager.call(activities.packagesOfGroup, { params: { id }, query: {} })).body.activities.length;
    expect(await group(lab)).toBe(0);
    await world.assignHost(2, lab);
    expect(await group(lab)).toBe(2);
    await world.assignHost(2, null);
    expect(await listed({ title: 'ALPHA' })).toHaveLength(3);
    expect(await listed({ title: 'bravo' })).toHaveLength(0);
    expect(await listed({ endTime: '2026-01-01T00:00:00Z' })).toHaveLength(0);
    expect(await listed({ startTime: '2026-01-01T00:00:00Z' })).toHaveLength(3);
    expect(await listed({ startTime: '2100-01-01T00:00:00Z' })).toHaveLength(0);
    const first = (await manager.call(activities.packages, { query: { limit: '1' } as never })).body;
    const second = (await manager.call(activities.packages, { query: { limit: '2', older: first.older } as never }))
      .body;
    expect([...first.activities, ...second.activities].map((each) => each.activityUuid)).toEqual(
      (await listed()).map((each) => each.activityUuid),
    );
    expect(second.older).toBeNull();
    expect((await manager.call(activities.windowsUpdates, { query: {} as never })).body.activities).toEqual([]);
  });

  it('takes back work that waits with a package that was withdrawn, also that of a job', async () => {
    const [job] = await world.sql(
      `update tasks set state = 0, kind = 1, created_at = $2, changed_at = $2 where task_id =
        (select task_id from tasks where channel_tag = $1 and to_version = '3.0' limit 1) returning task_id`,
      [channelTag, clock.now],
    );
    await planNow();
    const stateOf = async () =>
      (await world.sql('select state from tasks where task_id = $1', [job?.task_id]))[0]?.state;
    expect(await stateOf()).toBe(0);
    const withdrawn = [channelTag, clock.now];
    await world.sql(
      `update package_statements set withdrawn_at = $2 where channel_tag = $1 and version = '3.0'`,
      withdrawn,
    );
    await planNow();
    expect(await stateOf()).toBe(5);
    await planNow();
    expect((await tasks()).filter(({ to, state }) => to === '3.0' && state === 0)).toEqual([]);
  });
});
