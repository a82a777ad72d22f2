import type { ActivityActors } from '@patchkeep/contract/activity-log';
import { sql } from 'kysely';
import './audit.tables.ts';
import type { Tx } from '../../platform/db/tenant.ts';

export interface ActivityFilter {
  customerId: string;
  chainId: string;
  by: ActivityActors | undefined;
  actorId: string | undefined;
  verb: string | undefined;
  objectKind: string | undefined;
  objectId: string | undefined;
  from: Date | undefined;
  until: Date | undefined;
  /** The last of the page before. */
  after: { at: Date; seq: number } | undefined;
  limit: number;
}

/** Who acts where nobody asked: what a job does by itself. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** A guest is never named without the service provider they come from. */
const nameOfUser = (table: 'u' | 'users') =>
  sql<string>`${sql.ref(`${table}.long_name`)} || coalesce(' (guest of ' || ${sql.ref(`${table}.guest_of`)} || ')', '')`;

/** Entries with who acted, the newest first. */
export const selectActivities = (tx: Tx, filter: ActivityFilter) => {
  let query = tx
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'e.customer_id').onRef('u.user_id', '=', 'e.actor_id'),
    )
    .leftJoin('api_tokens as t', (join) =>
      join.onRef('t.customer_id', '=', 'e.customer_id').onRef('t.token_id', '=', 'e.credential_id'),
    )
    .selectAll('e')
    .select([nameOfUser('u').as('user_name'), sql<boolean>`t.token_id is not null`.as('is_token')])
    .where('e.customer_id', '=', filter.customerId)
    .where('e.chain_id', '=', filter.chainId);
  // As the index of such entries has it: agents enrol by the thousand, and people are looked for among them.
  if (filter.by === 'people') query = query.where(sql<boolean>`e.actor_id <> ${sql.lit(nobody)}::uuid`);
  if (filter.by === 'hosts')
    query = query.where(sql<boolean>`e.actor_id is null or e.actor_id = ${sql.lit(nobody)}::uuid`);
  if (filter.actorId !== undefined) query = query.where('e.actor_id', '=', filter.actorId);
  if (filter.verb !== undefined) query = query.where('e.verb', '=', filter.verb);
  if (filter.objectKind !== undefined) query = query.where('e.object_kind', '=', filter.objectKind);
  if (filter.objectId !== undefined) query = query.where('e.object_id', '=', filter.objectId);
  if (filter.from) query = query.where('e.at', '>=', filter.from);
  if (filter.until) query = query.where('e.at', '<=', filter.until);
  if (filter.after)
    query = query.where(sql<boolean>`(e.at, e.seq) < (${filter.after.at}::timestamptz, ${filter.after.seq}::bigint)`);
  return query.orderBy('e.at', 'desc').orderBy('e.seq', 'desc').limit(filter.limit).execute();
};
export type ActivityRow = Awaited<ReturnType<typeof selectActivities>>[number];

/** What things of this customer, and of the site that was entered, are called. Others stay without a name. */
export const selectNames = async (tx: Tx, customerId: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const those = sql<string>`any(${[...ids]}::uuid[])`;
  const rows = await tx
    .selectFrom('hosts')
    .select(['host_id as id', 'host_name as name'])
    .where('customer_id', '=', customerId)
    .where('host_id', '=', those)
    .unionAll(
      tx
        .selectFrom('groups')
        .select(['group_id as id', 'title as name'])
        .where('customer_id', '=', customerId)
        .where('group_id', '=', those),
    )
    .unionAll(
      tx
        .selectFrom('tags')
        .select(['tag_id as id', 'name'])
        .where('customer_id', '=', customerId)
        .where('tag_id', '=', those),
    )
    .unionAll(
      tx
        .selectFrom('users')
        .select(['user_id as id', nameOfUser('users').as('name')])
        .where('customer_id', '=', customerId)
        .where('user_id', '=', those),
    )
    .unionAll(
      tx
        .selectFrom('sites')
        .select(['site_id as id', 'name'])
        .where('customer_id', '=', customerId)
        .where('site_id', '=', those),
    )
    .unionAll(
      tx
        .selectFrom('install_tokens')
        .select(['token_id as id', 'name'])
        .where('customer_id', '=', customerId)
        .where('token_id', '=', those),
    )
    .unionAll(
      tx
        .selectFrom('api_tokens')
        .select(['token_id as id', 'name'])
        .where('customer_id', '=', customerId)
        .where('token_id', '=', those),
    )
    .unionAll(
      tx
        .selectFrom('change_sets')
        .select(['change_set_id as id', 'title as name'])
        .where('customer_id', '=', customerId)
        .where('change_set_id', '=', those),
    )
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};
