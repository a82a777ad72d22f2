import { randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { type invitations as endpoints, type MadeInvitation, userLimits } from '@patchkeep/contract/users';
import { dayMs } from '@patchkeep/rules/time-units';
import { mayInvite } from '@patchkeep/rules/users/user-change';
import type pg from 'pg';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Context, OpenContext } from '../../../platform/context.ts';
import { type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { Refusal } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { recordAct } from '../../audit/public.ts';
import type { PasswordKeeper } from '../password.service.ts';
import { setPassword } from '../users.repository.ts';
import type { InvitationTexts } from './invitation-text.factory.ts';
import { mailInvitation } from './invitations.jobs.ts';
import { findInvitation, heldBy } from './site-users.queries.ts';
import { insertInvitation, revokeInvitations, useInvitation } from './site-users.repository.ts';

export interface InvitationTools {
  texts: InvitationTexts;
  /** The server has a mail server. */
  isMailing: boolean;
}

/** A new invitation in place of those before, and a mail with its link where there is a mail server. */
export const makeInvitation = async (
  { tx, principal: { customerId, userId: madeBy }, now }: Context,
  { texts, isMailing }: InvitationTools,
  userId: string,
): Promise<MadeInvitation> => {
  const invitationId = randomUUIDv7();
  const expires = new Date(now.getTime() + userLimits.invitationDays * dayMs);
  await revokeInvitations(tx, customerId, userId, now);
  await insertInvitation(tx, {
    customer_id: customerId,
    invitation_id: invitationId,
    user_id: userId,
    made_by: madeBy,
    created_at: now,
    expires_at: expires,
    used_at: null,
    revoked_at: null,
  });
  if (isMailing)
    await enqueue(tx, mailInvitation, { customerId, invitationId }, { key: `invite ${invitationId}`, runAt: now });
  return { invitation: texts.write({ customerId, invitationId }), expires: expires.toISOString(), isMailed: isMailing };
};

export interface OpenInvitationTools {
  pool: pg.Pool;
  bus: Bus;
  texts: InvitationTexts;
  passwords: PasswordKeeper;
}

/** One answer for all: who has no good invitation learns nothing about the one they tried. */
const notGood = () =>
  new Refusal(410, 'This invitation is not good any more: it was used, replaced or revoked, or is too old');

/** Others may have given the invited user more since: then who made the link would gain it by using the link themselves. */
export const mayStillInvite = async (tx: Tx, customerId: string, of: { made_by: string; user_id: string }) => {
  const [maker, invited] = [await heldBy(tx, customerId, of.made_by), await heldBy(tx, customerId, of.user_id)];
  return mayInvite(maker, invited);
};

/** The invitation that a text names, while it is good. */
export const openInvitation = async ({ pool, texts }: OpenInvitationTools, { now }: OpenContext, text: string) => {
  const name = texts.read(text);
  if (!name) throw notGood();
  const { customerId, invitationId } = name;
  const found = await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    const invitation = await findInvitation(tx, customerId, invitationId);
    return invitation && (await mayStillInvite(tx, customerId, invitation)) ? invitation : undefined;
  });
  const isOpen = found && found.used_at === null && found.revoked_at === null && found.expires_at > now;
  if (!isOpen || found.disabled_at !== null || found.is_sso_login_only) throw notGood();
  return { customerId, ...found };
};

export const lookAtInvitation = async (
  tools: OpenInvitationTools,
  context: OpenContext,
  { invitation }: Received<typeof endpoints.look>['body'],
): Promise<Returned<typeof endpoints.look>> => {
  const found = await openInvitation(tools, context, invitation);
  return {
    username: found.username,
    longName: found.long_name,
    customerName: found.customer_name,
    expires: found.expires_at.toISOString(),
  };
};

export const acceptInvitation = async (
  tools: OpenInvitationTools,
  context: OpenContext,
  { invitation, passwordHash }: Received<typeof endpoints.accept>['body'],
): Promise<void> => {
  const { customerId, user_id: userId, invitation_id: invitationId } = await openInvitation(tools, context, invitation);
  // Between two transactions, never inside one: this takes most of a tenth of a second.
  const password = await tools.passwords.store(passwordHash);
  await withTenant(tools.pool, { customerId, siteIds: [], actorId: userId }, async (tx) => {
    if (!(await useInvitation(tx, customerId, invitationId, context.now))) throw notGood();
    await setPassword(tx, customerId, userId, password);
    await recordAct(tx, context, {
      customerId,
      siteId: null,
      actorId: userId,
      credentialId: null,
      verb: 'invitation.accept',
      objectKind: 'user',
      objectId: userId,
    });
  });
  await tools.bus.publish([{ customerId, thing: 'user', id: userId }]);
};
