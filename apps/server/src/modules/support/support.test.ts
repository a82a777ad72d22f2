import { support, supportDocumentIds, supportLimits } from '@patchkeep/contract/support';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailSettings } from '../../platform/mail/mailer.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { startMailServer } from '../../testkit/mail-server.ts';
import { people } from '../../testkit/world.ts';
import { mailSupportMessages } from './support.jobs.ts';

let app: TestApp;
let bare: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let manager: TestClient;
const address = 'support@operator.example';
const smtp = () => ({
  PATCHKEEP_SMTP_URL: `smtp://${mail.address}`,
  PATCHKEEP_MAIL_FROM: 'Patchkeep <patchkeep@ours.example>',
  PATCHKEEP_PUBLIC_URL: 'https://patch.example',
});
beforeAll(async () => {
  mail = await startMailServer();
  app = await testApp({
    env: {
      ...smtp(),
      PATCHKEEP_SUPPORT_EMAIL: address,
      PATCHKEEP_SUPPORT_PHONE: '+45 70 20 30 40',
      PATCHKEEP_SUPPORT_PORTAL: 'https://portal.example/',
      PATCHKEEP_SUPPORT_DOCUMENTS: 'quick-guide=https://docs.example/quick.pdf',
    },
  });
  bare = await testApp();
});
beforeEach(async () => {
  manager = await app.signIn('manager');
});
afterAll(async () => {
  await app.close();
  await bare.close();
  mail.close();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await app.database.pool('postgres').query(text, values)).rows;
const clearMessages = () => sql('delete from support_messages');
const send = (body: object = {}, client = manager) =>
  client.call(support.send, {
    body: { subject: 'Console is slow', message: 'Since Monday.\nThe dashboard.', attachments: [], ...body },
  });
const sent = async (client = manager) => (await client.call(support.messages)).body.messages;
/** Runs the mails that wait, as the worker does. */
const mailAll = async () => {
  const job = mailSupportMessages(mailSettings(smtp()), address);
  for (const { customer_id: customerId, message_id: messageId } of await sql('select * from support_messages'))
    await job.run({ customerId, messageId }, jobTools(app));
};
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the page Support', () => {
  it('has the addresses of the operator, and each document with its address where there is one', async () => {
    const { body } = await manager.call(support.read);
    expect(body).toEqual({
      email: address,
      phone: '+45 70 20 30 40',
      portalUrl: 'https://portal.example/',
      communityUrl: null,
      documents: supportDocumentIds.map((id) => ({
        id,
        url: id === 'quick-guide' ? 'https://docs.example/quick.pdf' : null,
      })),
      isMessagePossible: true,
    });
  });

  it('takes no message where the server has no mail server or no address', async () => {
    const client = await bare.signIn('manager');
    expect((await client.call(support.read)).body).toMatchObject({ email: null, isMessagePossible: false });
    expect((await send({}, client)).status).toBe(400);
  });
});

describe('a message to support', () => {
  it('reaches the address of the operator with its files, and an answer reaches who wrote it', async () => {
    await clearMessages();
    await send({ attachments: [{ name: 'trace <1>.har', content: base64('{"log":1}') }] });
    expect(await sent()).toMatchObject([{ subject: 'Console is slow', sent: null }]);
    await mailAll();
    const received = mail.mails.at(-1);
    expect(received).toMatchObject({ from: 'patchkeep@ours.example', to: [address] });
    expect(received?.headers.get('subject')).toBe('[Patchkeep support] Console is slow');
    expect(received?.headers.get('reply-to')).toContain(people.manager);
    expect(received?.parts.get('application/octet-stream')).toBe('{"log":1}');
    expect(await sent()).toMatchObject([{ sent: app.clock.now.toISOString() }]);
    // Nothing of it is kept once the mail server has it.
    expect(await sql('select message, attachments from support_messages')).toEqual([{ message: '', attachments: [] }]);
    const before = mail.mails.length;
    await mailAll();
    expect(mail.mails.length).toBe(before);
  });

  it('stands in the activity log without its text', async () => {
    const [row] = await sql("select after from audit_entries where verb = 'support.send' order by seq desc limit 1");
    expect(row.after).toEqual({ subject: 'Console is slow', files: ['trace <1>.har'] });
  });

  it('has a subject, a message and attachments: each is asked for, and nothing else is taken [CONF-16]', async () => {
    const whole = { subject: 'Console is slow', message: 'Since Monday.', attachments: [] };
    const statusOf = async (body: object) => (await manager.call(support.send, { body: body as never })).status;
    expect(await statusOf(whole)).toBe(200);
    for (const missing of ['subject', 'message', 'attachments'])
      expect(await statusOf({ ...whole, [missing]: undefined })).toBe(400);
    for (const more of [{ priority: 'high' }, { from: 'x@evil.example' }, { to: 'x@evil.example' }])
      expect(await statusOf({ ...whole, ...more })).toBe(400);
    const attachment = { name: 'trace.har', content: base64('a') };
    expect(await statusOf({ ...whole, attachments: [{ ...attachment, type: 'text/html' }] })).toBe(400);
  });

  it('is seen by nobody else', async () => {
    const other = await app.signIn('reader');
    expect(await sent(other)).toEqual([]);
  });

  it.each([
    ['no subject', { subject: ' ' }],
    ['a line break in its subject', { subject: 'a\r\nBcc: x@evil.example' }],
    ['a path as the name of a file', { attachments: [{ name: '../etc/passwd', content: '' }] }],
    ['a file that is not in base 64', { attachments: [{ name: 'a', content: '*' }] }],
    ['too many files', { attachments: Array.from({ length: 6 }, () => ({ name: 'a', content: base64('a') })) }],
  ])('is refused with %s', async (_what, body) => {
    const before = (await sent()).length;
    expect((await send(body)).status).toBe(400);
    expect((await sent()).length).toBe(before);
  });

  it('is refused with files that are too large together', async () => {
    const attachments = ['1', '2'].map((name) => ({ name, content: base64('a'.repeat(2_600_000)) }));
    expect((await send({ attachments })).status).toBe(400);
    expect((await send({ attachments: attachments.slice(1) })).status).toBe(200);
  });

  it('waits when its writer sent ten of them within a day, however many are sent at once', async () => {
    await clearMessages();
    const answers = await Promise.all(Array.from({ length: 14 }, () => send()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(supportLimits.perDay);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    app.clock.now = new Date(app.clock.now.getTime() + 86_400_000);
    manager = await app.signIn('manager');
    expect((await send()).status).toBe(200);
  });
});
