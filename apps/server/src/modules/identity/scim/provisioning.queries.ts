import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { type OfConnection, provisionedUsers } from '../provisioned.queries.ts';

/** The token of a connection in use, with who made it. */
export const findTokenInUse = (tx: Tx, { customerId, connectionId }: OfConnection) =>
  tx
    .selectFrom('scim_tokens as t')
    .innerJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 't.customer_id').onRef('u.user_id', '=', 't.made_by'),
    )
    .select(['t.token_id', 't.created_at', 't.used_at', 'u.long_name'])
    .where('t.customer_id', '=', customerId)
    .where('t.connection_id', '=', connectionId)
    .where('t.revoked_at', 'is', null)
    .executeTakeFirst();

export const countProvisioned = async (tx: Tx, of: OfConnection) => {
  const { users, disabled } = await provisionedUsers(tx, of)
    .select((each) => each.fn.countAll<string>().as('users'))
    .select(sql<string>`count(*) filter (where not s.is_active)`.as('disabled'))
    .executeTakeFirstOrThrow();
  return { userCount: Number(users), disabledCount: Number(disabled) };
};
