import type { Tx } from '../../platform/db/tenant.ts';
import './scim/scim.tables.ts';

export interface OfConnection {
  customerId: string;
  connectionId: string;
}

/** The users that provisioning looks after through one connection. */
export const provisionedUsers = (tx: Tx, { customerId, connectionId }: OfConnection) =>
  tx.selectFrom('scim_users as s').where('s.customer_id', '=', customerId).where('s.connection_id', '=', connectionId);

/** Whom the identity provider of a connection has announced by a name of its own. */
export const findProvisioned = (
  tx: Tx,
  of: OfConnection,
  { issuer, externalId }: { issuer: string; externalId: string },
) =>
  provisionedUsers(tx, of)
    .select('s.user_id')
    .where('s.external_id', '=', externalId)
    .where('s.issuer', '=', issuer)
    .executeTakeFirst();

/** What provisioning says of a user, whichever connection looks after them. */
const standingOf = (tx: Tx, customerId: string, userId: string) =>
  tx
    .selectFrom('scim_users')
    .select('is_active')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Is the user looked after by any connection? */
export const isProvisioned = async (tx: Tx, customerId: string, userId: string): Promise<boolean> =>
  (await standingOf(tx, customerId, userId)) !== undefined;

export const isDisabledByProvider = async (tx: Tx, customerId: string, userId: string): Promise<boolean> =>
  (await standingOf(tx, customerId, userId))?.is_active === false;

/** Groups that provisioning has put these users in: by their names, and by what the identity provider calls them. */
export const groupsOfUsers = async (
  tx: Tx,
  { customerId, connectionId }: OfConnection,
  userIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const groups = new Map<string, string[]>();
  if (userIds.length === 0) return groups;
  const rows = await tx
    .selectFrom('scim_group_members as m')
    .innerJoin('scim_groups as g', (join) =>
      join.onRef('g.customer_id', '=', 'm.customer_id').onRef('g.group_id', '=', 'm.group_id'),
    )
    .select(['m.user_id', 'g.display_name', 'g.external_id'])
    .where('m.customer_id', '=', customerId)
    .where('g.connection_id', '=', connectionId)
    .where('m.user_id', 'in', userIds)
    .execute();
  for (const { user_id, display_name, external_id } of rows) {
    const names = external_id === null ? [display_name] : [display_name, external_id];
    groups.set(user_id, [...(groups.get(user_id) ?? []), ...names]);
  }
  return groups;
};

/**
 * The groups of a user by provisioning. Undefined where it does not say: for users whom it does not look after, and
 * where the identity provider sends no groups at all.
 */
export const pushedGroupsOf = async (
  tx: Tx,
  { userId, ...of }: OfConnection & { userId: string },
): Promise<string[] | undefined> => {
  const { customerId, connectionId } = of;
  const says = await tx
    .selectFrom('scim_users as u')
    .innerJoin('scim_groups as g', (join) =>
      join.onRef('g.customer_id', '=', 'u.customer_id').onRef('g.connection_id', '=', 'u.connection_id'),
    )
    .select('u.user_id')
    .where('u.customer_id', '=', customerId)
    .where('u.connection_id', '=', connectionId)
    .where('u.user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return says && ((await groupsOfUsers(tx, of, [userId])).get(userId) ?? []);
};
