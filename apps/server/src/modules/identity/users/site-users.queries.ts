import type { HeldRights } from '@patchkeep/rules/users/user-change';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { findUser } from '../users.queries.ts';

interface Asked {
  customerId: string;
  siteId: string;
  now: Date;
  /** Removals from before this time cannot be taken back. */
  removedSince: Date;
  userId?: string | undefined;
}

/** Members of the site, system administrators, and who was removed from the site lately; by name. */
export const listSiteUsers = (tx: Tx, { customerId, siteId, now, removedSince, userId }: Asked) =>
  tx
    .selectFrom('users as u')
    .leftJoin('site_members as m', (join) =>
      join
        .onRef('m.customer_id', '=', 'u.customer_id')
        .onRef('m.user_id', '=', 'u.user_id')
        .on('m.site_id', '=', siteId),
    )
    .leftJoin('removed_members as r', (join) =>
      join
        .onRef('r.customer_id', '=', 'u.customer_id')
        .onRef('r.user_id', '=', 'u.user_id')
        .on('r.site_id', '=', siteId)
        .on('r.removed_at', '>', removedSince),
    )
    .leftJoin(
      (query) =>
        query
          .selectFrom('invitations')
          .select(['user_id', sql<Date>`max(expires_at)`.as('invited_until')])
          .where('customer_id', '=', customerId)
          .where('used_at', 'is', null)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .groupBy('user_id')
          .as('i'),
      (join) => join.onRef('i.user_id', '=', 'u.user_id'),
    )
    .selectAll('u')
    .select(['m.permissions', 'r.permissions as removed_permissions', 'r.was_system_admin', 'r.removed_at'])
    .leftJoin('scim_users as s', (join) =>
      join.onRef('s.customer_id', '=', 'u.customer_id').onRef('s.user_id', '=', 'u.user_id'),
    )
    .leftJoin('connections as c', (join) =>
      join.onRef('c.customer_id', '=', 's.customer_id').onRef('c.connection_id', '=', 's.connection_id'),
    )
    .select(['i.invited_until', 'c.name as provisioned_by'])
    .where('u.customer_id', '=', customerId)
    .where((each) =>
      each.or([
        each('m.user_id', 'is not', null),
        each('r.user_id', 'is not', null),
        each('u.is_system_admin', '=', true),
      ]),
    )
    .$if(userId !== undefined, (query) => query.where('u.user_id', '=', userId ?? ''))
    .orderBy(sql`lower(u.long_name)`)
    .orderBy('u.user_id')
    .execute();
export type SiteUserRow = Awaited<ReturnType<typeof listSiteUsers>>[number];

/** Bits by site, of sites where the user is a member. */
export const membershipsOf = async (tx: Tx, customerId: string, userId: string): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('site_members')
    .select(['site_id', 'permissions'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ site_id, permissions }) => [site_id, permissions]));
};

/** What a user holds in all sites; nothing when they cannot sign in. */
export const heldBy = async (tx: Tx, customerId: string, userId: string): Promise<HeldRights> => {
  const user = await findUser(tx, customerId, userId);
  if (user?.disabled_at !== null) return { isSystemAdmin: false, permissions: new Map() };
  return { isSystemAdmin: user.is_system_admin, permissions: await membershipsOf(tx, customerId, userId) };
};

/** System administrators who can sign in, apart from one user. */
export const countOtherUsableAdministrators = async (
  tx: Tx,
  customerId: string,
  exceptUserId: string | null,
): Promise<number> => {
  const { count } = await tx
    .selectFrom('users')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .where('is_system_admin', '=', true)
    .where('disabled_at', 'is', null)
    .where('password_digest', 'is not', null)
    .where('is_sso_login_only', '=', false)
    .$if(exceptUserId !== null, (query) => query.where('user_id', '!=', exceptUserId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const countUsers = async (tx: Tx, customerId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('users')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** What was taken from a user when they were removed from a site, in every site that the same act took. */
export const removedWith = (tx: Tx, customerId: string, userId: string, removedAt: Date) =>
  tx
    .selectFrom('removed_members')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('removed_at', '=', removedAt)
    .execute();

/** An invitation with its user and customer. */
export const findInvitation = (tx: Tx, customerId: string, invitationId: string) =>
  tx
    .selectFrom('invitations as i')
    .innerJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'i.customer_id').onRef('u.user_id', '=', 'i.user_id'),
    )
    .innerJoin('customers as c', 'c.customer_id', 'i.customer_id')
    .select(['i.invitation_id', 'i.user_id', 'i.made_by', 'i.created_at', 'i.expires_at', 'i.used_at', 'i.revoked_at'])
    .select(['u.username', 'u.long_name', 'u.disabled_at', 'u.is_sso_login_only', 'c.name as customer_name'])
    .where('i.customer_id', '=', customerId)
    .where('i.invitation_id', '=', invitationId)
    .executeTakeFirst();
