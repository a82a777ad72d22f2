import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer } from '../../testkit/mail-server.ts';
import { smtpMailer } from './mailer.ts';

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const mail = (subject: string) => ({
  id: subject,
  to: { name: 'X', address: 'x@ours.example' },
  subject,
  text: 'x',
  html: 'x',
});

it('a mail is not taken before it is finished, and never if it is aborted', async () => {
  const mailer = smtpMailer(`smtp://${server.address}`, 'a@ours.example');
  const [kept, dropped] = [await mailer.begin(mail('kept')), await mailer.begin(mail('dropped'))];
  // Another mail goes all the way while the two wait for their last line.
  await mailer.send(mail('between'));
  const taken = () => server.mails.map(({ headers }) => headers.get('subject'));
  expect(taken()).toEqual(['between']);
  dropped.abort();
  await kept.finish();
  expect(taken()).toEqual(['between', 'kept']);
});
