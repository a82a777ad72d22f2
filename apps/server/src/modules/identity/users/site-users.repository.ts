import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { InvitationRow, RemovedMemberRow } from '../identity.tables.ts';

interface Member {
  customerId: string;
  userId: string;
  siteId: string;
}
const isOf = ({ customerId, userId, siteId }: Member) =>
  sql<SqlBool>`customer_id = ${customerId} and user_id = ${userId} and site_id = ${siteId}`;

/** Nobody has used or revoked it, and it is not too old. */
const isOpen = (customerId: string, now: Date) =>
  sql<SqlBool>`customer_id = ${customerId} and used_at is null and revoked_at is null and expires_at > ${now}`;

export const saveMembership = async (
  tx: Tx,
  row: { customer_id: string; site_id: string; user_id: string; permissions: number },
): Promise<void> => {
  // Whatever gave it before: what somebody sets by hand is not changed at the next sign-in.
  await tx
    .insertInto('site_members')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'user_id', 'site_id'])
        .doUpdateSet((each) => ({ permissions: each.ref('excluded.permissions'), is_mapped: false })),
    )
    .execute();
};

export const deleteMembership = async (tx: Tx, member: Member): Promise<void> => {
  await tx.deleteFrom('site_members').where(isOf(member)).execute();
};

/** What was kept of an earlier removal from the same site is of no use any more. */
export const keepRemoved = async (tx: Tx, row: RemovedMemberRow): Promise<void> => {
  await tx
    .insertInto('removed_members')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'site_id', 'user_id']).doUpdateSet((each) => ({
        permissions: each.ref('excluded.permissions'),
        was_system_admin: each.ref('excluded.was_system_admin'),
        removed_at: each.ref('excluded.removed_at'),
      })),
    )
    .execute();
};

export const forgetRemoved = async (tx: Tx, member: Member): Promise<void> => {
  await tx.deleteFrom('removed_members').where(isOf(member)).execute();
};

/** Removals that cannot be taken back any more; who was disabled by one keeps no password either. */
export const dropOldRemovals = async (tx: Tx, customerId: string, before: Date): Promise<void> => {
  await tx
    .deleteFrom('removed_members')
    .where('customer_id', '=', customerId)
    .where('removed_at', '<=', before)
    .execute();
  await tx
    .updateTable('users')
    .set({ password_salt: null, password_digest: null, password_version: null })
    .where('customer_id', '=', customerId)
    .where('disabled_at', '<=', before)
    .where('password_digest', 'is not', null)
    .execute();
};

export const insertInvitation = async (tx: Tx, row: InvitationRow): Promise<void> => {
  await tx.insertInto('invitations').values(row).execute();
};

/** Returns whether one was open. */
const endInvitations = async (
  tx: Tx,
  customerId: string,
  which: { user_id: string } | { invitation_id: string },
  change: { used_at: Date } | { revoked_at: Date },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set(change)
    .where(isOpen(customerId, now))
    .where((each) => each.and(which))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const revokeInvitations = (tx: Tx, customerId: string, userId: string, now: Date): Promise<boolean> =>
  endInvitations(tx, customerId, { user_id: userId }, { revoked_at: now }, now);

/** Uses an invitation up. Of several who try at once, one gets true. */
export const useInvitation = (tx: Tx, customerId: string, invitationId: string, now: Date): Promise<boolean> =>
  endInvitations(tx, customerId, { invitation_id: invitationId }, { used_at: now }, now);

/** Invitations that nobody can use and no entry of the log needs. */
export const dropOldInvitations = async (tx: Tx, customerId: string, before: Date): Promise<void> => {
  await tx.deleteFrom('invitations').where('customer_id', '=', customerId).where('expires_at', '<=', before).execute();
};
