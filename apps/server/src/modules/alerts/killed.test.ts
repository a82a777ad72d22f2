import { randomUUID } from 'node:crypto';
import { alertChoices } from '@patchkeep/contract/alerts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { nodeEnv } from '../../../../../tools/services/node-env.ts';
import { mailSettings } from '../../platform/mail/mailer.ts';
import { type TestApp, testApp } from '../../testkit/app.ts';
import { startServer } from '../../testkit/installed.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { startMailServer } from '../../testkit/mail-server.ts';
import { pepper, secretKey } from '../../testkit/world.ts';
import { sendAlerts } from './public.ts';

let app: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let customerId = '';
const smtp = () => ({
  PATCHKEEP_SMTP_URL: `smtp://${mail.address}`,
  PATCHKEEP_MAIL_FROM: 'patchkeep@ours.example',
  PATCHKEEP_PUBLIC_URL: 'https://patch.example',
});
const sql = (text: string, values: unknown[] = []) => app.database.pool('postgres').query(text, values);

beforeAll(async () => {
  mail = await startMailServer();
  app = await testApp({ env: smtp() });
});
afterAll(async () => {
  await app.close();
  mail.close();
});
beforeEach(async () => {
  mail.mails.length = 0;
  for (const table of ['alert_mails', 'alert_choices', 'alert_findings', 'alert_checks'])
    await sql(`delete from ${table}`);
  const manager = await app.signIn('manager');
  customerId = manager.customerId ?? '';
  const siteId = (await manager.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  await manager.call(alertChoices.save, { params: { id: siteId }, body: { hasAlerts: true, hasReport: false } });
  await sql(`insert into alert_checks values ($1, $2, $2, now(), '{"zeroday": 1}')`, [customerId, siteId]);
  await sql(
    `insert into alert_findings values ($1, $2, $2, 'zeroday', $3, '{"name": "Alpha Editor", "reason": "x"}', now())`,
    [customerId, siteId, randomUUID()],
  );
});

/** A server that is killed while the mail server keeps it waiting. */
const killAt = async (place: 'atData' | 'atEnd'): Promise<void> => {
  const before = mail.seen[place];
  mail.disturbed[place] = 'hang';
  const server = await startServer({
    ...nodeEnv(),
    PATCHKEEP_DATABASE_URL: app.database.url('patchkeep_api'),
    PATCHKEEP_WORKER_DATABASE_URL: app.database.url('patchkeep_worker'),
    PATCHKEEP_QUEUE_DATABASE_URL: app.database.url('patchkeep_queue'),
    PATCHKEEP_SECRET_KEY: secretKey,
    PATCHKEEP_PEPPER: pepper,
    PATCHKEEP_FEEDS: 'bundle',
    ...smtp(),
  });
  try {
    const payload = JSON.stringify({ customerId });
    await sql(`select jobs.enqueue('mail-alerts', $1::json, $2, now(), 10)`, [payload, randomUUID()]);
    await expect.poll(() => mail.seen[place], { timeout: 120_000 }).toBe(before + 1);
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    mail.disturbed[place] = undefined;
  }
};
/** As the next hour does; the row is free once the database has noticed that the connection is gone. */
const sendLater = async (): Promise<void> => {
  const isHeld = async () =>
    (await sql(`select 1 from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'alert_mails'`))
      .rowCount;
  await expect.poll(isHeld, { timeout: 60_000 }).toBe(0);
  await sendAlerts(mailSettings(smtp() as never)).run({ customerId }, jobTools(app));
};

it('a mail whose server was killed before it was handed over is sent by the next one, once', async () => {
  await killAt('atData');
  expect(mail.mails).toEqual([]);
  await sendLater();
  await sendLater();
  expect(mail.mails.map(({ to }) => to)).toEqual([['manager@ours.example']]);
}, 300_000);

it('a mail whose server was killed after the last line, before the answer, is not sent again', async () => {
  await killAt('atEnd');
  expect(mail.mails).toHaveLength(1);
  await sendLater();
  expect(mail.mails).toHaveLength(1);
}, 300_000);
