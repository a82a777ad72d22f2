import { randomBytes, randomUUID } from 'node:crypto';
import { agentApi, type WorkResult } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { dashboards } from '@patchkeep/contract/dashboards';
import { judge, type Trust } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, signersOf } from '@patchkeep/orders/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '../../platform/db/tenant.ts';
import { copy, TestAgent } from '../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { jobTools, matchNew } from '../../testkit/jobs.ts';
import { importVouched, raiseSigner, type RaisedSigner } from '../../testkit/signed-packages.ts';
import { noteWork } from '../hosts/public.ts';
import { taskState } from './tasks/task-state.rules.ts';
import { insertTasks } from './tasks/tasks.repository.ts';
import { verify } from './verification/verify.jobs.ts';

let app: TestApp;
let manager: TestClient;
let signer: RaisedSigner;
let host: TestAgent;
let siteId: string;
let statementHash: Buffer;
const clock = { now: new Date('2026-11-15T09:00:00Z') };
const installer = randomBytes(5_000);
const channelTag = 'seven-of-tests';

let database: ReturnType<TestApp['database']['pool']>;
const sql = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows;

beforeAll(async () => {
  signer = await raiseSigner(() => clock.now);
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files } });
  app.clock.now = clock.now;
  database = app.database.pool('postgres');
  manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  const channel = {
    tag: channelTag,
    name: 'Seven',
    vendor: 'Example',
    wingetIds: [],
    scheme: 'windows',
    cpes: [],
    cnaNames: [],
    describedAs: [],
    installedAs: ['seven'],
    publishers: ['Example'],
  };
  await sql(
    `insert into channels (channel_tag, name, vendor, scheme, winget_ids, cpes, homepage, description, is_driver,
       is_suite_member, is_hidden, is_starter, rules, content_hash)
     values ($1, 'Seven', 'Example', 'windows', '{}', '{}', '', '', false, false, false, false, $2, '')`,
    [channelTag, JSON.stringify(channel)],
  );
  const envelope = await importVouched(app, signer, { channelTag, version: '2.0' }, installer);
  statementHash = Buffer.from(
    readStatement('package', envelope, signersOf(readRoot(signer.root).catalogue)).hash,
    'hex',
  );
});
afterAll(async () => {
  await app.close();
  await signer.close();
});

const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  app.clock.now = clock.now;
};
const tenant = () => ({ customerId: host.customerUuid, siteIds: [siteId], actorId: null });
const taskFor = (taskId: string) => ({
  customer_id: host.customerUuid,
  site_id: siteId,
  task_id: taskId,
  host_id: host.agentUuid,
  kind: 0,
  channel_tag: channelTag,
  from_version: '1.0',
  to_version: '2.0',
  statement_hash: statementHash,
  options: {},
});
const give = async (): Promise<string> => {
  const taskId = randomUUID();
  await withTenant(jobTools(app).pool, tenant(), async (tx) => {
    await insertTasks(tx, [taskFor(taskId)], clock.now);
    await noteWork(tx, host.customerUuid, [host.agentUuid], app.clock.now);
  });
  return taskId;
};
const taskOf = async (taskId: string) => (await sql('select * from tasks where task_id = $1', [taskId]))[0];
const fetchWork = (held?: string[]) =>
  host.send(host.sign(agentApi.work, { lineage: host.lineage, ...(held && { held }) }));
const tell = (result: Partial<WorkResult> & { task: string }) =>
  host.send(
    host.sign(agentApi.results, {
      lineage: host.lineage,
      results: [
        {
          attempt: 1,
          endedAt: clock.now.toISOString(),
          result: 'tentative',
          pkgResult: 'Success',
          exitCode: 0,
          cause: '',
          isDiskFull: false,
          ...result,
        },
      ],
    }),
  );
const verifyNow = () => verify.run({ customerId: host.customerUuid }, jobTools(app));

let enrolled: { trustRoot: string; siteUuid: string };
beforeEach(async () => {
  // Hours pass in these tests; a session does not last that long.
  manager = await app.signIn('manager');
  host = new TestAgent(app);
  const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 'p', useCap: 9 } })).body;
  enrolled = (await host.enrol(secret)).body;
  host.software = [copy('Seven', '1.0')];
  await host.upload();
  await matchNew(app);
});

describe('work for a host', () => {
  it('is said to wait, leased once and signed for this host alone', async () => {
    expect((await host.checkIn()).body.isWorkWaiting).toBeUndefined();
    const taskId = await give();
    later(16);
    expect((await host.checkIn()).body.isWorkWaiting).toBe(true);
    const { deliveries } = (await fetchWork()).body;
    expect(deliveries).toMatchObject([{ task: taskId, attempt: 1 }]);
    const trust: Trust = {
      agent: host.agentUuid,
      site: enrolled.siteUuid,
      root: readRoot(enrolled.trustRoot),
      siteVersion: 0,
      incarnation: 0,
      sequence: 0,
      releases: {},
      latest: 0,
    };
    const policy = { refusedKinds: [], refusedChannels: [] };
    const accepted = judge(deliveries[0], trust, policy, clock.now.getTime());
    expect(accepted.package).toMatchObject({ channelTag, version: '2.0' });
    expect(() => judge(deliveries[0], { ...trust, agent: randomUUID() }, policy, clock.now.getTime())).toThrow(
      'otherAgent',
    );
    expect((await fetchWork()).body.deliveries).toEqual([]);
    const part = await host.send(host.sign(agentApi.file, { sha256: accepted.package?.sha256 ?? '', offset: 0 }));
    expect(Buffer.from(part.body.content, 'base64').equals(installer)).toBe(true);
  });

  it('is leased again when the first holder is silent; a late result of that one still counts', async () => {
    const taskId = await give();
    await fetchWork();
    later(121);
    expect((await fetchWork()).body.deliveries).toMatchObject([{ task: taskId, attempt: 1 }]);
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.leased, attempt: 1, epoch: 1 });
    expect((await tell({ task: taskId, attempt: 1 })).body.acknowledged).toEqual([taskId]);
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.unverified });
  });

  it('that never arrived comes again at once, and not while the host has it in hand', async () => {
    const taskId = await give();
    await fetchWork();
    expect((await fetchWork([taskId])).body.deliveries).toEqual([]);
    expect((await fetchWork([])).body.deliveries).toMatchObject([{ task: taskId, attempt: 1 }]);
  });

  it('planned at the moment a host finds none is not forgotten', async () => {
    await withTenant(jobTools(app).pool, tenant(), (tx) =>
      noteWork(tx, host.customerUuid, [host.agentUuid], app.clock.now),
    );
    let asked: ReturnType<typeof fetchWork> | undefined;
    const taskId = randomUUID();
    await withTenant(jobTools(app).pool, tenant(), async (tx) => {
      await insertTasks(tx, [taskFor(taskId)], clock.now);
      await noteWork(tx, host.customerUuid, [host.agentUuid], app.clock.now);
      asked = fetchWork();
      while ((await sql("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 10));
    });
    expect((await asked)?.body.deliveries).toEqual([]);
    expect(await sql('select work_at from hosts where host_id = $1', [host.agentUuid])).toEqual([
      { work_at: clock.now },
    ]);
  });

  it('counts as an update once it is verified, as a security update when what it replaced was insecure [DASH-19]', async () => {
    const chart = { cardId: 'u', chart: 'updates-bar' as const, periods: 1 };
    const updates = async () => {
      const [card] = (await manager.call(dashboards.instant, { body: { config: { cards: [chart] } } })).body.cards;
      const [point] = card?.chart === 'updates-bar' ? card.points : [];
      return [point?.upgrades ?? -1, point?.securityUpgrades ?? -1];
    };
    const update = async () => {
      const taskId = await give();
      await fetchWork();
      await tell({ task: taskId });
      const before = await updates();
      host.software = [copy('Seven', '2.0')];
      await host.upload();
      await matchNew(app);
      await verifyNow();
      expect(await taskOf(taskId)).toMatchObject({ state: taskState.verified });
      return (await updates()).map((count, i) => count - (before[i] ?? 0));
    };
    host.software = [copy('Seven', '1.0')];
    await host.upload();
    await matchNew(app);
    expect(await update()).toEqual([1, 0]);
    const { rowCount } = await database.query(
      `update version_verdicts set status = 2 where channel_version = '1.0' and application_id =
         (select application_id from applications where channel_tag = $1)`,
      [channelTag],
    );
    expect(rowCount).toBe(1);
    expect(await update()).toEqual([0, 1]);
  });

  it('is not doubted before somebody has looked what the inventory shows', async () => {
    const taskId = await give();
    await fetchWork();
    await tell({ task: taskId });
    host.software = [copy('Seven', '2.0'), copy('Seven', `2.0.${Date.now()}`)];
    await host.upload();
    await sql(
      'delete from version_verdicts where version_id in (select version_id from software_versions where name = $1 and version like $2)',
      ['Seven', '2.%'],
    );
    await verifyNow();
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.unverified, futile: 0 });
    await matchNew(app);
    await verifyNow();
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.verified });
  });

  it('is done only when an inventory shows it; a result told twice counts once', async () => {
    const taskId = await give();
    await fetchWork();
    await tell({ task: taskId });
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.unverified, result: 'tentative' });
    await tell({ task: taskId, result: 'rejected', pkgResult: 'Error' });
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.unverified });
    await verifyNow();
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.unverified });
    later(1);
    host.software = [copy('Seven', '2.0')];
    await host.upload();
    await matchNew(app);
    await verifyNow();
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.verified, result: 'verified' });
  });

  it('that changes nothing twice is stopped and says so', async () => {
    const taskId = await give();
    for (const attempt of [1, 2]) {
      later(20);
      await fetchWork();
      await tell({ task: taskId, attempt });
      later(200);
      await host.upload();
      await verifyNow();
    }
    const task = await taskOf(taskId);
    expect(task).toMatchObject({ state: taskState.failed, pkg_result: 'Error' });
    expect(task.cause).toContain('still there');
  });

  it('whose installer wants a restart waits for it before it is doubted', async () => {
    const taskId = await give();
    await fetchWork();
    await tell({ task: taskId, pkgResult: 'SuccessPendingReboot', exitCode: 3010 });
    later(10);
    await host.upload();
    await verifyNow();
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.unverified, futile: 0 });
    host.facts.bootTime = clock.now.toISOString();
    later(10);
    host.software = [copy('Seven', '2.0')];
    await host.checkIn();
    await host.upload();
    await verifyNow();
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.verified });
  });

  it('is planned once, however often', async () => {
    await give();
    await give();
    expect(await sql('select count(*)::int as count from tasks where host_id = $1', [host.agentUuid])).toEqual([
      { count: 1 },
    ]);
  });

  it('of another host does not exist for it', async () => {
    const taskId = await give();
    const first = host;
    const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 'q', useCap: 9 } })).body;
    host = new TestAgent(app);
    await host.enrol(secret);
    expect((await fetchWork()).body.deliveries).toEqual([]);
    await tell({ task: taskId });
    expect(await taskOf(taskId)).toMatchObject({ state: taskState.pending, host_id: first.agentUuid });
  });
});
