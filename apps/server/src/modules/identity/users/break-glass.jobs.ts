import { z } from 'zod';
import { withTenant } from '../../../platform/db/tenant.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { findCustomer } from '../../tenants/public.ts';
import { findUser } from '../users.queries.ts';
import { listSystemAdministrators } from './administrators.service.ts';
import { breakGlassMail } from './mail-break-glass.rules.ts';

export const tellBreakGlass = {
  name: 'tell-break-glass',
  payload: z.object({
    customerId: z.uuid(),
    userId: z.uuid(),
    sessionId: z.uuid(),
    at: z.iso.datetime(),
    ip: z.string(),
  }),
};

/** Tells every system administrator that a break-glass account was used. Without a mail server the log alone says so. */
export const tellBreakGlassUse = (mail: { mailer: Mailer; publicUrl: string } | undefined) =>
  job({
    ...tellBreakGlass,
    async run({ customerId, userId, sessionId, at, ip }, { pool }) {
      if (!mail) return;
      const found = await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => ({
        customer: await findCustomer(tx, customerId),
        user: await findUser(tx, customerId, userId),
        administrators: await listSystemAdministrators(tx, customerId),
      }));
      const { customer, user, administrators } = found;
      if (!customer || !user) return;
      for (const { user_id, long_name: name, username: address } of administrators) {
        const words = breakGlassMail({
          longName: name,
          account: user.long_name,
          accountAddress: user.username,
          customerName: customer.name,
          at: new Date(at),
          ip,
          link: new URL('/#/user-activity', mail.publicUrl).href,
        });
        // A mail that is sent twice after a failure has one name, so that the mailbox shows it once.
        await mail.mailer.send({ id: `${sessionId}-${user_id}`, to: { name, address }, ...words });
      }
    },
  });
