import { randomUUID } from 'node:crypto';
import { activities } from '@patchkeep/contract/activities';
import { activityLog } from '@patchkeep/contract/activity-log';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { goals } from '@patchkeep/contract/goals';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { importVouched, raiseSigner, type RaisedSigner } from '../../testkit/signed-packages.ts';
import { verify } from '../patching/public.ts';
import { writeGoal } from './goals.jobs.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
let signer: RaisedSigner;
let siteId: string;
let lab: string;
const channelTag = 'alpha-editor';

beforeAll(async () => {
  signer = await raiseSigner(() => new Date('2026-11-15T09:00:00Z'));
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files } });
  app.clock.now = new Date('2026-11-15T09:00:00Z');
  manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  world = await approvalWorld(app, manager, 3);
  lab = await world.makeGroup('Lab');
  await world.upload(0, ['Alpha Editor 1']);
  // A job waits until its host was inspected.
  await world.upload(1, []);
  await world.upload(2, []);
  await world.assignHost(1, lab);
  await importVouched(app, signer, { channelTag, version: '3.0', isInstallable: true });
});
afterAll(async () => {
  await app.close();
  await signer.close();
});

const agentAt = (at: number): TestAgent => world.agents[at] as TestAgent;
const make = (more: object, actionType: 'Install' | 'Remove' = 'Install') =>
  manager.call(goals.deploy, {
    body: { title: 'Editors', actions: [{ channelTag, actionType }], ...more } as never,
  });
const write = (goalId: string | null) =>
  writeGoal.run({ customerId: world.customerId, siteId, goalId: goalId ?? '' }, jobTools(app));
const tasksOf = (goalId: string | null) =>
  world.sql('select host_id, kind, to_version, state from tasks where goal_id = $1', [goalId]);
const labelsOf = async (at: number) => {
  const { body } = await manager.call(activities.packages, { query: { hostUuid: agentAt(at).agentUuid } as never });
  return body.activities.map((each) => activityLabel(each));
};
/** The host fetches its work and says that it went well. */
const workOff = async (at: number) => {
  const agent = agentAt(at);
  const { deliveries } = (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body;
  const labels = await labelsOf(at);
  const results = deliveries.map(({ task, attempt }: { task: string; attempt: number }) => ({
    task,
    attempt,
    endedAt: app.clock.now.toISOString(),
    result: 'tentative',
    pkgResult: 'Success',
    exitCode: 0,
    cause: '',
    isDiskFull: false,
  }));
  await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results } as never));
  return labels;
};

describe('a deployment job', () => {
  it('needs the module, besides the right to make changes', async () => {
    const set = (isOn: boolean) =>
      world.sql('update customers set is_software_deployment_enabled = $1 where customer_id = $2', [
        isOn,
        world.customerId,
      ]);
    const later = () => {
      app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    };
    await set(false);
    later();
    expect((await make({ hosts: [agentAt(0).agentUuid] }, 'Remove')).status).toBe(403);
    expect(await world.sql('select goal_id from goals where site_id = $1', [siteId])).toEqual([]);
    await set(true);
    later();
  });

  it('needs an application and targets, and says whom it would reach [DEP-46] [DEP-47]', async () => {
    const bodyless = await manager.call(goals.deploy, { body: { title: 'x', actions: [] } as never });
    expect(bodyless.status).toBe(400);
    expect(JSON.stringify(bodyless.body)).toContain('No Applications selected for installation or uninstallation');
    const nobody = await make({});
    expect(nobody.status).toBe(400);
    expect(JSON.stringify(nobody.body)).toContain('No targets selected for software deployment job');
    expect((await make({ hosts: [randomUUID()] })).status).toBe(404);
    const seen = await manager.call(goals.preview, {
      body: { title: 'x', actions: [{ channelTag, actionType: 'Install' }], groups: [lab] } as never,
    });
    expect(seen.body).toEqual({
      agentCount: 1,
      unsupportedAgentCount: 0,
      oldAgentCount: 0,
      isUpdateOnly: false,
      conflicts: [],
    });
    const unknown = await make({ actions: [{ channelTag: 'nothing-like-it', actionType: 'Install' }], groups: [lab] });
    expect(unknown.body).toMatchObject({ result: 'no-supported-hosts', goalUuid: null, unsupportedAgentCount: 1 });
    expect((await make({ groups: [lab], expectedCount: 7 })).status).toBe(409);
  });

  it('installs on chosen hosts and those of groups, once, until an inventory shows it [DEP-01] [ACT-19]', async () => {
    const { body } = await make({ groups: [lab], hosts: [agentAt(2).agentUuid], comment: 'for the course' });
    expect(body).toMatchObject({ result: 'submitted', agentCount: 2, unsupportedAgentCount: 0 });
    await write(body.goalUuid);
    await write(body.goalUuid);
    expect((await tasksOf(body.goalUuid)).map(({ kind, to_version }) => [kind, to_version])).toEqual([
      [1, '3.0'],
      [1, '3.0'],
    ]);
    expect(await labelsOf(1)).toEqual(['Pending']);
    expect(await workOff(1)).toEqual(['Installing']);
    expect(await labelsOf(1)).toEqual(['Installed']);
    const read = async () => (await manager.call(goals.read, { params: { id: body.goalUuid ?? '' } })).body;
    expect((await read()).achievements).toEqual({ countAchieved: 0, countFailed: 0, countOpen: 2 });
    await world.upload(1, ['Alpha Editor 3']);
    await verify.run({ customerId: world.customerId }, jobTools(app));
    expect((await read()).achievements).toEqual({ countAchieved: 1, countFailed: 0, countOpen: 1 });
    expect((await read()).goal).toMatchObject({ title: 'Editors', agentCount: 2, writtenCount: 2 });
  });

  it('removes, which is verified when no inventory shows it any more [ACT-19]', async () => {
    const { body } = await make({ hosts: [agentAt(0).agentUuid] }, 'Remove');
    await write(body.goalUuid);
    expect(await workOff(0)).toEqual(['Uninstalling']);
    expect(await labelsOf(0)).toEqual(['Uninstalled']);
    await world.upload(0, []);
    await verify.run({ customerId: world.customerId }, jobTools(app));
    expect((await tasksOf(body.goalUuid)).map(({ state }) => state)).toEqual([3]);
  });

  it('has an activity of its own, by application, job, group and host [ACT-29] [DEP-64]', async () => {
    const of = async (query: object) => {
      const { status, body } = await manager.call(goals.activities, { query: query as never });
      expect(status).toBe(200);
      return body.activities.map((each) => `${each.hostName} ${activityLabel(each)}`).toSorted();
    };
    const [removal, installation] = (await manager.call(goals.list, { query: {} as never })).body.goals;
    const hosts = await world.sql('select host_id, host_name from hosts where customer_id = $1', [world.customerId]);
    const names = [0, 1, 2].map((at) => hosts.find((host) => host.host_id === agentAt(at).agentUuid)?.host_name);
    const removed = `${names[0]} Uninstalled`;
    const [done, open] = [`${names[1]} Installed`, `${names[2]} Pending`];
    expect(await of({})).toEqual([removed, done, open].toSorted());
    expect(await of({ channelTag })).toHaveLength(3);
    expect(await of({ channelTag: 'beta-editor' })).toEqual([]);
    expect(await of({ goalUuid: removal?.goalUuid })).toEqual([removed]);
    expect(await of({ goalUuid: installation?.goalUuid })).toEqual([done, open].toSorted());
    expect(await of({ groupUuid: lab })).toEqual([done]);
    expect(await of({ hostUuid: agentAt(2).agentUuid })).toEqual([open]);
    const { body } = await manager.call(goals.activities, { query: { limit: '2' } as never });
    expect(body.activities.map((each) => each.goalTitle)).toEqual(['Editors', 'Editors']);
    const rest = await manager.call(goals.activities, { query: { limit: '2', older: body.older } as never });
    expect(rest.body).toMatchObject({ activities: [{ goalTitle: 'Editors' }], older: null });
  });

  it('stands in one of four activity logs: of users, of the system, of packages and of jobs [ACT-01]', async () => {
    const admin = await app.signIn('admin');
    const ofUsers = (await manager.call(activityLog.account, { query: { verb: 'goal.create' } as never })).body;
    expect(ofUsers.activities).toHaveLength(2);
    const ofSystem = (await admin.call(activityLog.system, { query: {} as never })).body;
    expect(ofSystem.activities.length).toBeGreaterThan(0);
    const ofPackages = (await manager.call(activities.packages, { query: {} as never })).body;
    const ofJobs = (await manager.call(goals.activities, { query: {} as never })).body;
    expect([ofPackages.activities.length, ofJobs.activities.length]).toEqual([3, 3]);
  });

  it('is listed newest first, page by page, and audited', async () => {
    const first = (await manager.call(goals.list, { query: { limit: '1' } as never })).body;
    const second = (await manager.call(goals.list, { query: { limit: '1', cursor: first.nextCursor } as never })).body;
    expect([...first.goals, ...second.goals].map(({ actions }) => actions[0]?.actionType)).toEqual([
      'Remove',
      'Install',
    ]);
    expect(second.nextCursor).toBeNull();
    expect(await world.sql(`select verb from audit_entries where verb = 'goal.create'`)).toHaveLength(2);
  });

  it('does not install what was vouched for as an update only, and says so before', async () => {
    const updateOnly = 'bravo-player';
    await importVouched(app, signer, { channelTag: updateOnly, version: '3.0' });
    const job = (actionType: 'Install' | 'Remove') =>
      ({ title: 'x', actions: [{ channelTag: updateOnly, actionType }], groups: [lab] }) as never;
    const seen = async (actionType: 'Install' | 'Remove') =>
      (await manager.call(goals.preview, { body: job(actionType) })).body;
    expect(await seen('Install')).toEqual({
      agentCount: 0,
      unsupportedAgentCount: 1,
      oldAgentCount: 0,
      isUpdateOnly: true,
      conflicts: [],
    });
    expect(await seen('Remove')).toEqual({
      agentCount: 1,
      unsupportedAgentCount: 0,
      oldAgentCount: 0,
      isUpdateOnly: false,
      conflicts: [],
    });
    const { body } = await manager.call(goals.deploy, { body: job('Install') });
    expect(body).toMatchObject({ result: 'no-supported-hosts', goalUuid: null, isUpdateOnly: true });
    expect(await world.sql('select task_id from tasks where channel_tag = $1', [updateOnly])).toEqual([]);
    // The newest that may be installed is taken, though a newer one may not.
    await importVouched(app, signer, { channelTag: updateOnly, version: '2.0', release: 0, isInstallable: true });
    const made = await manager.call(goals.deploy, { body: job('Install') });
    await write(made.body.goalUuid);
    expect((await tasksOf(made.body.goalUuid)).map(({ kind, to_version }) => [kind, to_version])).toEqual([[1, '2.0']]);
  });
});
