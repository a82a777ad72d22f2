import { randomUUID } from 'node:crypto';
import { configuration } from '@patchkeep/contract/configuration';
import { results } from '@patchkeep/contract/results';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy, TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { jobTools, matchNew } from '../../../testkit/jobs.ts';
import { recount, recountEverybody } from '../public.ts';
import { effectiveUpdates } from './windows-updates.rules.ts';

describe('what a host misses', () => {
  const chain = new Map([
    [5_003, new Set([5_002, 5_001])],
    [5_002, new Set([5_001])],
  ]);
  it.each([
    [{ installed: [], missing: [5_001, 5_002, 5_003], pending: [] }, [5_003], []],
    [{ installed: [5_003], missing: [5_001, 5_002], pending: [] }, [], []],
    [{ installed: [5_002], missing: [5_001, 5_003], pending: [] }, [5_003], []],
    [{ installed: [], missing: [5_001, 5_009], pending: [5_003] }, [5_009], [5_003]],
    [{ installed: [5_009], missing: [5_009], pending: [] }, [], []],
  ])('%o: missing %o, pending %o', (report, missing, pending) => {
    expect(effectiveUpdates(report, chain)).toEqual({ missing, pending });
  });
});

describe('Windows updates', () => {
  let app: TestApp;
  let manager: TestClient;
  const agents: TestAgent[] = [];
  const offer = (kb: number, isPending = false) => ({
    foundUpdateUuid: randomUUID(),
    kb,
    title: `Update ${kb}`,
    classification: 'Security Updates',
    severity: 'Critical',
    isPending,
  });
  const count = async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 120_000);
    await recount.run({ customerId: manager.customerId ?? '' }, jobTools(app));
  };

  beforeAll(async () => {
    app = await testApp();
    manager = await app.signIn('manager');
    const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body;
    const database = app.database.pool('postgres');
    for (const kb of [5_001_001, 5_001_002])
      await database.query(
        `insert into windows_updates (kb, title, classification, severity, released_on) values ($1, $2, 'Security Updates', 'Critical', '2026-10-13')`,
        [kb, `Cumulative ${kb}`],
      );
    await database.query('insert into windows_update_supersedes (kb, superseded_kb) values (5001002, 5001001)');
    const reports = [
      { installed: [], offers: [offer(5_001_001), offer(5_001_002), offer(7_777_777)] },
      { installed: [5_001_001], offers: [offer(5_001_002, true)] },
      { installed: [5_001_002], offers: [offer(5_001_001)] },
    ];
    for (const report of reports) {
      const agent = new TestAgent(app);
      await agent.enrol(secret);
      agent.software = [copy('Anything', '1')];
      agent.windowsUpdates = report;
      if ((await agent.upload()).status !== 200) throw new Error('An inventory was refused');
      agents.push(agent);
    }
    await matchNew(app);
    await count();
  });
  afterAll(() => app.close());

  it('are listed with the hosts that miss them; what a newer one replaces is not [WIN-01]', async () => {
    const { body } = await manager.call(windowsUpdates.list);
    expect(body.hostsReporting).toBe(3);
    expect(body.updates).toMatchObject([
      {
        kbArticle: 'KB5001002',
        title: 'Cumulative 5001002',
        released: '2026-10-13',
        supersedes: ['KB5001001'],
        hostsMissing: 1,
        hostsPending: 1,
        hostsInstalled: 1,
      },
      { kbArticle: 'KB7777777', title: 'Update 7777777', hostsMissing: 1, hostsPending: 0 },
    ]);
    const found = await manager.call(windowsUpdates.list, { query: { q: 'kb7777' } });
    expect(found.body.updates.map((row) => row.kbArticle)).toEqual(['KB7777777']);
  });

  it('list the hosts of one, with what was found and whether it waits [WIN-02] [WIN-03] [WIN-04]', async () => {
    const { body } = await manager.call(windowsUpdates.hosts, { query: { kbArticle: 'KB5001002' } });
    expect(body.total).toBe(2);
    const byHost = new Map(body.hosts.map((host) => [host.uuid, host]));
    expect(byHost.get(agents[0]?.agentUuid ?? '')).toMatchObject({ state: 'missing', task: null });
    const waiting = byHost.get(agents[1]?.agentUuid ?? '');
    expect(waiting).toMatchObject({
      state: 'pending',
      task: { currentFndUpdUuid: waiting?.foundUpdateUuid, isApproved: false, state: 'pending' },
    });
    const pending = await manager.call(windowsUpdates.hosts, { query: { kbArticle: 'KB5001002', state: 'pending' } });
    expect(pending.body.hosts.map((host) => host.uuid)).toEqual([agents[1]?.agentUuid]);
    expect((await manager.call(windowsUpdates.hosts, { query: { kbArticle: 'KB9999999' } })).status).toBe(404);
  });

  it('stand on the page of their host', async () => {
    const of = async (at: number) =>
      (await manager.call(results.full, { params: { id: agents[at]?.agentUuid ?? '' } })).body.winUpdates.map(
        (update) => [update.kbArticle, update.state],
      );
    expect(await of(0)).toEqual([
      ['KB5001002', 'missing'],
      ['KB7777777', 'missing'],
    ]);
    expect(await of(1)).toEqual([['KB5001002', 'pending']]);
    expect(await of(2)).toEqual([]);
  });

  it('leave the list when a feed says that what is offered beside them replaces them', async () => {
    const listed = async () => (await manager.call(windowsUpdates.list)).body.updates.map((row) => row.kbArticle);
    expect(await listed()).toContain('KB7777777');
    const database = app.database.pool('postgres');
    await database.query('insert into windows_update_supersedes (kb, superseded_kb) values (5001002, 7777777)');
    await recountEverybody(jobTools(app));
    const { rows: asked } = await database.query(
      'select 1 from recount_requests where customer_id = $1 and host_nos is null',
      [manager.customerId],
    );
    expect(asked).not.toEqual([]);
    await count();
    expect(await listed()).not.toContain('KB7777777');
    await database.query('delete from windows_update_supersedes where superseded_kb = 7777777');
    await recountEverybody(jobTools(app));
    await count();
    expect(await listed()).toContain('KB7777777');
  });

  it('leave the list when they are installed', async () => {
    const [first] = agents;
    if (!first) throw new Error('No agent');
    first.windowsUpdates = { installed: [5_001_002, 7_777_777], offers: [] };
    expect((await first.checkIn()).body.isInventoryWanted).toBe(true);
    await first.upload();
    await count();
    const { body } = await manager.call(windowsUpdates.list);
    expect(body.updates.map((row) => [row.kbArticle, row.hostsMissing, row.hostsPending])).toEqual([
      ['KB5001002', 0, 1],
    ]);
  });
});
