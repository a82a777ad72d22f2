import { randomBytes, randomUUID } from 'node:crypto';
import { activities } from '@patchkeep/contract/activities';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { goals } from '@patchkeep/contract/goals';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../platform/db/global.ts';
import { openFileStore } from '../../platform/files/file-store.ts';
import type { TestAgent } from '../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { raiseSigner, type RaisedSigner } from '../../testkit/signed-packages.ts';
import { importPackage, prove } from '../patching/public.ts';
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
  await world.settle(1, lab);
  const content = randomBytes(100);
  const envelope = signer.vouchFor(content, { channelTag, version: '3.0' });
  await importPackage(
    { db: globalQueries(jobTools(app).pool), files: openFileStore(signer.files), root: signer.root },
    envelope,
    (async function* () {
      yield content;
    })(),
  );
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
    expect(seen.body).toEqual({ agentCount: 1, unsupportedAgentCount: 0 });
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
    await prove.run({ customerId: world.customerId }, jobTools(app));
    expect((await read()).achievements).toEqual({ countAchieved: 1, countFailed: 0, countOpen: 1 });
    expect((await read()).goal).toMatchObject({ title: 'Editors', agentCount: 2, writtenCount: 2 });
  });

  it('removes, which is proven when no inventory shows it any more [ACT-19]', async () => {
    const { body } = await make({ hosts: [agentAt(0).agentUuid] }, 'Remove');
    await write(body.goalUuid);
    expect(await workOff(0)).toEqual(['Uninstalling']);
    expect(await labelsOf(0)).toEqual(['Uninstalled']);
    await world.upload(0, []);
    await prove.run({ customerId: world.customerId }, jobTools(app));
    expect((await tasksOf(body.goalUuid)).map(({ state }) => state)).toEqual([3]);
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
});
