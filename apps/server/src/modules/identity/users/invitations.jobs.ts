import { z } from 'zod';
import { withTenant } from '../../../platform/db/tenant.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { InvitationTexts } from './invitation-text.factory.ts';
import { invitationMail } from './mail-invitation.rules.ts';
import { findInvitation } from './site-users.queries.ts';

/** The payload names the invitation; its link is made when the mail is. */
export const mailInvitation = {
  name: 'mail-invitation',
  payload: z.object({ customerId: z.uuid(), invitationId: z.uuid() }),
};

/** Mails the link of an invitation, unless it was used, replaced or revoked meanwhile. */
export const mailInvitations = (texts: InvitationTexts, mail: { mailer: Mailer; publicUrl: string } | undefined) =>
  job({
    ...mailInvitation,
    async run({ customerId, invitationId }, { pool, clock }) {
      if (!mail) throw new Error('There is no mail server in the settings of this worker');
      const found = await withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) =>
        findInvitation(tx, customerId, invitationId),
      );
      if (!found || found.used_at !== null || found.revoked_at !== null || found.expires_at <= clock()) return;
      const link = new URL('/login', mail.publicUrl);
      link.hash = `invitation=${texts.write({ customerId, invitationId })}`;
      const words = invitationMail({
        longName: found.long_name,
        username: found.username,
        customerName: found.customer_name,
        link: link.href,
        expires: found.expires_at,
      });
      // A mail that is sent twice after a failure has one name, so that the mailbox shows it once.
      await mail.mailer.send({ id: invitationId, to: { name: found.long_name, address: found.username }, ...words });
    },
  });
