import { randomUUID } from 'node:crypto';
import { configuration } from '@patchkeep/contract/configuration';
import { goals } from '@patchkeep/contract/goals';
import { hosts } from '@patchkeep/contract/hosts';
import { why } from '@patchkeep/contract/why';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { importVouched, signingApp } from '../../testkit/signed-packages.ts';
import { planGoals } from './goals.jobs.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
const alpha = 'alpha-editor';
const bravo = 'bravo-player';
const hostCount = 40;

beforeAll(async () => {
  const signing = await signingApp();
  app = signing.app;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, hostCount);
  for (const channelTag of [alpha, bravo])
    await importVouched(app, signing.signer, { channelTag, version: '3.0', isInstallable: true });
});
afterAll(async () => {
  await app.close();
});
beforeEach(async () => {
  await world.sql('delete from tasks');
  await world.sql('delete from goals where customer_id = $1', [world.customerId]);
  for (let at = 0; at < 6; at++) await world.upload(at, []);
  later(1);
});

const minute = 60_000;
const later = (minutes: number): void => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * minute);
};
const agentAt = (at: number): TestAgent => world.agents[at] as TestAgent;
const idsOf = (...ats: number[]) => ats.map((at) => agentAt(at).agentUuid);
const install = (channelTag: string, more: object = {}) => ({ channelTag, actionType: 'Install' as const, ...more });
const remove = (channelTag: string) => ({ channelTag, actionType: 'Remove' as const });

/** Makes a job, and has the planner look at it. */
const make = async (more: object, actions: object[] = [install(alpha)], endpoint = goals.deploy) => {
  const { status, body } = await manager.call(endpoint, { body: { title: 'Editors', actions, ...more } as never });
  expect([status, body.result]).toEqual([200, 'submitted']);
  await plan();
  return body.goalUuid ?? '';
};
const plan = () => planGoals.run({}, jobTools(app));
const read = async (id: string) => (await manager.call(goals.read, { params: { id } })).body;
const goalOf = async (id: string) => (await read(id)).goal;
const edit = async (id: string, more: object) => {
  const { serialNumber } = await goalOf(id);
  const answer = await manager.call(goals.edit, { params: { id }, body: { serialNumber, ...more } as never });
  await plan();
  return answer;
};
const command = async (kind: 'abort' | 'resume', id: string) => {
  const answer = await manager.call(goals[kind], { body: { goals: [id] } as never });
  await plan();
  return answer;
};
/** The verdicts of a job, by host and application: `0 alpha-editor waits`. */
const verdictsOf = async (id: string) => {
  const { goal } = await read(id);
  const { body } = await manager.call(goals.hosts, { params: { id }, query: {} as never });
  const nameOf = (agentUuid: string) => world.agents.findIndex((agent) => agent.agentUuid === agentUuid);
  return body.hosts
    .flatMap((host) =>
      host.actions.map((each) => {
        const action = goal.actions.find(({ goalActionId }) => goalActionId === each.goalActionId);
        return `${nameOf(host.agentUuid)} ${action?.channelTag} ${each.verdict}`;
      }),
    )
    .toSorted();
};
/** Open and ended work: `0 alpha-editor 1 0` is host 0, to be installed, pending. */
const work = async (id?: string) => {
  const rows = await world.sql(
    `select host_id, channel_tag, kind, state from tasks where ($1::uuid is null or goal_id = $1) order by created_at`,
    [id ?? null],
  );
  return rows
    .map((row) => {
      const at = world.agents.findIndex((agent) => agent.agentUuid === row.host_id);
      return `${at} ${row.channel_tag} ${row.kind} ${row.state}`;
    })
    .toSorted();
};
/** What hosts made of their work; how they say so has tests of its own. */
const end = (state: number, ...ats: number[]) =>
  world.sql(
    `update tasks set state = $1, changed_at = $2, result = 'failed', cause = 'The installer ended with 1603.'
     where host_id = any($3) and state in (0, 1)`,
    [state, app.clock.now, idsOf(...ats)],
  );
/** Lets a job stand as it would so many hours later: no session of a test lasts so long. */
const age = async (id: string, hours: number) => {
  const by = `interval '${hours} hours'`;
  await world.sql(`update tasks set changed_at = changed_at - ${by} where goal_id = $1`, [id]);
  await world.sql(`update goals set look_began_at = look_began_at - ${by} where goal_id = $1`, [id]);
  await plan();
};
const verified = 3;
const failed = 4;

describe('a job with several actions', () => {
  it('gives each host each action, and says how far each is, also by tag', async () => {
    const tag = await world.makeTag('Course');
    await world.assignHost(1, null, [tag]);
    await world.upload(1, ['Bravo Player 3']);
    const id = await make({ hosts: idsOf(0), tags: [tag] }, [
      install(alpha, { priority: 1 }),
      { ...remove(bravo), priority: 5 },
    ]);
    expect(await work(id)).toEqual([`0 ${alpha} 1 0`, `1 ${alpha} 1 0`, `1 ${bravo} 2 0`]);
    expect(await verdictsOf(id)).toEqual([
      `0 ${alpha} waits`,
      `0 ${bravo} achieved`,
      `1 ${alpha} waits`,
      `1 ${bravo} waits`,
    ]);
    const whole = await read(id);
    expect(whole.goal.actions.map((each) => [each.channelTag, each.countAchieved, each.countNotDoneHosts])).toEqual([
      [bravo, 1, 1],
      [alpha, 0, 2],
    ]);
    expect(whole).toMatchObject({
      tags: [{ tagUuid: tag, tagName: 'Course' }],
      groups: [],
      achievements: { countOpen: 3 },
    });
    expect(whole.agents.map((each) => each.agentUuid)).toEqual(idsOf(0));
    expect(whole.goalActionAchievements).toHaveLength(4);
    const [first] = whole.goalActionAchievements.filter((each) => each.agentUuid === agentAt(1).agentUuid);
    expect(first).toMatchObject({ tagUuids: [tag], isAgentTarget: false, isTagTarget: true, isAchieved: false });
  });

  it('refuses two actions about one application, and to be left without any action or target [ERR-27]', async () => {
    const both = [install(alpha), remove(alpha)];
    const made = await manager.call(goals.deploy, { body: { title: 'x', actions: both, hosts: idsOf(0) } as never });
    expect([made.status, made.body]).toMatchObject([400, { code: 2031 }]);
    const id = await make({ hosts: idsOf(0) });
    const refused = async (more: object) => {
      const { status, body } = await manager.call(goals.edit, {
        params: { id },
        body: { serialNumber: 1, ...more } as never,
      });
      return [status, (body as { code?: number }).code];
    };
    expect(await refused({ addActions: [remove(alpha)] })).toEqual([400, 2031]);
    expect(await refused({ actions: [] })).toEqual([400, 2045]);
    expect(await refused({ removeHosts: idsOf(0) })).toEqual([400, 2045]);
  });

  it('refuses what it cannot do yet, and keeps nothing of it', async () => {
    const before = await world.sql('select goal_id from goals');
    const refused = async (...actions: object[]) => {
      const { status, body } = await manager.call(goals.deploy, {
        body: { title: 'x', actions, hosts: idsOf(0) } as never,
      });
      return [status, (body as { code?: number }).code];
    };
    const customDeploymentConfigUuid = randomUUID();
    // Custom software that the site has not.
    expect(await refused({ actionType: 'Custom', customDeploymentConfigUuid })).toEqual([404, 404]);
    expect(await refused({ ...install(alpha), isRemoval: true })).toEqual([400, undefined]);
    expect(await refused({ ...install(alpha), isSystemBased: false })).toEqual([400, 2031]);
    expect(await refused({ ...install(alpha), isSystemBased: false, isMainUser: true })).toEqual([400, 2031]);
    // Neither both nor nothing is an action.
    expect(await refused({ ...install(alpha), customDeploymentConfigUuid })).toEqual([400, undefined]);
    expect(await refused({ actionType: 'Custom' })).toEqual([400, undefined]);
    expect(await refused({ actionType: 'Install' })).toEqual([400, undefined]);
    expect(await world.sql('select goal_id from goals')).toEqual(before);
  });

  it('begins with the next scheduled inspection of each host where it is asked to', async () => {
    const id = await make({ hosts: idsOf(0) }, [install(alpha)], goals.schedule);
    const [task] = await world.sql('select ready_at from tasks where goal_id = $1', [id]);
    expect(task.ready_at.getTime()).toBeGreaterThan(app.clock.now.getTime());
    expect(task.ready_at.getTime() - app.clock.now.getTime()).toBeLessThanOrEqual(24 * 60 * minute);
    const { body } = await manager.call(goals.hosts, { params: { id }, query: {} as never });
    expect(body.hosts[0]?.actions[0]).toMatchObject({ verdict: 'waits', next: task.ready_at.toISOString() });
    // Somebody who asks for Inspect & Update does not wait for it.
    await manager.call(hosts.inspect, { body: { hosts: idsOf(0) } });
    const [hastened] = await world.sql('select ready_at from tasks where goal_id = $1', [id]);
    expect(hastened.ready_at).toEqual(app.clock.now);
  });
});

describe('another schedule of the site', () => {
  it('has jobs that wait for an inspection begin at once [DEP-69]', async () => {
    const id = await make({ hosts: idsOf(0) }, [install(alpha)], goals.schedule);
    const readyAt = async () => (await world.sql('select ready_at from tasks where goal_id = $1', [id]))[0].ready_at;
    expect((await readyAt()).getTime()).toBeGreaterThan(app.clock.now.getTime());
    const { body } = await manager.call(configuration.readAgentSettings);
    const save = (minuteOfHour: number, serialNumber: number) =>
      manager.call(configuration.saveAgentSettings, {
        body: { daysOfWeek: 127, hour: body.hour, minute: minuteOfHour, serialNumber, isAcceptanceRequired: false },
      });
    // Saved as it was, nothing begins.
    await save(body.minute, 0);
    expect((await readyAt()).getTime()).toBeGreaterThan(app.clock.now.getTime());
    expect((await save(body.minute + 1, 1)).status).toBe(200);
    expect(await readyAt()).toEqual(app.clock.now);
  });
});

describe('the type of a job', () => {
  it('says whether it is tried once or until achieved, and completes it when all is seen to [DEP-29]', async () => {
    const once = await make({ hosts: idsOf(0) });
    const often = await make({ hosts: idsOf(1), jobType: 'multishot' });
    await end(failed, 0, 1);
    await plan();
    expect(await verdictsOf(once)).toEqual([`0 ${alpha} spent`]);
    expect(await goalOf(once)).toMatchObject({ isCompleted: true, state: 'completed', jobType: 'singleshot' });
    expect(await verdictsOf(often)).toEqual([`1 ${alpha} failed`]);
    await age(often, 23);
    expect(await work(often)).toEqual([`1 ${alpha} 1 4`]);
    await age(often, 2);
    expect(await work(often)).toEqual([`1 ${alpha} 1 0`, `1 ${alpha} 1 4`]);
    await end(verified, 1);
    await world.upload(1, ['Alpha Editor 3']);
    await plan();
    expect(await goalOf(often)).toMatchObject({ isCompleted: true, actions: [{ countAchieved: 1 }] });
  });

  it('says whether who joins later counts too, and an ongoing one never completes by itself', async () => {
    const group = await world.makeGroup('Later');
    await world.assignHost(0, group);
    const frozen = await make({ groups: [group] }, [install(bravo)]);
    const live = await make({ groups: [group], jobType: 'ongoing' });
    await world.assignHost(1, group);
    await plan();
    expect(await work(frozen)).toEqual([`0 ${bravo} 1 0`]);
    expect(await work(live)).toEqual([`0 ${alpha} 1 0`, `1 ${alpha} 1 0`]);
    await world.assignHost(0, null);
    await end(verified, 1);
    await world.upload(1, ['Alpha Editor 3']);
    await plan();
    // Whoever leaves is given nothing any more.
    expect(await work(live)).toEqual([`0 ${alpha} 1 5`, `1 ${alpha} 1 3`]);
    expect(await goalOf(live)).toMatchObject({ isCompleted: false, state: 'active', agentCount: 1 });
    // It keeps its hosts as they shall be.
    await world.upload(1, []);
    later(1);
    await plan();
    expect(await work(live)).toEqual([`0 ${alpha} 1 5`, `1 ${alpha} 1 0`, `1 ${alpha} 1 3`]);
  });
});

describe('a host that is a target twice', () => {
  it('stays when it is no longer named itself, though it joined the group after it was named', async () => {
    const group = await world.makeGroup('Twice');
    const id = await make({ hosts: idsOf(0, 1), groups: [group], jobType: 'ongoing' });
    await world.assignHost(0, group);
    await plan();
    await edit(id, { removeHosts: idsOf(0), isOngoing: false });
    expect(await goalOf(id)).toMatchObject({ agentCount: 2, hostTargetCount: 1 });
    expect(await work(id)).toEqual([`0 ${alpha} 1 0`, `1 ${alpha} 1 0`]);
    await world.assignHost(0, null);
  });
});

describe('a job that stands', () => {
  it('is stopped and goes on: pending work is taken back, begun work ends [DEP-42]', async () => {
    const id = await make({ hosts: idsOf(0, 1) });
    await world.sql('update tasks set state = 1 where host_id = $1', idsOf(0));
    const { body } = await command('abort', id);
    expect(body.goals).toMatchObject([{ goalUuid: id, state: 'stopped', isEnabled: false }]);
    expect(await work(id)).toEqual([`0 ${alpha} 1 1`, `1 ${alpha} 1 5`]);
    expect(await verdictsOf(id)).toEqual([`0 ${alpha} running`, `1 ${alpha} held`]);
    expect((await command('abort', id)).status).toBe(409);
    expect((await command('resume', id)).body.goals).toMatchObject([{ state: 'active' }]);
    expect(await work(id)).toEqual([`0 ${alpha} 1 1`, `1 ${alpha} 1 0`, `1 ${alpha} 1 5`]);
  });

  it('holds itself when too much fails, until somebody has it go on', async () => {
    const id = await make({ hosts: idsOf(0, 1, 2, 3, 4, 5), jobType: 'multishot' });
    await end(failed, 0, 1, 2, 3);
    await plan();
    expect(await goalOf(id)).toMatchObject({ state: 'active' });
    await end(failed, 4);
    await plan();
    expect(await goalOf(id)).toMatchObject({ state: 'paused', pausedCause: 'brake' });
    expect((await work(id)).at(-1)).toBe(`5 ${alpha} 1 5`);
    await command('resume', id);
    expect(await goalOf(id)).toMatchObject({ state: 'active', pausedCause: null });
    expect(await work(id)).toContain(`5 ${alpha} 1 0`);
  });

  it('is as wide as its targets, also those that get work only once a package comes', async () => {
    const group = await world.makeGroup('Mixed');
    for (let at = 0; at < 27; at++) await world.assignHost(at, group);
    const family = (of: number) =>
      world.sql('update hosts set os_family = $1 where host_id = any($2)', [
        of,
        idsOf(...Array.from({ length: 26 }, (_, at) => at + 1)),
      ]);
    const [before] = await world.sql('select os_family from hosts where host_id = $1', idsOf(0));
    await family(1);
    const body = { title: 'x', actions: [install(alpha)], groups: [group] } as never;
    expect((await manager.call(goals.preview, { body })).body).toMatchObject({
      agentCount: 1,
      unsupportedAgentCount: 26,
    });
    const answer = await manager.call(goals.deploy, { body });
    expect(answer.status).toBe(428);
    expect(answer.body).toMatchObject({
      info: { preview: { hosts: 27, effect: expect.stringContaining('; 26 hosts have no package that fits yet.') } },
    });
    expect(await world.sql('select goal_id from goals where customer_id = $1', [world.customerId])).toEqual([]);
    await family(before.os_family);
    for (let at = 0; at < 27; at++) await world.assignHost(at, null);
  });

  it('asks when too many hosts join, and those who were agreed to go on', async () => {
    const group = await world.makeGroup('Growing');
    await world.assignHost(0, group);
    const id = await make({ groups: [group], jobType: 'ongoing' });
    for (let at = 1; at < 27; at++) await world.assignHost(at, group);
    await plan();
    expect(await goalOf(id)).toMatchObject({ state: 'paused', pausedCause: 'growth', heldCount: 26, agentCount: 27 });
    expect(await work(id)).toEqual([`0 ${alpha} 1 0`]);
    expect(await verdictsOf(id)).toContain(`1 ${alpha} held`);
    // Twenty-seven hosts are a wide act: it is looked at first.
    expect((await manager.call(goals.resume, { body: { goals: [id] } as never })).status).toBe(428);
    for (let at = 5; at < 27; at++) await world.assignHost(at, null);
    await plan();
    await command('resume', id);
    expect(await goalOf(id)).toMatchObject({ state: 'active', heldCount: 0, agentCount: 5 });
    expect(await work(id)).toEqual([0, 1, 2, 3, 4].map((at) => `${at} ${alpha} 1 0`));
    for (let at = 0; at < 27; at++) await world.assignHost(at, null);
  });

  it('gives way to a job that goes before it', async () => {
    await world.upload(0, ['Alpha Editor 1']);
    await world.upload(1, ['Alpha Editor 3']);
    const wanted = install(alpha, { version: '3.0' });
    const first = await make({ hosts: idsOf(0), priority: 5, title: 'Winter' }, [wanted]);
    const preview = { title: 'x', actions: [remove(alpha)], hosts: idsOf(0) };
    const { body } = await manager.call(goals.preview, { body: preview as never });
    expect(body.conflicts).toEqual([{ goalUuid: first, title: 'Winter', channelTag: alpha }]);
    const second = await make({ hosts: idsOf(0, 1) }, [remove(alpha)]);
    expect(await verdictsOf(second)).toEqual([`0 ${alpha} held`, `1 ${alpha} waits`]);
    expect(await work(second)).toEqual([`1 ${alpha} 2 0`]);
    const { jobs } = (
      await manager.call(why.explain, { params: { id: agentAt(0).agentUuid }, query: { channelTag: alpha } })
    ).body;
    expect(jobs.map((each) => [each.title, each.actionType, each.cause])).toEqual([
      ['Editors', 'Remove', 'It is held by the job "Winter".'],
      ['Winter', 'Install', 'The host gets it at its next check-in.'],
    ]);
  });
});

describe('an edit', () => {
  it('adds and takes out actions and targets, and has a completed job run again [DEP-19] [DEP-21] [DEP-22] [DEP-41]', async () => {
    const id = await make({ hosts: idsOf(0) });
    await end(verified, 0);
    await world.upload(0, ['Alpha Editor 3']);
    await plan();
    expect(await goalOf(id)).toMatchObject({ isCompleted: true });
    expect((await edit(id, { addActions: [install(bravo)], addHosts: idsOf(1) })).body.goal).toMatchObject({
      isCompleted: false,
      state: 'active',
      agentCount: 2,
    });
    expect(await work(id)).toEqual([`0 ${alpha} 1 3`, `0 ${bravo} 1 0`, `1 ${alpha} 1 0`, `1 ${bravo} 1 0`]);
    await edit(id, { actions: [install(alpha)], removeHosts: idsOf(0) });
    expect(await work(id)).toEqual([`0 ${alpha} 1 3`, `0 ${bravo} 1 5`, `1 ${alpha} 1 0`, `1 ${bravo} 1 5`]);
    const { actions } = await goalOf(id);
    expect(actions.map((each) => [each.channelTag, each.isEnabled])).toEqual([
      [alpha, true],
      [bravo, false],
    ]);
    // Wanted again, it is the same action.
    await edit(id, { addActions: [install(bravo)] });
    expect((await goalOf(id)).actions.map((each) => [each.goalActionId, each.isEnabled])).toEqual(
      actions.map((each) => [each.goalActionId, true]),
    );
  });

  it('is refused on a job that somebody else changed meanwhile, and without any action or target', async () => {
    const id = await make({ hosts: idsOf(0) });
    const at = (serialNumber: number, more: object) =>
      manager.call(goals.edit, { params: { id }, body: { serialNumber, ...more } as never });
    expect((await at(1, { title: 'Other', comment: 'y', priority: 3, isMultishot: true })).status).toBe(200);
    expect((await at(1, { title: 'Late' })).status).toBe(409);
    expect(await goalOf(id)).toMatchObject({ title: 'Other', priority: 3, jobType: 'multishot', serialNumber: 2 });
    expect((await at(2, { removeHosts: idsOf(0) })).status).toBe(400);
    expect((await at(2, { actions: [] })).status).toBe(400);
    expect(await goalOf(id)).toMatchObject({ serialNumber: 2, agentCount: 1, actions: [{ isEnabled: true }] });
    expect((await at(2, { isMultishot: true, isSingleshot: true })).status).toBe(400);
    const verbs = await world.sql(`select verb from audit_entries where object_id = $1 order by seq`, [id]);
    expect(verbs.map((row) => row.verb)).toEqual(['goal.create', 'goal.edit']);
  });
});

describe('the calls about jobs', () => {
  it('make one from title, comment, actions, targets and type, and say whom it reaches [DEP-11] [DEP-27] [DEP-58] [DEP-59]', async () => {
    const [group, tag] = [await world.makeGroup('Made group'), await world.makeTag('Made tag')];
    await world.assignHost(1, group, []);
    await world.assignHost(2, null, [tag]);
    for (const [endpoint, starts] of [
      [goals.deploy, 'now'],
      [goals.schedule, 'inspection'],
    ] as const) {
      const { body } = await manager.call(endpoint, {
        body: {
          title: 'Players',
          comment: 'For the course',
          actions: [install(bravo)],
          hosts: idsOf(0),
          groups: [group],
          tags: [tag],
          isOngoing: true,
          isMultishot: true,
        },
      });
      expect(body).toEqual({
        result: 'submitted',
        goalUuid: expect.any(String),
        agentCount: 3,
        unsupportedAgentCount: 0,
        oldAgentCount: 0,
        isUpdateOnly: false,
        conflicts: [],
      });
      const goal = await goalOf(body.goalUuid ?? '');
      expect(goal).toMatchObject({ title: 'Players', comment: 'For the course', starts, jobType: 'ongoing' });
      expect(goal).toMatchObject({ hostTargetCount: 1, groupTargets: [group], tagTargets: [tag], agentCount: 3 });
      const whole = await read(body.goalUuid ?? '');
      expect(whole).toMatchObject({
        goal: { goalUuid: body.goalUuid, agentTargets: idsOf(0), actions: [{ channelTag: bravo }] },
        achievements: { countAchieved: 0, countFailed: 0, countOpen: 0 },
      });
    }
    for (const jobType of ['ongoing', 'multishot', 'singleshot'] as const) {
      const { body } = await manager.call(goals.deploy, {
        body: { title: jobType, actions: [install(bravo)], hosts: idsOf(0), jobType },
      });
      expect((await goalOf(body.goalUuid ?? '')).jobType).toBe(jobType);
    }
    const both = { isMultishot: true, isSingleshot: true };
    const { status } = await manager.call(goals.deploy, {
      body: { title: 'x', actions: [install(alpha)], hosts: idsOf(0), ...both },
    });
    expect(status).toBe(400);
    const none = await manager.call(goals.deploy, {
      body: { title: 'x', actions: [install('nothing-like-it')], hosts: idsOf(0) },
    });
    expect(none.body).toMatchObject({ result: 'no-supported-hosts', goalUuid: null, unsupportedAgentCount: 1 });
    await world.assignHost(1, null);
    await world.assignHost(2, null);
  });

  it('change every part of one, and sort its actions by priority [DEP-12] [DEP-13] [DEP-62] [DEP-68]', async () => {
    const [first, second] = [await world.makeGroup('First'), await world.makeGroup('Second')];
    const [one, two] = [await world.makeTag('One'), await world.makeTag('Two')];
    const id = await make({ hosts: idsOf(0), groups: [first], tags: [one] });
    const changed = await edit(id, {
      title: 'New title',
      comment: 'New comment',
      actions: [install(alpha, { priority: 1 })],
      addActions: [remove(bravo)].map((each) => ({ ...each, priority: 7 })),
      addHosts: idsOf(1, 2),
      removeHosts: idsOf(0),
      addGroups: [second],
      removeGroups: [first],
      addTags: [two],
      removeTags: [one],
      isOngoing: true,
      isMultishot: true,
      isSingleshot: false,
      priority: 4,
    });
    expect(changed.body.goal).toMatchObject({
      title: 'New title',
      comment: 'New comment',
      hostTargetCount: 2,
      groupTargets: [second],
      tagTargets: [two],
      isOngoing: true,
      isMultishot: true,
      isSingleshot: false,
      jobType: 'ongoing',
      priority: 4,
      isEnabled: true,
      isCompleted: false,
    });
    expect(changed.body.goal.actions.map((each) => [each.channelTag, each.priority])).toEqual([
      [bravo, 7],
      [alpha, 1],
    ]);
    expect((await edit(id, { goalCommand: 'abort' })).body.goal).toMatchObject({ isEnabled: false, state: 'stopped' });
    expect((await edit(id, { goalCommand: 'resume' })).body.goal).toMatchObject({ isEnabled: true, state: 'active' });
    expect((await edit(id, { isEnabled: false })).body.goal).toMatchObject({ isEnabled: false });
    expect((await edit(id, { isEnabled: true })).body.goal).toMatchObject({ isEnabled: true });
    expect((await edit(id, { isCompleted: true })).body.goal).toMatchObject({ isCompleted: true, state: 'completed' });
    expect((await edit(id, { isCompleted: false })).body.goal).toMatchObject({ isCompleted: false, state: 'active' });
  });

  it('stop and resume several, and give back those that the list then shows [DEP-63]', async () => {
    const [one, two] = [await make({ hosts: idsOf(0) }), await make({ hosts: idsOf(1) }, [install(bravo)])];
    const jobs = { goals: [one, two] };
    const stopped = await manager.call(goals.abort, { body: { ...jobs, showStatus: 'stopped' } });
    expect(stopped.body.goals.map((each) => [each.goalUuid, each.state])).toEqual([
      [two, 'stopped'],
      [one, 'stopped'],
    ]);
    const shown = await manager.call(goals.resume, { body: { ...jobs, showStatus: 'active', channelTag: bravo } });
    expect(shown.body.goals.map((each) => [each.goalUuid, each.state])).toEqual([[two, 'active']]);
    expect(await goalOf(one)).toMatchObject({ state: 'active' });
    expect((await manager.call(goals.resume, { body: { ...jobs, showStatus: 'stopped' } })).status).toBe(409);
  });

  it('read one with its tags, groups, hosts, applications and achievements [DEP-17] [DEP-18] [DEP-61]', async () => {
    const [group, tag] = [await world.makeGroup('Read group'), await world.makeTag('Read tag')];
    await world.assignHost(1, group, [tag]);
    await world.upload(1, ['Alpha Editor 3']);
    const id = await make({ hosts: idsOf(0), groups: [group], tags: [tag] });
    const { goal, tags, groups, agents, channels, goalActionAchievements } = await read(id);
    const [action] = goal.actions;
    expect(action).toMatchObject({ countAchieved: 1, countNotAchieved: 1, countDoneHosts: 1, countNotDoneHosts: 1 });
    expect([tags, groups]).toEqual([[{ tagUuid: tag, tagName: 'Read tag' }], [{ uuid: group, title: 'Read group' }]]);
    expect(agents.map((each) => each.agentUuid)).toEqual(idsOf(0));
    expect(channels).toEqual([{ channelTag: alpha, title: 'Alpha Editor' }]);
    expect(goalActionAchievements.find((each) => each.isAchieved)).toEqual({
      agentUuid: agentAt(1).agentUuid,
      groupUuid: group,
      tagUuids: [tag],
      hostName: expect.any(String),
      agentFlags: expect.any(Number),
      goalActionId: action?.goalActionId,
      isAchieved: true,
      isAgentTarget: false,
      isGroupTarget: true,
      isTagTarget: true,
    });
    await world.assignHost(1, null);
  });
});

describe('lists of jobs', () => {
  it('are narrowed by host, group, job, application and state [DEP-60] [DEP-65]', async () => {
    const above = await world.makeGroup('Above');
    const below = await world.makeGroup('Below', above);
    await world.assignHost(2, below);
    const one = await make({ hosts: idsOf(0) });
    const two = await make({ groups: [above] }, [install(bravo)]);
    await command('abort', two);
    const list = async (query: object) =>
      (await manager.call(goals.list, { query: query as never })).body.goals.map((each) => each.goalUuid);
    expect(await list({})).toEqual([two, one]);
    expect(await list({ agentUuid: agentAt(2).agentUuid })).toEqual([two]);
    expect(await list({ groupUuid: below })).toEqual([two]);
    expect(await list({ goalUuid: one })).toEqual([one]);
    expect(await list({ channelTag: alpha })).toEqual([one]);
    expect(await list({ showStatus: 'stopped' })).toEqual([two]);
    expect(await list({ showStatus: 'active' })).toEqual([one]);
    const params = { id: agentAt(0).agentUuid };
    expect((await manager.call(goals.ofHost, { params, query: {} as never })).body.goals).toMatchObject([
      { goalUuid: one },
    ]);
    const ofGroup = await manager.call(goals.ofGroup, { params: { id: below }, query: {} as never });
    expect(ofGroup.body.goals).toMatchObject([{ goalUuid: two, groupTargets: [above] }]);
    await world.assignHost(2, null);
  });
});
