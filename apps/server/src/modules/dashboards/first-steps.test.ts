import { alertChoices } from '@patchkeep/contract/alerts';
import { approvals } from '@patchkeep/contract/approvals';
import { configuration } from '@patchkeep/contract/configuration';
import { firstSteps } from '@patchkeep/contract/first-steps';
import { dayMs } from '@patchkeep/rules/time-units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { addChannelRow, enterSite } from '../../testkit/approval-world.ts';

let app: TestApp;
let admin: TestClient;
let manager: TestClient;
beforeAll(async () => {
  app = await testApp();
  admin = await app.signIn('admin');
  manager = await app.signIn('manager');
  await enterSite(admin, 'Closed');
  await addChannelRow(sql, 'alpha-editor', 'Alpha Editor', 'generic');
});
afterAll(() => app.close());

const sql = (text: string, values: unknown[] = []) => app.database.pool('postgres').query(text, values);
const siteId = async () =>
  (await sql('select site_id from sites where customer_id = $1 and name = $2', [admin.customerId, 'Closed'])).rows[0]
    .site_id as string;
const steps = async (client: TestClient = admin) =>
  Object.fromEntries((await client.call(firstSteps.list)).body.steps.map(({ step, done }) => [step, done]));
const makeToken = async () =>
  (await admin.call(configuration.createInstallToken, { body: { name: 'First hosts', useCap: 5 } })).body;
const decide = async (level: 'site' | 'system', type: 'automate' | 'disable') => {
  const change = { level, kind: 'app', type, channelTag: 'alpha-editor' } as const;
  const { previewToken } = (await admin.call(approvals.previewChanges, { body: { changes: [change] } })).body;
  expect((await admin.call(approvals.applyChanges, { body: { changes: [change], previewToken } })).status).toBe(200);
};

describe('the first steps of a site', () => {
  it('are open where nothing was done, and say nothing of other sites', async () => {
    expect(await steps()).toEqual({
      agent: null,
      inventory: null,
      decision: null,
      colleague: null,
      alerts: null,
      update: null,
    });
    expect(await steps(manager)).toMatchObject({ colleague: { shownBy: 'person', by: 'admin@ours.example' } });
  });

  it('are for those who may change something', async () => {
    const reader = await app.signIn('reader');
    expect((await reader.call(firstSteps.list)).status).toBe(403);
  });

  it('are done by facts: a token that is good, then a host; its inventory', async () => {
    const { secret } = await makeToken();
    const made = { shownBy: 'token', by: 'admin@ours.example', at: app.clock.now.toISOString() };
    expect(await steps()).toMatchObject({ agent: made, inventory: null });
    await sql('update install_tokens set expires_at = $1', [new Date(app.clock.now.getTime() - dayMs)]);
    expect(await steps()).toMatchObject({ agent: null });
    await sql('update install_tokens set expires_at = $1', [new Date(app.clock.now.getTime() + dayMs)]);
    const agent = new TestAgent(app);
    await agent.enrol(secret);
    expect(await steps()).toMatchObject({ agent: { shownBy: 'host', by: null, at: null }, inventory: null });
    expect((await agent.upload()).status).toBe(200);
    expect(await steps()).toMatchObject({ inventory: { shownBy: 'host' } });
    expect(await steps(manager)).toMatchObject({ agent: null, inventory: null });
  });

  it('are done by a decision of the system or of the site itself, and open again without it', async () => {
    // The only administrator may decide for the system alone where no second person is asked for.
    await sql(
      `insert into approval_settings (customer_id, scope_id, site_id, is_four_eyes_required, serial_number, changed_by, changed_at)
       select customer_id, customer_id, null, false, 1, user_id, now() from users where username = 'admin@ours.example'`,
    );
    await decide('system', 'automate');
    expect(await steps()).toMatchObject({ decision: { shownBy: 'system', by: 'admin@ours.example' } });
    await decide('site', 'automate');
    expect(await steps()).toMatchObject({ decision: { shownBy: 'site', by: 'admin@ours.example' } });
    expect(await steps(manager)).toMatchObject({ decision: { shownBy: 'system' } });
    await decide('system', 'disable');
    expect(await steps(manager)).toMatchObject({ decision: null });
    await decide('site', 'disable');
    expect(await steps()).toMatchObject({ decision: null });
  });

  it('are done by an update that was proven at this site', async () => {
    const at = new Date('2026-11-01T10:00:00.000Z');
    await sql('insert into update_history values ($1, $2, $3, 0, 1)', [admin.customerId, await siteId(), at]);
    expect(await steps()).toMatchObject({ update: { shownBy: 'proof', by: null, at: at.toISOString() } });
    expect(await steps(manager)).toMatchObject({ update: null });
  });

  it('are done by alerts that somebody gets about this site, and open again without them', async () => {
    const choose = async (hasAlerts: boolean) =>
      admin.call(alertChoices.save, { params: { id: await siteId() }, body: { hasAlerts, hasReport: true } });
    await choose(true);
    const at = app.clock.now.toISOString();
    expect(await steps()).toMatchObject({ alerts: { shownBy: 'alerts', by: 'admin@ours.example', at } });
    expect(await steps(manager)).toMatchObject({ alerts: null });
    await choose(false);
    expect(await steps()).toMatchObject({ alerts: null });
  });

  it('leave out patching where it is off', async () => {
    await sql('update sites set is_patching_enabled = false where site_id = $1', [await siteId()]);
    admin = await app.signIn('admin');
    await enterSite(admin, 'Closed');
    expect(Object.keys(await steps())).toEqual(['agent', 'inventory', 'colleague', 'alerts']);
  });
});
