import { randomUUID } from 'node:crypto';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { tags } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '../../../platform/db/tenant.ts';
import { copy, TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { raiseSigner, type RaisedSigner } from '../../../testkit/signed-packages.ts';
import { noteWork } from '../../hosts/public.ts';
import { plan } from '../planning/plan.jobs.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { insertTasks, restartKind } from '../tasks/tasks.repository.ts';

let app: TestApp;
let manager: TestClient;
let signer: RaisedSigner;
let host: TestAgent;
let siteId: string;
const start = new Date('2026-11-15T09:00:00Z');
const at = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
const clock = { now: start };
const later = (minutes: number): void => {
  clock.now = app.clock.now = at(minutes);
};
/** Tonight, later than what a server believes of a host without looking again, and sooner than a session ends. */
const tonight = 45;

beforeAll(async () => {
  signer = await raiseSigner(() => clock.now);
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files } });
});
afterAll(async () => {
  await app.close();
  await signer.close();
});
beforeEach(async () => {
  later(0);
  manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 'w', useCap: 9 } })).body;
  host = new TestAgent(app);
  await host.enrol(secret);
});

const sql = async (text: string, values: unknown[] = []) =>
  (await app.database.pool('postgres').query(text, values)).rows as Record<string, unknown>[];
const workAt = async () => (await sql('select work_at from hosts where host_id = $1', [host.agentUuid]))[0];

/** A piece of work that is ready at that minute, of which its host is told now. */
const give = async (readyAt: number, kind = 2): Promise<string> => {
  const taskId = randomUUID();
  const { customerUuid, agentUuid } = host;
  await withTenant(jobTools(app).pool, { customerId: customerUuid, siteIds: [siteId], actorId: null }, async (tx) => {
    const about = { kind, channel_tag: taskId, from_version: '1.0', to_version: '', statement_hash: null };
    const keys = { customer_id: customerUuid, site_id: siteId, task_id: taskId, host_id: agentUuid };
    await insertTasks(tx, [{ ...keys, ...about, options: {} }], at(readyAt));
    await noteWork(tx, customerUuid, [agentUuid], clock.now);
  });
  return taskId;
};
const fetchWork = async (held?: string[]): Promise<string[]> => {
  const body = { lineage: host.lineage, ...(held && { held }) };
  const { deliveries } = (await host.send(host.sign(agentApi.work, body))).body;
  return (deliveries as { task: string }[]).map(({ task }) => task);
};
const isAsked = async (): Promise<boolean> => (await host.checkIn()).body.isWorkWaiting === true;
/** Past what the server believes of the host, so that it reads the host again. */
const lookAgain = 16;

describe('a host is told of its work from the time it can begin', () => {
  it('and not at every check-in before: who looked in vain is asked when the earliest piece is ready', async () => {
    await give(tonight + 60);
    const first = await give(tonight);
    later(1);
    expect(await isAsked()).toBe(true);
    expect(await fetchWork()).toEqual([]);
    expect(await workAt()).toEqual({ work_at: at(tonight) });
    expect(await isAsked()).toBe(false);
    // Another process, or this one once it reads the host again, says the same.
    later(1 + lookAgain);
    expect(await isAsked()).toBe(false);
    later(tonight);
    expect(await isAsked()).toBe(true);
    expect(await fetchWork()).toEqual([first]);
  });

  it('and no longer once nothing waits at all', async () => {
    const { customerUuid, agentUuid } = host;
    await withTenant(jobTools(app).pool, { customerId: customerUuid, siteIds: [siteId], actorId: null }, (tx) =>
      noteWork(tx, customerUuid, [agentUuid], clock.now),
    );
    expect(await fetchWork()).toEqual([]);
    expect(await workAt()).toEqual({ work_at: null });
  });

  it('and as long as it has work in hand: only by asking can it say that it lost it', async () => {
    const taskId = await give(0);
    expect(await fetchWork()).toEqual([taskId]);
    later(5);
    expect(await fetchWork([taskId])).toEqual([]);
    expect(await isAsked()).toBe(true);
    expect(await fetchWork([])).toEqual([taskId]);
  });

  it('and at once for what is planned meanwhile', async () => {
    await give(tonight);
    await fetchWork();
    later(2);
    const urgent = await give(2);
    expect(await workAt()).toMatchObject({ work_at: at(2) });
    later(2 + lookAgain);
    expect(await isAsked()).toBe(true);
    expect(await fetchWork()).toEqual([urgent]);
  });

  it('and at once for a restart that is to be asked about again, though nothing waited before', async () => {
    const taskId = await give(0, restartKind);
    // The host went down while it asked: nobody knows what became of it.
    await sql('update tasks set state = $2, attempt = 1 where task_id = $1', [taskId, taskState.unknown]);
    expect(await fetchWork()).toEqual([]);
    expect(await workAt()).toMatchObject({ work_at: null });
    later(3);
    await plan.run({}, jobTools(app));
    expect(await workAt()).toMatchObject({ work_at: at(3) });
  });
});

describe('Inspect & Update', () => {
  it('of hosts, groups and tags lets work that waits for its time begin at once [HOST-13]', async () => {
    const group = (await manager.call(groups.create, { body: { title: `Of ${host.agentUuid}` } })).body;
    const tag = (await manager.call(tags.create, { body: { tagName: `Of ${host.agentUuid}` } })).body;
    const selection = { hosts: [host.agentUuid] };
    await manager.call(hosts.move, { body: { selection, groupUuid: group.uuid } });
    await manager.call(tags.changeHosts, { body: { hosts: selection, addTags: [tag.tagUuid], removeTags: [] } });
    const ways = [
      () => manager.call(hosts.inspect, { body: selection }),
      () => manager.call(groups.inspect, { params: { id: group.uuid } }),
      () => manager.call(tags.inspect, { params: { id: tag.tagUuid } }),
    ];
    host.software = [copy('Seven', '1.0')];
    for (const [index, inspect] of ways.entries()) {
      const inspectedRevision = index + 1;
      await host.upload({ inspectedRevision });
      const taskId = await give(600);
      const restart = await give(600, restartKind);
      await fetchWork();
      later(index + 1);
      expect(await isAsked()).toBe(false);
      expect((await inspect()).body).toMatchObject({ success: true, count: 1 });
      // Word of it goes round by the bus, within a moment.
      await expect.poll(isAsked).toBe(true);
      expect((await host.checkIn()).body.inspectRevision).toBe(inspectedRevision + 1);
      expect(await fetchWork()).toEqual([taskId]);
      await sql('update tasks set state = $3 where task_id in ($1, $2)', [taskId, restart, taskState.verified]);
    }
  });

  it('does not hurry work that waits for something at its host', async () => {
    const taskId = await give(600);
    await sql('update tasks set awaits = 2 where task_id = $1', [taskId]);
    await fetchWork();
    await manager.call(hosts.inspect, { body: { hosts: [host.agentUuid] } });
    expect(await workAt()).toMatchObject({ work_at: at(600) });
  });
});
