import { activities } from '@patchkeep/contract/activities';
import { alertChoices } from '@patchkeep/contract/alerts';
import { applications } from '@patchkeep/contract/applications';
import { hosts } from '@patchkeep/contract/hosts';
import { vulnerabilities } from '@patchkeep/contract/vulnerabilities';
import { fileApprover } from '@patchkeep/orders/custom/approver.factory';
import { approvers } from '@patchkeep/orders/custom/approvers';
import { canonical } from '@patchkeep/orders/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { mailSettings } from '../../platform/mail/mailer.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld, channelOf } from '../../testkit/approval-world.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { startMailServer } from '../../testkit/mail-server.ts';
import { pepper, secretKey } from '../../testkit/world.ts';
import { followIssues } from '../results/public.ts';
import { checkAlerts, sendAlerts } from './public.ts';

const [exploited, other, mild] = ['CVE-2026-10001', 'CVE-2026-10002', 'CVE-2026-10004'];
const verdict = { cves: [] as string[], zeroDays: [] as string[], isEol: false, isFixable: true };

let app: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let manager: TestClient;
let world: ApprovalWorld;
let beta = '';
const env = () => ({
  PATCHKEEP_SMTP_URL: `smtp://${mail.address}`,
  PATCHKEEP_MAIL_FROM: 'Patchkeep <patchkeep@ours.example>',
  PATCHKEEP_PUBLIC_URL: 'https://patch.example',
});
const config = () =>
  readConfig({
    PATCHKEEP_DATABASE_URL: app.database.url('patchkeep_api'),
    PATCHKEEP_WORKER_DATABASE_URL: app.database.url('patchkeep_worker'),
    PATCHKEEP_QUEUE_DATABASE_URL: app.database.url('patchkeep_queue'),
    PATCHKEEP_SECRET_KEY: secretKey,
    PATCHKEEP_PEPPER: pepper,
    PATCHKEEP_FEEDS: 'bundle',
    ...env(),
  });
const settings = () => mailSettings(config());
const customerId = () => manager.customerId ?? '';

const choose = async (client: TestClient, hasAlerts: boolean) =>
  expect(
    (await client.call(alertChoices.save, { params: { id: beta }, body: { hasAlerts, hasReport: false } })).status,
  ).toBe(200);
const check = () => checkAlerts(config(), settings()).run({}, jobTools(app));
const send = () => sendAlerts(settings()).run({ customerId: customerId() }, jobTools(app));
/** An hour passes, the site is looked at again, and whoever has not been told is told. */
const nextHour = async () => {
  app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
  await check();
  await send();
};
const newMails = async (act: () => Promise<unknown>) => {
  const before = mail.mails.length;
  await act();
  return mail.mails.slice(before).map((each) => ({
    to: each.to[0] ?? '',
    subject: each.headers.get('subject') ?? '',
    text: (each.parts.get('text/plain') ?? '').replaceAll('\r\n', '\n'),
    html: each.parts.get('text/html') ?? '',
    headers: each.headers,
  }));
};
const nobody = () => world.sql('delete from alert_mails').then(() => world.sql('delete from alert_choices'));

beforeAll(async () => {
  mail = await startMailServer();
  app = await testApp({ env: env() });
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 5);
  beta = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  await world.judge({ ...verdict, application: 'Alpha Editor', version: 1, cves: [exploited] });
  await world.judge({ ...verdict, application: 'Bravo Player', version: 1, cves: [mild] });
  await world.judge({
    ...verdict,
    application: 'Charlie Viewer',
    version: 1,
    cves: [other],
    zeroDays: [other],
    isFixable: false,
  });
  for (const at of [0, 1]) await world.upload(at, ['Alpha Editor 1', 'Bravo Player 1']);
  await world.upload(2, ['Charlie Viewer 1']);
  for (const at of [3, 4]) await world.upload(at, ['Delta Reader 1']);
  await world.exploit(exploited, true);
  await world.sql(`update cves set cvss_score = 9.8, published_on = '2020-01-01'`);
  await world.count();
  await followIssues.run({}, jobTools(app));
  await world.sql(
    `update issue_history set opened_at = '2026-09-01' where cve_no = (select cve_no from cves where cve_id = $1)`,
    [mild],
  );
});
afterAll(async () => {
  await app.close();
  mail.close();
});
// Each test has its own time; a session ends with an hour of silence.
beforeEach(async () => {
  manager = await app.signIn('manager');
  await manager.ehlo();
  await nobody();
});

const taskOf = (state: number) =>
  world.sql(
    `insert into tasks (customer_id, site_id, task_id, host_id, kind, channel_tag, from_version, to_version, options, state,
       attempt, epoch, ready_at, futile, has_inventory, created_at, changed_at, result, cause, is_disk_full)
     select customer_id, site_id, gen_random_uuid(), host_id, 0, $2, '1.0', '2.0', '{}', $3, 3, 1, $4, 0, false, $4, $4, 'failed', '', false
     from hosts where host_id = $1`,
    [world.agents[0]?.agentUuid, channelOf('Alpha Editor'), state, app.clock.now],
  );

describe('alerts of a site', () => {
  it('tell what is open by kind, urgent ones first, with the numbers of the pages that they lead to', async () => {
    await taskOf(4);
    await world.sql('update hosts set dormant_since = $2 where host_id = $1', [
      world.agents[4]?.agentUuid,
      app.clock.now,
    ]);
    await choose(manager, true);
    const [told, ...others] = await newMails(nextHour);
    manager = await app.signIn('manager');
    expect(others).toEqual([]);
    expect(told).toMatchObject({ to: 'manager@ours.example', subject: 'Beta: 2 urgent alerts, 3 others' });
    const text = told?.text ?? '';
    const titles = [...text.matchAll(/^[A-Z0][A-Z0:\- ]{8,}$/gm)].map(([title]) => title);
    expect(titles).toEqual([
      'URGENT: EXPLOITED VULNERABILITIES',
      'URGENT: 0-DAY APPLICATIONS',
      'UPDATES THAT FAILED FOR GOOD',
      'OVERDUE WITHOUT A DECISION',
      'HOSTS NOT HEARD OF',
    ]);
    expect(text).toContain(`- ${exploited} in Alpha Editor: Exploited, 2 hosts`);
    expect(text).toContain('- Charlie Viewer: 1 host has a vulnerability without a fix');
    expect(text).toContain('- Bravo Player: 1 vulnerability is past the due day, and there is no decision');
    expect(text).toContain('- 1 host of 5 hosts (20%) not heard of for ');
    const numberAt = (address: string) => {
      const found = new RegExp(`Open (\\d+) [^\\n]* in Patchkeep: (https://patch\\.example/#${address})`).exec(text);
      return Number(found?.[1]);
    };
    const at = (path: string) => `${path.replaceAll(/[?]/g, '\\?')}&site=${beta}`;
    const listed = async (query: object) =>
      (await manager.call(vulnerabilities.list, { query: query as never })).body.total;
    expect(numberAt(at('/vulnerabilities?mark=exploited'))).toBe(await listed({ isExploited: 'true' }));
    expect(numberAt(at('/vulnerabilities?due=overdue&decision=none'))).toBe(
      await listed({ isOverdue: 'true', decision: 'none' }),
    );
    expect(numberAt(at('/applications?status=zeroday'))).toBe(
      (await manager.call(applications.list, { query: { status: 'zeroday' } as never })).body.total,
    );
    expect(numberAt(at('/patching/activity?result=unsolved'))).toBe(
      (await manager.call(activities.packages, { query: { result: 'unsolved' } as never })).body.activities.length,
    );
    expect(numberAt(at('/hosts?view=dormant'))).toBe((await manager.call(hosts.counts)).body.views.dormant);
    expect(told?.headers.get('list-unsubscribe')).toContain('https://patch.example/#/configuration?tab=alerts');
    await world.sql('delete from tasks');
    await world.sql('update hosts set dormant_since = null');
  });

  it('tell each finding once, and once that it is resolved', async () => {
    await choose(manager, true);
    expect(await newMails(nextHour)).toHaveLength(1);
    expect(await newMails(nextHour)).toEqual([]);
    await world.exploit(exploited, false);
    await world.count();
    const [resolved] = await newMails(nextHour);
    expect(resolved?.subject).toBe('Beta: 1 resolved');
    expect(resolved?.text).toContain(
      `RESOLVED\nThese were told before and are not found any more.\n- Exploited vulnerabilities: ${exploited} in Alpha Editor`,
    );
    expect(resolved?.text).not.toContain('URGENT');
    expect(await newMails(nextHour)).toEqual([]);
    await world.exploit(exploited, true);
    await world.count();
    expect((await newMails(nextHour)).map(({ subject }) => subject)).toEqual(['Beta: 1 urgent alert']);
  });

  it('are looked for at most once an hour', async () => {
    await choose(manager, true);
    await nextHour();
    await world.exploit(exploited, false);
    await world.count();
    expect(await newMails(async () => [await check(), await send()])).toEqual([]);
    expect(await newMails(nextHour)).toHaveLength(1);
    await world.exploit(exploited, true);
    await world.count();
  });

  it('tell who begins later what is open then, and who switched them off nothing', async () => {
    await choose(manager, true);
    await nextHour();
    const admin = await app.signIn('admin');
    await admin.ehlo();
    await choose(admin, true);
    expect((await newMails(nextHour)).map(({ to }) => to)).toEqual(['admin@ours.example']);
    await choose(await app.signIn('admin').then(async (tab) => (await tab.ehlo(), tab)), false);
    await world.exploit(exploited, false);
    await world.count();
    expect((await newMails(nextHour)).map(({ to }) => to)).toEqual(['manager@ours.example']);
    await world.exploit(exploited, true);
    await world.count();
  });

  it('are not sent to who lost the right to see the site by the time of sending', async () => {
    await choose(manager, true);
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
    await check();
    const member = `site_id = '${beta}' and user_id = (select user_id from users where username = 'manager@ours.example')`;
    await world.sql(`update site_members set permissions = 0 where ${member}`);
    expect(await newMails(send)).toEqual([]);
    await world.sql(`update site_members set permissions = 3 where ${member}`);
    await world.sql(`update users set disabled_at = now() where username = 'manager@ours.example'`);
    expect(await newMails(send)).toEqual([]);
    await world.sql(`update users set disabled_at = null where username = 'manager@ours.example'`);
    await world.sql(`update sites set is_patching_enabled = false where site_id = $1`, [beta]);
    const [told] = await newMails(send);
    // What was found before is told only to who may see it now.
    expect(told?.text).toContain('URGENT');
    expect(told?.text).not.toContain('WITHOUT A DECISION');
    await world.sql(`update sites set is_patching_enabled = true where site_id = $1`, [beta]);
  });

  it('never make markup or a link of a name, and bound it', async () => {
    const name = `<b>x</b> http://evil.example/a "${'y'.repeat(300)}`;
    await world.sql(`update applications set name = $1 where name = 'Charlie Viewer'`, [name]);
    await world.sql('update sites set name = $2 where site_id = $1', [beta, 'Beta\r\nBcc: x@evil.example']);
    await choose(manager, true);
    const [told] = await newMails(nextHour);
    expect([...(told?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(told?.html).toContain('&lt;b&gt;x&lt;');
    expect(told?.html).not.toContain('<b>x');
    for (const part of [told?.html, told?.text]) {
      expect(part).not.toContain('evil.example');
      expect(part).not.toContain('http://');
      expect(part).not.toContain('y'.repeat(80));
    }
    const hrefs = [...(told?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs.filter((href) => !href?.startsWith('https://patch.example/#/'))).toEqual([]);
    await world.sql(`update applications set name = 'Charlie Viewer' where name = $1`, [name]);
    await world.sql(`update sites set name = 'Beta' where site_id = $1`, [beta]);
  });

  it('tell who vouches for custom software from when on, urgently, and only while somebody can object', async () => {
    await choose(manager, true);
    await newMails(nextHour);
    const [user] = await world.sql('select user_id from users where username = $1', ['manager@ours.example']);
    const userId = String(user?.['user_id']);
    const [site, now] = [beta, app.clock.now.getTime()];
    const times = { madeAt: now, starts: now + 72 * 3_600_000 };
    const { listed } = fileApprover(userId);
    const home = { rpId: null, origins: [], keys: [listed] };
    const text = canonical(approvers.schema.parse({ site, version: 1, former: null, ...times, threshold: 1, ...home }));
    await world.sql(`insert into approver_statements values ($1, $2, 1, $3, '', '[]', 'signed', $4, $5, $6)`, [
      customerId(),
      beta,
      text,
      new Date(times.starts),
      userId,
      app.clock.now,
    ]);
    const [told] = await newMails(nextHour);
    expect(told?.text).toContain('URGENT: NEW APPROVERS OF CUSTOM SOFTWARE');
    const day = new Date(times.starts).toISOString().slice(0, 10);
    expect(told?.text).toContain(`from ${day} on manager@ours.example vouch for custom software, 1 person at a time`);
    expect(await newMails(nextHour)).toEqual([]);
    app.clock.now = new Date(now + 6 * 86_400_000);
    manager = await app.signIn('manager');
    expect((await newMails(nextHour)).map(({ text: words }) => words).join('')).toContain('RESOLVED');
    await world.sql('delete from approver_statements where site_id = $1', [beta]);
  });
});

describe('a mail of alerts', () => {
  it('is sent once by many who try at once', async () => {
    await choose(manager, true);
    // Not the first mail: who writes the row for the first time waits for others by that alone.
    await world.sql('insert into alert_mails select customer_id, scope_id, user_id from alert_choices');
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
    await check();
    expect(await newMails(() => Promise.all(Array.from({ length: 6 }, () => send())))).toHaveLength(1);
  });

  it('that the mail server refuses is sent later, and one that it left unanswered is not', async () => {
    await choose(manager, true);
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
    await check();
    for (const place of ['atData', 'atEnd'] as const) {
      mail.disturbed[place] = '451 Later';
      await expect(send()).rejects.toThrow('Not everybody could be told');
      mail.disturbed[place] = undefined;
    }
    const lastMail = async () =>
      (await manager.call(alertChoices.read)).body.sites.find((site) => site.siteAccountUuid === beta)?.lastMail;
    manager = await app.signIn('manager');
    expect(await lastMail()).toMatchObject({ outcome: 'refused' });
    expect(await newMails(send)).toHaveLength(1);
    expect(await lastMail()).toMatchObject({ outcome: 'sent' });
    await world.exploit(exploited, false);
    await world.count();
    mail.disturbed.atEnd = 'cut';
    expect(await newMails(nextHour)).toHaveLength(1);
    mail.disturbed.atEnd = undefined;
    manager = await app.signIn('manager');
    expect(await lastMail()).toMatchObject({ outcome: 'unanswered' });
    expect(await newMails(nextHour)).toEqual([]);
    await world.exploit(exploited, true);
    await world.count();
    const [next] = await newMails(nextHour);
    expect(next?.text).toContain('may be missing');
  });
});

describe('alerts of the installation', () => {
  it('tell system administrators of stale feeds and waiting packages, and no site does', async () => {
    const admin = await app.signIn('admin');
    await admin.ehlo();
    await admin.call(alertChoices.saveSystem, { body: { hasAlerts: true, hasReport: false } });
    await choose(manager, true);
    await world.sql(
      `insert into package_builds (build_id, channel_tag, version, state, holds, since, fits)
       values ('a', $1, '3.0', 'awaitsPerson', '[]', now(), null), ('b', $1, '2.0', 'held', '[]', now(), null)`,
      [channelOf('Alpha Editor')],
    );
    const mails = await newMails(nextHour);
    const system = mails.find(({ to }) => to === 'admin@ours.example');
    expect(system?.text).toContain('STALE FEEDS');
    expect(system?.text).toContain('- Alpha Editor 3.\u200b0: waits for signatures');
    expect(system?.text).toContain('- Alpha Editor 2.\u200b0: is held');
    expect(system?.text).toContain('https://patch.example/#/configuration?tab=feeds');
    expect(mails.find(({ to }) => to === 'manager@ours.example')?.text).not.toContain('FEEDS');
    await world.sql(`update users set is_system_admin = false where username = 'admin@ours.example'`);
    await world.sql(`delete from alert_mails`);
    expect((await newMails(send)).map(({ to }) => to)).toEqual(['manager@ours.example']);
    await world.sql(`update users set is_system_admin = true where username = 'admin@ours.example'`);
  });
});
