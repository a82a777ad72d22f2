import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { withTenant } from '../../platform/db/tenant.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { mailFailureOf } from '../../platform/mail/mail-failure.rules.ts';
import type { MailSettings } from '../../platform/mail/mailer.ts';
import { findUser } from '../identity/public.ts';
import { testMailWords } from './alert-mail.rules.ts';
import { endTest } from './mails.repository.ts';

export const testMail = {
  name: 'test-mail',
  payload: z.object({ customerId: z.uuid(), userId: z.uuid() }),
};

/** Sends a mail to who asked for it, and keeps what came of it for the page. Nobody waits for it, so it is tried once. */
export const sendTestMails = (mail: MailSettings | undefined) =>
  job({
    ...testMail,
    async run({ customerId, userId }, { pool, bus, clock, log }) {
      const tenant = { customerId, siteIds: [], actorId: null };
      const user = await withTenant(pool, tenant, (tx) => findUser(tx, customerId, userId));
      if (!user || user.disabled_at !== null) return;
      const send = async () => {
        if (!mail) return 'unreachable' as const;
        try {
          const to = { name: user.long_name, address: user.username };
          await mail.mailer.send({ id: randomUUID(), to, ...testMailWords(user.long_name, mail.publicUrl) });
          return null;
        } catch (err) {
          log.warn({ customerId, err }, 'a test mail was not sent');
          return mailFailureOf(err);
        }
      };
      const failure = await send();
      await withTenant(pool, tenant, (tx) => endTest(tx, { customerId, userId, now: clock(), failure }));
      await bus.publish([{ customerId, thing: 'alertChoice', id: userId }]);
    },
  });
