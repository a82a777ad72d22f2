import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { ScimGroupRow } from './scim.tables.ts';

interface Group {
  customer_id: string;
  group_id: string;
}

const isOfGroup = ({ customer_id, group_id }: Group) =>
  sql<SqlBool>`customer_id = ${customer_id} and group_id = ${group_id}`;

export const insertScimGroup = async (tx: Tx, row: ScimGroupRow): Promise<void> => {
  await tx.insertInto('scim_groups').values(row).execute();
};

export const updateScimGroup = async (tx: Tx, group: Group, change: Partial<ScimGroupRow>): Promise<void> => {
  await tx.updateTable('scim_groups').set(change).where(isOfGroup(group)).execute();
};

export const deleteScimGroup = async (tx: Tx, group: Group): Promise<void> => {
  await tx.deleteFrom('scim_groups').where(isOfGroup(group)).execute();
};

export const addMembers = async (tx: Tx, { customer_id, group_id }: Group, userIds: readonly string[]) => {
  if (userIds.length === 0) return;
  await tx
    .insertInto('scim_group_members')
    .values(userIds.map((user_id) => ({ customer_id, group_id, user_id })))
    .execute();
};

export const removeMembers = async (tx: Tx, group: Group, userIds: readonly string[]) => {
  if (userIds.length === 0) return;
  await tx.deleteFrom('scim_group_members').where(isOfGroup(group)).where('user_id', 'in', userIds).execute();
};
