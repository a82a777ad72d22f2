import { approvals, type SomeChange } from '@patchkeep/contract/approvals';
import { dashboards } from '@patchkeep/contract/dashboards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../testkit/approval-world.ts';

let app: TestApp;
let manager: TestClient;
let admin: TestClient;
let world: ApprovalWorld;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 2);
  for (const at of [0, 1]) await world.upload(at, ['Alpha Editor 1']);
  await world.exploit('CVE-2026-10001', true);
  const cves = ['CVE-2026-10001'];
  await world.judge({ application: 'Alpha Editor', version: 1, cves, zeroDays: [], isEol: false, isFixable: true });
  await world.count();
  // One administrator decides for the system here; how two do has tests of its own.
  await world.sql(
    `insert into approval_settings (customer_id, scope_id, site_id, is_four_eyes_required, serial_number, changed_by, changed_at)
     select customer_id, customer_id, null, false, 1, user_id, now() from users where username = 'admin@ours.example'`,
  );
  admin = await app.signIn('admin');
});
afterAll(() => app.close());

const decide = async (who: TestClient, level: 'site' | 'system', type: SomeChange['type'], version?: string) => {
  const change = { level, kind: 'app', type, channelTag: 'alpha-editor', ...(version && { version }) } as SomeChange;
  const { previewToken } = (await who.call(approvals.previewChanges, { body: { changes: [change] } })).body;
  expect((await who.call(approvals.applyChanges, { body: { changes: [change], previewToken } })).status).toBe(200);
};
const acts = async () => {
  const config = { cards: [{ cardId: 'a', chart: 'do-first' as const }] };
  const [card] = (await manager.call(dashboards.instant, { body: { config } })).body.cards;
  if (card?.chart !== 'do-first') throw new Error('Another card was asked for');
  return card.entries.map(({ kind, act }) => [kind, act]);
};

describe('what to do first', () => {
  it('offers to approve what is exploited, until its newest version is approved or automated', async () => {
    expect(await acts()).toEqual([['exploited', 'approve']]);
    await decide(manager, 'site', 'approve', '2.0');
    expect(await acts()).toEqual([['exploited', 'approve']]);
    await decide(manager, 'site', 'approve');
    expect(await acts()).toEqual([['exploited', null]]);
    await decide(manager, 'site', 'automate');
    expect(await acts()).toEqual([['exploited', null]]);
  });

  it('offers to remove a block of the site itself, and none of the system', async () => {
    await decide(manager, 'site', 'block');
    expect(await acts()).toEqual([
      ['exploited', 'approve'],
      ['blocked', 'unblock'],
    ]);
    await decide(manager, 'site', 'disable');
    expect(await acts()).toEqual([['exploited', 'approve']]);
    await decide(admin, 'system', 'block');
    expect(await acts()).toEqual([
      ['exploited', 'approve'],
      ['blocked', null],
    ]);
  });

  it('offers no decision where patching is off', async () => {
    await world.sql(`update sites set is_patching_enabled = false where name = 'Beta'`);
    manager = await app.signIn('manager');
    expect((await acts()).map(([, act]) => act)).toEqual([null, null]);
  });
});
