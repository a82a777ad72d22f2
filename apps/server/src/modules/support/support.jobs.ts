import { z } from 'zod';
import { withTenant } from '../../platform/db/tenant.ts';
import { job } from '../../platform/jobs/jobs.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { findWaiting, markSent } from './messages.repository.ts';
import { supportMail } from './support-mail.rules.ts';

/** The payload names the message; its text stays in its row. */
export const mailSupport = {
  name: 'mail-support',
  payload: z.object({ customerId: z.uuid(), messageId: z.uuid() }),
};

/** Mails a message to support. A mail server that does not answer is asked again, for some days. */
export const mailSupportMessages = (mail: { mailer: Mailer } | undefined, address: string | undefined) =>
  job({
    ...mailSupport,
    async run({ customerId, messageId }, { pool, clock }) {
      if (!mail || address === undefined) throw new Error('There is no mail server or support address in the settings');
      const tenant = { customerId, siteIds: [], actorId: null };
      const found = await withTenant(pool, tenant, (tx) => findWaiting(tx, customerId, messageId));
      if (!found) return;
      // A mail that is sent twice after a failure has one name, so that the mailbox shows it once.
      await mail.mailer.send({ id: messageId, to: { name: 'Support', address }, ...supportMail(found) });
      await withTenant(pool, tenant, (tx) => markSent(tx, customerId, messageId, clock()));
    },
  });
