import { randomUUID } from 'node:crypto';
import { configuration } from '@patchkeep/contract/configuration';
import { results } from '@patchkeep/contract/results';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copy, TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';

const offer = (kb: number, classification = 'Security Updates') => ({
  foundUpdateUuid: randomUUID(),
  kb,
  title: `Update ${kb}`,
  classification,
  severity: 'Critical',
  isPending: false,
});

let app: TestApp;
let manager: TestClient;
let agent: TestAgent;
let siteId: string;
const first = offer(5_100_001);
const second = offer(5_100_002);
const driver = offer(5_100_003, 'Drivers');
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body;
  agent = new TestAgent(app);
  await agent.enrol(secret);
  agent.software = [copy('Anything', '1')];
  await report([first, second, driver]);
});
afterAll(() => app.close());

const report = async (offers: ReturnType<typeof offer>[]) => {
  agent.windowsUpdates = { installed: [], offers };
  if ((await agent.upload()).status !== 200) throw new Error('An inventory was refused');
};
const sql = (text: string, values: unknown[] = []) => app.database.pool('postgres').query(text, values);
const ofHost = async () =>
  Object.fromEntries(
    (await manager.call(results.full, { params: { id: agent.agentUuid } })).body.winUpdates.map((update) => [
      update.kbArticle,
      [update.task?.isApproved, update.override],
    ]),
  );
const decide = (updates: { foundUpdateUuid: string; isApproved: boolean | null }[], named = true, by = manager) =>
  by.call(windowsUpdates.decide, { body: { ...(named && { agentUuid: agent.agentUuid }), updates } });
const say = (update: ReturnType<typeof offer>, isApproved: boolean | null) => ({
  foundUpdateUuid: update.foundUpdateUuid,
  isApproved,
});
const written = async () => ({
  words: (await sql('select kb, is_approved from host_update_approvals where site_id = $1 order by kb', [siteId])).rows,
  acts: (await sql(`select count(*)::int as n from audit_entries where verb = 'approval.host'`)).rows[0].n as number,
});
/** What the site decides about all security updates. 1 blocks, 3 automates. */
const siteSays = async (mode: number) => {
  await sql(
    `insert into approvals (customer_id, approval_id, site_id, kind, subject, mode, options, is_customization_enabled,
       serial_number, decided_at, changed_by, changed_at, change_set_id)
     values ($1, $2, $3, 1, 'class:security updates', $4, '{}', false, 1, now(), $2, now(), $2)
     on conflict (customer_id, scope_id, kind, subject) do update set mode = excluded.mode`,
    [manager.customerId, randomUUID(), siteId, mode],
  );
  await sql(
    `insert into approval_revisions values ($1, 1)
     on conflict (customer_id) do update set revision = approval_revisions.revision + 1`,
    [manager.customerId],
  );
};
beforeEach(() => siteSays(0));

describe('Windows updates of one host', () => {
  it('are approved and withheld by a word for the host alone; the answer is the updates [WIN-06]', async () => {
    expect(await ofHost()).toEqual({
      KB5100001: [undefined, null],
      KB5100002: [undefined, null],
      KB5100003: [undefined, null],
    });
    const { status, body } = await decide([say(first, true), say(second, false)]);
    expect([status, body.isMismatch]).toEqual([200, false]);
    expect(body.updates.map(({ kbArticle, task, override }) => [kbArticle, task?.isApproved, override])).toEqual([
      ['KB5100001', true, true],
      ['KB5100002', false, false],
      ['KB5100003', undefined, null],
    ]);
    const { rows } = await sql(`select before, after, object_id from audit_entries where verb = 'approval.host'`);
    expect(rows).toEqual([
      {
        object_id: agent.agentUuid,
        before: { KB5100001: null, KB5100002: null },
        after: { KB5100001: true, KB5100002: false },
      },
    ]);
    await decide([say(first, null), say(second, null)]);
    expect((await written()).words).toEqual([]);
  });

  it('follow the levels where the host has no word of its own, and its word stands before theirs', async () => {
    await siteSays(3);
    expect(await ofHost()).toEqual({
      KB5100001: [true, null],
      KB5100002: [true, null],
      KB5100003: [undefined, null],
    });
    await decide([say(first, false)]);
    expect((await ofHost())['KB5100001']).toEqual([false, false]);
    await siteSays(1);
    await decide([say(first, true)]);
    expect(await ofHost()).toMatchObject({ KB5100001: [true, true], KB5100002: [false, null] });
    const { body } = await manager.call(results.full, { params: { id: agent.agentUuid } });
    expect(Date.parse(body.winUpdatesReported ?? '')).toBeLessThanOrEqual(app.clock.now.getTime());
    expect(body.winUpdates[0]?.task).toEqual({
      currentFndUpdUuid: first.foundUpdateUuid,
      isApproved: true,
      state: 'pending',
    });
    await decide([say(first, null)]);
    expect((await ofHost())['KB5100001']).toEqual([false, null]);
  });

  it('are found without naming the host', async () => {
    const { body } = await decide([say(second, true)], false);
    expect([body.isMismatch, body.updates.length]).toEqual([false, 3]);
    await decide([say(second, null)], false);
  });

  it('are not changed by a list that the host no longer matches: no error, and the new list comes back [WIN-07]', async () => {
    const again = { ...first, foundUpdateUuid: randomUUID() };
    await report([again, second]);
    const before = await written();
    const stale = await decide([say(second, true), say(first, true)]);
    expect([stale.status, stale.body.isMismatch]).toEqual([200, true]);
    expect(stale.body.updates.map((update) => update.foundUpdateUuid)).toEqual([
      again.foundUpdateUuid,
      second.foundUpdateUuid,
    ]);
    const nowhere = await decide([say(first, true)], false);
    expect([nowhere.status, nowhere.body]).toEqual([200, { updates: [], isMismatch: true }]);
    expect(await written()).toEqual(before);
    expect((await decide([say(second, true), say(again, true)])).body.isMismatch).toBe(false);
  });

  it('are nobody else’s: not for readers, and a host of another customer is not there', async () => {
    const before = await written();
    expect((await decide([say(second, false)], true, await app.signIn('reader'))).status).toBe(403);
    const stranger = await app.signIn('stranger');
    expect((await decide([say(second, false)], true, stranger)).status).toBe(404);
    expect((await decide([say(second, false)], false, stranger)).body).toEqual({ updates: [], isMismatch: true });
    expect(await written()).toEqual(before);
  });
});
