import { alertChoices } from '@patchkeep/contract/alerts';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailSettings } from '../../platform/mail/mailer.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { enterSite } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { startMailServer } from '../../testkit/mail-server.ts';
import { sendTestMails } from './test-mail.jobs.ts';

let app: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let manager: TestClient;
let admin: TestClient;
const sites = new Map<string, string>();
const env = () => ({
  PATCHKEEP_SMTP_URL: `smtp://${mail.address}`,
  PATCHKEEP_MAIL_FROM: 'Patchkeep <patchkeep@ours.example>',
  PATCHKEEP_PUBLIC_URL: 'https://patch.example',
});
beforeAll(async () => {
  mail = await startMailServer();
  app = await testApp({ env: env() });
  manager = await app.signIn('manager');
  admin = await app.signIn('admin');
  for (const { siteName, siteAccountUuid } of (await admin.ehlo()).body.sites) sites.set(siteName, siteAccountUuid);
  await enterSite(manager, 'Beta');
});
afterAll(async () => {
  await app.close();
  mail.close();
});

const sql = (text: string, values: unknown[] = []) => app.database.pool('postgres').query(text, values);
const read = async (client: TestClient) => (await client.call(alertChoices.read)).body;
const choose = (client: TestClient, siteName: string, hasAlerts: boolean, hasReport = false) =>
  client.call(alertChoices.save, {
    params: { id: sites.get(siteName) ?? '' },
    body: { hasAlerts, hasReport },
  });
const chosen = async (client: TestClient) =>
  (await read(client)).sites.map(({ siteName, hasAlerts, hasReport }) => [siteName, hasAlerts, hasReport]);

describe('the choice of mails', () => {
  it('is of the sites that the user may see, and of nobody else', async () => {
    const reader = await app.signIn('reader');
    expect(await chosen(manager)).toEqual([
      ['alpha', false, false],
      ['Beta', false, false],
    ]);
    expect((await choose(manager, 'Beta', true)).status).toBe(200);
    expect((await choose(manager, 'alpha', false, true)).status).toBe(200);
    expect(await chosen(manager)).toEqual([
      ['alpha', false, true],
      ['Beta', true, false],
    ]);
    expect(await chosen(reader)).toEqual([['alpha', false, false]]);
    expect(await read(manager)).toMatchObject({ isMailing: true, address: 'manager@ours.example', system: null });
  });

  it('is refused for a site that the user may not see', async () => {
    const reader = await app.signIn('reader');
    expect((await choose(reader, 'Beta', true)).status).toBe(404);
    expect((await choose(await app.signIn('stranger'), 'Beta', true)).status).toBe(404);
    const { rows } = await sql(
      'select 1 from alert_choices where user_id in (select user_id from users where username = $1)',
      ['reader@ours.example'],
    );
    expect(rows).toEqual([]);
  });

  it('is refused for the site of the tab where detection is off', async () => {
    await sql('update sites set is_detection_module_enabled = false where site_id = $1', [sites.get('alpha')]);
    const reader = await app.signIn('reader');
    expect((await choose(reader, 'alpha', true)).status).toBe(403);
    expect((await read(reader)).sites).toEqual([]);
    await sql('update sites set is_detection_module_enabled = true where site_id = $1', [sites.get('alpha')]);
  });

  it('of the installation is for system administrators', async () => {
    const body = { hasAlerts: true, hasReport: true };
    expect((await manager.call(alertChoices.saveSystem, { body })).status).toBe(403);
    expect((await admin.call(alertChoices.saveSystem, { body })).status).toBe(200);
    expect((await read(admin)).system).toEqual({ hasAlerts: true, hasReport: true, lastMail: null });
  });

  it('is no business of a token', async () => {
    await enterSite(admin, 'alpha');
    const made = await admin.call(apiTokens.create, { body: { name: 'x', permissions: 3, expiresInDays: 1 } });
    const program = app.anonymous();
    const headers = { authorization: `Bearer ${made.body.secret}` };
    expect(made.status).toBe(200);
    expect((await program.call(alertChoices.read, {}, headers)).status).toBe(403);
    expect((await program.call(alertChoices.test, {}, headers)).status).toBe(403);
  });
});

describe('a test mail', () => {
  const send = async () => {
    const { rows } = await sql('select user_id from users where username = $1', ['manager@ours.example']);
    const payload = { customerId: manager.customerId ?? '', userId: rows[0].user_id as string };
    await sendTestMails(mailSettings(env() as never)).run(payload, jobTools(app));
  };
  const later = () => {
    app.clock.now = new Date(app.clock.now.getTime() + 31_000);
  };

  it('reaches who asked for it, and the page says so', async () => {
    expect((await manager.call(alertChoices.test)).status).toBe(200);
    expect((await read(manager)).testMail).toMatchObject({ state: 'waiting', failure: null });
    await send();
    expect(mail.mails.at(-1)).toMatchObject({ to: ['manager@ours.example'] });
    expect(mail.mails.at(-1)?.parts.get('text/plain')).toContain('https://patch.example/#/configuration?tab=alerts');
    expect((await read(manager)).testMail).toMatchObject({ state: 'sent', failure: null });
    const queued = await sql(`select 1 from graphile_worker._private_tasks where identifier = 'test-mail'`);
    expect(queued.rowCount).toBe(1);
  });

  it('is not sent again within half a minute', async () => {
    expect((await manager.call(alertChoices.test)).status).toBe(429);
  });

  it('says why it was not taken, and not in words of the mail server', async () => {
    later();
    await manager.call(alertChoices.test);
    mail.disturbed.atEnd = '550 relay.internal.example says no';
    await send();
    expect((await read(manager)).testMail).toMatchObject({ state: 'failed', failure: 'content' });
    mail.disturbed.atEnd = undefined;
    later();
    await manager.call(alertChoices.test);
    const gone = mailSettings({ ...env(), PATCHKEEP_SMTP_URL: 'smtp://127.0.0.1:1' } as never);
    const { rows } = await sql('select user_id from users where username = $1', ['manager@ours.example']);
    await sendTestMails(gone).run({ customerId: manager.customerId ?? '', userId: rows[0].user_id }, jobTools(app));
    const answer = await read(manager);
    expect(answer.testMail).toMatchObject({ state: 'failed', failure: 'unreachable' });
    expect(JSON.stringify(answer)).not.toContain('relay.internal');
  });

  it('is refused where there is no mail server, and the page says that there is none', async () => {
    const without = await testApp();
    const client = await without.signIn('manager');
    expect((await client.call(alertChoices.read)).body.isMailing).toBe(false);
    expect((await client.call(alertChoices.test)).status).toBe(400);
    await without.close();
  });
});
