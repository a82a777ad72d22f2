import { randomUUID } from 'node:crypto';
import { activities } from '@patchkeep/contract/activities';
import { agentApi, type WorkResult } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import { restarts } from '@patchkeep/contract/restarts';
import { tagKind, tags } from '@patchkeep/contract/tags';
import { activityLabel } from '@patchkeep/rules/activity-label';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '../../../platform/db/tenant.ts';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { raiseSigner, type RaisedSigner } from '../../../testkit/signed-packages.ts';
import { noteWork } from '../../hosts/public.ts';
import { plan } from '../planning/plan.jobs.ts';
import { insertTasks } from './tasks.repository.ts';

let app: TestApp;
let manager: TestClient;
let signer: RaisedSigner;
let host: TestAgent;
let siteId: string;
let taskId: string;
const start = new Date('2026-11-15T09:00:00Z');
const at = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
const clock = { now: start };
const later = (minutes: number): void => {
  clock.now = app.clock.now = at(minutes);
};

beforeAll(async () => {
  signer = await raiseSigner(() => clock.now);
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files } });
});
afterAll(async () => {
  await app.close();
  await signer.close();
});

/** A removal nobody decided about, so that the plan leaves it alone. */
const giveWork = async (): Promise<void> => {
  taskId = randomUUID();
  const { customerUuid, agentUuid } = host;
  await withTenant(jobTools(app).pool, { customerId: customerUuid, siteIds: [siteId], actorId: null }, async (tx) => {
    const about = { kind: 2, channel_tag: 'seven', from_version: '1.0', to_version: '', statement_hash: null };
    const keys = { customer_id: customerUuid, site_id: siteId, task_id: taskId, host_id: agentUuid };
    await insertTasks(tx, [{ ...keys, ...about, options: {} }], app.clock.now);
    await noteWork(tx, customerUuid, [agentUuid], app.clock.now);
  });
};
beforeEach(async () => {
  later(0);
  manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 'w', useCap: 9 } })).body;
  host = new TestAgent(app);
  await host.enrol(secret);
  await giveWork();
});

const fetchWork = async () =>
  (await host.send(host.sign(agentApi.work, { lineage: host.lineage }))).body.deliveries as {
    task: string;
    attempt: number;
    epoch: number;
  }[];
const tell = (result: Partial<WorkResult>) =>
  host.send(
    host.sign(agentApi.results, {
      lineage: host.lineage,
      results: [
        {
          task: taskId,
          attempt: 1,
          endedAt: app.clock.now.toISOString(),
          result: 'pending',
          pkgResult: null,
          exitCode: null,
          cause: '',
          isDiskFull: false,
          ...result,
        },
      ],
    }),
  );
/** Fetched, and told to wait. */
const waitFor = async (awaits: NonNullable<WorkResult['awaits']>, cause: string) => {
  const [delivery] = await fetchWork();
  expect(delivery).toMatchObject({ task: taskId, attempt: 1 });
  await tell({ awaits, cause, ...(delivery && { epoch: delivery.epoch }) });
};
const activity = async () => {
  const query = { hostUuid: host.agentUuid } as never;
  const [mine] = (await manager.call(activities.packages, { query })).body.activities;
  if (!mine) throw new Error('No activity');
  return mine;
};

describe('work that waits at its host', () => {
  it('for a restart says so, since when, and goes on once the host has started again [ACT-21]', async () => {
    await waitFor('boot', 'Windows has a restart pending.');
    expect(activityLabel(await activity())).toBe('Reboot Required');
    later(31);
    await waitFor('boot', 'Windows has a restart pending.');
    expect(await activity()).toMatchObject({
      result: 'pending',
      isTask: true,
      isAwaitingBoot: true,
      isAwaitingLogin: false,
      isAwaitingRegistration: false,
      cause: 'Windows has a restart pending.',
      attempt: 0,
      awaitedSince: start.toISOString(),
      nextAttempt: at(61).toISOString(),
    });
    later(32);
    await plan.run({}, jobTools(app));
    expect(await fetchWork()).toEqual([]);
    host.facts.bootTime = at(33).toISOString();
    later(34);
    await host.checkIn();
    await plan.run({}, jobTools(app));
    expect(await fetchWork()).toMatchObject([{ task: taskId, attempt: 1 }]);
    expect(await activity()).toMatchObject({ isAwaitingBoot: false, awaitedSince: null });
  });

  it('for a sign-in is Pending User Login, unless its registration is awaited too [ACT-22]', async () => {
    await waitFor('login', 'ana must sign in.');
    expect(await activity()).toMatchObject({ isAwaitingLogin: true, cause: 'ana must sign in.' });
    expect(activityLabel(await activity())).toBe('Pending User Login');
    await app.database
      .pool('postgres')
      .query('update hosts set quarantined_at = now() where host_id = $1', [host.agentUuid]);
    expect(await activity()).toMatchObject({ isAwaitingLogin: true, isAwaitingRegistration: true });
    expect(activityLabel(await activity())).toBe('Pending');
  });

  it('for its registration is pending and says why', async () => {
    await waitFor('registration', 'This host must enrol anew.');
    expect(await activity()).toMatchObject({ isAwaitingRegistration: true, cause: 'This host must enrol anew.' });
    expect(activityLabel(await activity())).toBe('Pending');
  });

  it('for an open application is App Restart Required, and names it', async () => {
    await waitFor('appRestart', 'seven.exe is open.');
    expect(await activity()).toMatchObject({ result: 'pendingAppRestart', cause: 'seven.exe is open.' });
    expect(activityLabel(await activity())).toBe('App Restart Required');
  });

  it('is not moved by what an earlier lease says, though both were the first attempt', async () => {
    const [first] = await fetchWork();
    await tell({ awaits: 'login', ...(first && { epoch: first.epoch }) });
    later(16);
    const [second] = await fetchWork();
    expect([first?.attempt, second?.attempt]).toEqual([1, 1]);
    await tell({ awaits: 'login', ...(first && { epoch: first.epoch }) });
    expect((await activity()).result).toBe('attempting');
    await tell({ result: 'tentative', exitCode: 0, pkgResult: 'Success', ...(second && { epoch: second.epoch }) });
    expect((await activity()).result).toBe('tentative');
  });
});

describe('the restart of a host, beside its work', () => {
  it('is told with the work, and follows the site when its restart tag is gone [ACT-09]', async () => {
    const body = { tagName: 'Day', tagKind: tagKind.RestartTag, restartSettings: { secondsUntilForce: 86_400 } };
    const { tagUuid } = (await manager.call(tags.create, { body })).body;
    await manager.call(restarts.requestOfHost, { params: { id: host.agentUuid, tag: tagUuid } });
    expect(await activity()).toMatchObject({
      lastBootRequestTime: start.toISOString(),
      rebootDeadline: start.toISOString(),
      restartState: 'Requested',
      restartTagUuid: tagUuid,
    });
    /** Heard of now, and written down. */
    const seenAt = async (minutes: number) => {
      later(minutes);
      manager = await app.signIn('manager');
      await host.checkIn();
      const seen = async () => (await manager.call(hosts.read, { params: { id: host.agentUuid } })).body.lastSeen;
      await expect.poll(seen).toBe(at(minutes).toISOString());
      return (await activity()).restartState;
    };
    await manager.call(tags.remove, { params: { id: tagUuid } });
    // An hour is what the site says: neither the day of the tag nor no time at all.
    expect(await seenAt(10)).toBe('Requested');
    expect((await activity()).restartTagUuid).toBeNull();
    expect(await seenAt(62)).toBe('Failed');
  });
});
