import { isId } from '@patchkeep/rules/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { OfConnection } from '../provisioned.queries.ts';
import { filterOf, type PageAsked, rowsOfPage } from './scim-page.queries.ts';

const ofConnection = (tx: Tx, { customerId, connectionId }: OfConnection) =>
  tx.selectFrom('scim_groups as g').where('g.customer_id', '=', customerId).where('g.connection_id', '=', connectionId);

export const findScimGroup = (tx: Tx, of: OfConnection, groupId: string) =>
  ofConnection(tx, of).selectAll('g').where('g.group_id', '=', groupId).executeTakeFirst();

const none = sql<boolean>`false`;
const hasMember = (value: string | boolean): RawBuilder<boolean> =>
  typeof value === 'string' && isId(value)
    ? sql`exists (select from scim_group_members m
        where m.customer_id = g.customer_id and m.group_id = g.group_id and m.user_id = ${value.toLowerCase()})`
    : none;

const groupConditions: Record<string, (value: string | boolean) => RawBuilder<boolean>> = {
  id: (value) => (typeof value === 'string' && isId(value) ? sql`g.group_id = ${value.toLowerCase()}` : none),
  displayname: (value) => sql`lower(g.display_name) = lower(${String(value)})`,
  externalid: (value) => sql`g.external_id = ${String(value)}`,
  members: hasMember,
  'members.value': hasMember,
};

export const listScimGroups = async (tx: Tx, of: OfConnection, page: PageAsked) => {
  const asked = filterOf(groupConditions, page.conditions).reduce(
    (query, condition) => query.where(condition),
    ofConnection(tx, of),
  );
  const { total } = await asked.select((each) => each.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await rowsOfPage(asked.selectAll('g').orderBy('g.created_at').orderBy('g.group_id'), page);
  return { rows, total: Number(total) };
};

/** Another group of the connection with this name or external id. */
export const findGroupTwin = (
  tx: Tx,
  of: OfConnection,
  { displayName, externalId, groupId }: { displayName: string; externalId: string | null; groupId: string | null },
) =>
  ofConnection(tx, of)
    .select('g.group_id')
    .where((each) =>
      each.or([
        each(sql<string>`lower(g.display_name)`, '=', sql<string>`lower(${displayName})`),
        each('g.external_id', '=', externalId),
      ]),
    )
    .$if(groupId !== null, (query) => query.where('g.group_id', '!=', groupId ?? ''))
    .executeTakeFirst();

export const countScimGroups = async (tx: Tx, of: OfConnection): Promise<number> => {
  const counted = ofConnection(tx, of).select((each) => each.fn.countAll<string>().as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
};

/** Members of these groups, in a fixed order. */
export const membersOfGroups = async (tx: Tx, customerId: string, groupIds: readonly string[]) => {
  if (groupIds.length === 0) return [];
  return tx
    .selectFrom('scim_group_members')
    .select(['group_id', 'user_id'])
    .where('customer_id', '=', customerId)
    .where('group_id', 'in', groupIds)
    .orderBy('group_id')
    .orderBy('user_id')
    .execute();
};

/** Rights of these users with where they come from. */
export const membershipsOfUsers = async (tx: Tx, customerId: string, userIds: readonly string[]) => {
  if (userIds.length === 0) return [];
  return tx
    .selectFrom('site_members')
    .select(['user_id', 'site_id', 'permissions', 'is_mapped'])
    .where('customer_id', '=', customerId)
    .where('user_id', 'in', userIds)
    .execute();
};
