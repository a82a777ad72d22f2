import { type ActivityResult, activities } from '@patchkeep/contract/activities';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { approvals, type SomeChange } from '@patchkeep/contract/approvals';
import { dashboards } from '@patchkeep/contract/dashboards';
import { why } from '@patchkeep/contract/why';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAgent } from '../../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { importVouched, signingApp } from '../../../testkit/signed-packages.ts';
import { plan } from './plan.jobs.ts';

let app: TestApp;
let manager: TestClient;
let world: ApprovalWorld;
const alpha = { channelTag: 'alpha-editor' };
const update = { wuaKey: 'kb:5100001' };
beforeAll(async () => {
  const { app: signing, signer } = await signingApp();
  app = signing;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 2);
  world.offer(0, [{ kb: 5_100_001, classification: 'Security Updates' }]);
  for (const at of [0, 1]) await world.upload(at, ['Alpha Editor 1']);
  await world.count();
  await importVouched(app, signer, { ...alpha, version: '3.0' });
  await decide({ kind: 'app', ...alpha });
  await decide({ kind: 'wua', ...update });
});
afterAll(() => app.close());

type About = { kind: 'app'; channelTag: string } | { kind: 'wua'; wuaKey: string };
const changeOf = (about: About, type: SomeChange['type']) => [{ level: 'site', type, ...about } as SomeChange];
const decide = async (about: About, type: SomeChange['type'] = 'automate') => {
  const { status } = await manager.call(approvals.applyChanges, { body: { changes: changeOf(about, type) } });
  expect(status).toBe(200);
};
const pass = async (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
  manager = await app.signIn('manager');
};
/** Plans, and has host 0 fetch what waits for it and fail at all of it. Gives how much that was. */
const failOnce = async (pkgResult: 'Error' | null = null): Promise<number> => {
  await plan.run({}, jobTools(app));
  const agent = world.agents[0] as TestAgent;
  const { deliveries } = (await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage }))).body;
  const ended = { endedAt: app.clock.now.toISOString(), pkgResult, exitCode: 1603, isDiskFull: false };
  const cause = 'The installer ended with 1603.';
  const results = deliveries.map(({ task, attempt }: { task: string; attempt: number }) => ({
    task,
    attempt,
    result: 'failed',
    cause,
    ...ended,
  }));
  if (results.length > 0)
    expect((await agent.send(agent.sign(agentApi.results, { lineage: agent.lineage, results }))).status).toBe(200);
  return results.length;
};
const explain = async (at: number, query: object) =>
  (await manager.call(why.explain, { params: { id: world.agents[at]?.agentUuid ?? '' }, query })).body;
const reasons = async (query: object) =>
  Object.fromEntries(
    (await manager.call(why.spread, { query })).body.outcomes.map(({ reason, hosts }) => [reason, hosts]),
  );

/** How many pieces of work the activity lists with a result. */
const listed = async (result: ActivityResult): Promise<number> =>
  (await manager.call(activities.packages, { query: { result } as never })).body.activities.length;
/** What the dashboard says of failed updates: how many there are, and on how many hosts those of each application. */
const failedOnDashboard = async () => {
  const config = { cards: [{ cardId: 'a', chart: 'do-first' as const }] };
  const [card] = (await manager.call(dashboards.instant, { body: { config } })).body.cards;
  if (card?.chart !== 'do-first') throw new Error('Another card was asked for');
  return { updates: card.failedUpdates, hosts: card.entries.map(({ hosts }) => hosts) };
};

describe('work that was given up', () => {
  it('is in the verdict: how often it was tried, what failed, and what to do; other hosts are promised it still', async () => {
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect((await explain(0, alpha)).verdict.action).toBe('update');
      expect(await failOnce()).toBe(2);
      expect([await listed('retried'), await listed('waiting')]).toEqual(attempt < 5 ? [1, 1] : [0, 1]);
      await pass(241);
    }
    expect(await failOnce()).toBe(0);
    const { verdict, awaits } = await explain(0, alpha);
    expect(verdict).toMatchObject({ action: 'wait', reason: 'givenUp', toVersion: '3.0' });
    expect(verdict.sentence).toBe(
      'Waits with 3.0: the site follows the newest version, but it was tried 5 times and given up: The installer ended with 1603.',
    );
    expect(awaits).toEqual([
      {
        kind: 'newDecision',
        sentence:
          '3.0 was tried 5 times and given up: The installer ended with 1603. It was planned on 2026-11-15. Retry has it tried again; so does a new decision. Another version, or other custom settings, are tried by themselves.',
        until: null,
      },
    ]);
    expect((await explain(1, alpha)).verdict.action).toBe('update');
    expect(await reasons(alpha)).toEqual({ auto: 1, givenUp: 1 });
  });

  it('is listed as failed with nothing newer planned, as often as the dashboard says', async () => {
    expect([await listed('failed'), await listed('unsolved'), await listed('verified')]).toEqual([1, 1, 0]);
    expect(await failedOnDashboard()).toEqual({ updates: 1, hosts: [1] });
  });

  it('is in the verdict on a Windows update too', async () => {
    const { verdict, awaits } = await explain(0, update);
    expect([verdict.action, verdict.reason, awaits.map(({ kind }) => kind)]).toEqual([
      'wait',
      'givenUp',
      ['newDecision'],
    ]);
    expect(verdict.sentence).toContain('was tried 5 times and given up: The installer ended with 1603.');
    expect(await reasons(update)).toEqual({ givenUp: 1 });
  });

  it('is tried again once somebody retries it, and only what was named', async () => {
    const named = { kind: 'app' as const, subject: alpha.channelTag };
    expect((await manager.call(activities.previewRetry, { body: named })).body).toMatchObject({
      updates: 1,
      hosts: 1,
      causes: [{ cause: 'The installer ended with 1603', exitCode: 1603, updates: 1 }],
    });
    expect((await manager.call(activities.retry, { body: named })).body).toMatchObject({ count: 1, hosts: 1 });
    expect((await explain(0, alpha)).verdict.action).toBe('update');
    expect((await explain(0, update)).verdict.reason).toBe('givenUp');
    expect([await listed('failed'), await listed('unsolved')]).toEqual([1, 0]);
    expect(await failedOnDashboard()).toEqual({ updates: 0, hosts: [] });
    // There is nothing left to retry.
    expect((await manager.call(activities.retry, { body: named })).body).toMatchObject({ count: 0, hosts: 0 });
    expect(await failOnce('Error')).toBe(1);
    expect((await explain(0, alpha)).verdict.sentence).toContain('it was tried once and given up');
    // By its id, and a Windows update by its host; both fail again, and both wait for a person again.
    const { body } = await manager.call(activities.packages, { query: { result: 'unsolved' } as never });
    expect(body.activities).toMatchObject([{ isRetryable: true, retried: null }]);
    const ids = body.activities.map(({ activityUuid }) => activityUuid);
    expect((await manager.call(activities.retry, { body: { activityUuid: ids } })).body.count).toBe(1);
    const agentUuid = world.agents[0]?.agentUuid ?? '';
    expect((await manager.call(activities.retry, { body: { kind: 'wua', agentUuid } })).body.count).toBe(1);
    expect((await explain(0, update)).verdict.action).toBe('update');
    expect(await failOnce('Error')).toBe(2);
    expect([await listed('failed'), await listed('unsolved')]).toEqual([3, 1]);
  });

  it('is tried again once somebody decides anew, as the preview says', async () => {
    await decide({ kind: 'app', ...alpha }, 'block');
    await pass(1);
    const { updatingHosts } = (
      await manager.call(approvals.previewChanges, {
        body: { changes: changeOf({ kind: 'app', ...alpha }, 'automate') },
      })
    ).body;
    expect(updatingHosts).toBe(2);
    await decide({ kind: 'app', ...alpha });
    expect((await explain(0, alpha)).verdict.action).toBe('update');
    expect(await reasons(alpha)).toEqual({ auto: 2 });
    // What the host itself calls hopeless is given up at once.
    expect(await failOnce('Error')).toBe(1);
    expect((await explain(0, alpha)).verdict.sentence).toContain('it was tried once and given up');
    // What failed before was planned anew, and only the newer one waits for a person.
    expect([await listed('failed'), await listed('unsolved')]).toEqual([4, 1]);
    expect(await failedOnDashboard()).toEqual({ updates: 1, hosts: [1] });
    await pass(31 * 24 * 60);
    expect([await listed('failed'), await listed('unsolved')]).toEqual([4, 0]);
  });
});
