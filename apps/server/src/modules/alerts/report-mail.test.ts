import { alertChoices } from '@patchkeep/contract/alerts';
import { reports } from '@patchkeep/contract/reports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailSettings } from '../../platform/mail/mailer.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { startMailServer } from '../../testkit/mail-server.ts';
import { sendAlerts } from './public.ts';
import { dueMonth } from './report-mail.rules.ts';

let app: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let customerId = '';
let beta = '';
const env = () => ({
  PATCHKEEP_SMTP_URL: `smtp://${mail.address}`,
  PATCHKEEP_MAIL_FROM: 'Patchkeep <patchkeep@ours.example>',
  PATCHKEEP_PUBLIC_URL: 'https://patch.example',
});
const sql = (text: string, values: unknown[] = []) => app.database.pool('postgres').query(text, values);
const at = (time: string) => {
  app.clock.now = new Date(time);
};
const choose = async (client: TestClient, hasReport: boolean) =>
  expect(
    (await client.call(alertChoices.save, { params: { id: beta }, body: { hasAlerts: false, hasReport } })).status,
  ).toBe(200);
const send = async () => {
  const before = mail.mails.length;
  await sendAlerts(mailSettings(env() as never)).run({ customerId }, jobTools(app));
  return mail.mails.slice(before).map(({ to, headers, parts }) => ({
    to: to[0],
    subject: headers.get('subject'),
    text: (parts.get('text/plain') ?? '').replaceAll('\r\n', '\n'),
    csv: parts.get('text/csv') ?? '',
  }));
};

beforeAll(async () => {
  mail = await startMailServer();
  app = await testApp({ env: env() });
  const manager = await app.signIn('manager');
  customerId = manager.customerId ?? '';
  beta = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  await sql(`insert into update_history values ($1, $2, '2026-11-10T10:00:00Z', 3, 4)`, [customerId, beta]);
});
afterAll(async () => {
  await app.close();
  mail.close();
});
beforeEach(async () => {
  at('2026-11-15T09:00:00Z');
  await sql('delete from alert_mails');
  await sql('delete from alert_choices');
});

describe('the month of the report by mail', () => {
  it('is due from the first working day at six on, for the rest of the month', () => {
    const due = (time: string) => dueMonth(new Date(time))?.from;
    // November 2026 begins on a Sunday, December on a Tuesday, August on a Saturday.
    expect([due('2026-11-01T12:00:00Z'), due('2026-11-02T05:59:59Z')]).toEqual([undefined, undefined]);
    expect([due('2026-11-02T06:00:00Z'), due('2026-11-30T23:59:59Z')]).toEqual(['2026-10-01', '2026-10-01']);
    expect([due('2026-12-01T05:00:00Z'), due('2026-12-01T06:00:00Z')]).toEqual([undefined, '2026-11-01']);
    expect([due('2026-08-02T12:00:00Z'), due('2026-08-03T06:00:00Z')]).toEqual([undefined, '2026-07-01']);
    expect(due('2026-01-01T06:00:00Z')).toBe('2025-12-01');
  });
});

describe('the report by mail', () => {
  it('comes once for each month from the one of the choice on, with the numbers and the file of its page', async () => {
    await choose(await app.signIn('manager'), true);
    expect(await send()).toEqual([]);
    at('2026-12-01T07:00:00Z');
    const [told, ...others] = await send();
    expect(others).toEqual([]);
    expect(told).toMatchObject({ to: 'manager@ours.example', subject: 'Report of Beta, November 2026' });
    const { body: report } = await (
      await app.signIn('manager')
    ).call(reports.read, { query: { from: '2026-11-01', until: '2026-11-30' } });
    expect(report.updates).toMatchObject({ verified: 7, security: 4 });
    expect(told?.text).toContain('Updates in the period: 7 installed and verified, 4 of them for security, 0 failed');
    expect(told?.text).toContain(`https://patch.example/#/report?from=2026-11-01&until=2026-11-30&site=${beta}`);
    expect(told?.csv).toContain('Updates,Installed and verified,Number,7,');
    expect(told?.csv).toContain('Report,Site,,Beta,');
    expect(told?.csv).toContain('Report,Made by,,manager@ours.example,');
    expect(await send()).toEqual([]);
    at('2026-12-31T07:00:00Z');
    expect(await send()).toEqual([]);
    at('2027-01-01T07:00:00Z');
    expect((await send()).map(({ subject }) => subject)).toEqual(['Report of Beta, December 2026']);
  });

  it('of all sites goes to system administrators, while they are ones', async () => {
    // Somebody who sees sites of their own also after they are no system administrator any more.
    const setAdmin = (isAdmin: boolean) =>
      sql(`update users set is_system_admin = $1 where username = 'manager@ours.example'`, [isAdmin]);
    await setAdmin(true);
    const admin = await app.signIn('manager');
    await admin.call(alertChoices.saveSystem, { body: { hasAlerts: false, hasReport: true } });
    at('2026-12-01T07:00:00Z');
    await setAdmin(false);
    expect(await send()).toEqual([]);
    await setAdmin(true);
    const [told] = await send();
    expect(told).toMatchObject({ to: 'manager@ours.example', subject: 'Report of Ours, November 2026' });
    expect(told?.text).toContain('https://patch.example/#/report?of=customer&from=2026-11-01&until=2026-11-30\n');
    for (const name of ['alpha', 'Beta', 'Closed']) expect(told?.csv).toContain(`By site,${name},Hosts,`);
    expect(told?.csv).not.toContain('gamma');
    await setAdmin(false);
  });

  it('is not sent to who may not see the site any more, nor after it was switched off', async () => {
    await choose(await app.signIn('manager'), true);
    at('2026-12-01T07:00:00Z');
    const member = `site_id = '${beta}' and user_id = (select user_id from users where username = 'manager@ours.example')`;
    await sql(`update site_members set permissions = 0 where ${member}`);
    expect(await send()).toEqual([]);
    await sql(`update site_members set permissions = 3 where ${member}`);
    await sql(`update sites set is_detection_module_enabled = false where site_id = $1`, [beta]);
    expect(await send()).toEqual([]);
    await sql(`update sites set is_detection_module_enabled = true where site_id = $1`, [beta]);
    await choose(await app.signIn('manager'), false);
    expect(await send()).toEqual([]);
    // Switched on again, it begins with the month that has begun.
    await choose(await app.signIn('manager'), true);
    expect(await send()).toEqual([]);
  });

  it('that the mail server refuses is sent later', async () => {
    await choose(await app.signIn('manager'), true);
    at('2026-12-01T07:00:00Z');
    mail.disturbed.atEnd = '451 Later';
    await expect(send()).rejects.toThrow('Not everybody could be told');
    mail.disturbed.atEnd = undefined;
    expect(await send()).toHaveLength(1);
  });
});
