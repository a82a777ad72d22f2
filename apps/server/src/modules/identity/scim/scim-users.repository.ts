import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { ScimUserRow } from './scim.tables.ts';

interface User {
  customer_id: string;
  user_id: string;
}

const isOfUser = ({ customer_id, user_id }: User) =>
  sql<SqlBool>`customer_id = ${customer_id} and user_id = ${user_id}`;

export const insertScimUser = async (tx: Tx, row: ScimUserRow): Promise<void> => {
  await tx.insertInto('scim_users').values(row).execute();
};

export const updateScimUser = async (tx: Tx, user: User, change: Partial<ScimUserRow>): Promise<void> => {
  await tx.updateTable('scim_users').set(change).where(isOfUser(user)).execute();
};

export const deleteScimUser = async (tx: Tx, user: User): Promise<void> => {
  await tx.deleteFrom('scim_users').where(isOfUser(user)).execute();
};

/** The person may come back as somebody new: nothing here knows them any more. */
export const forgetPerson = async (tx: Tx, user: User): Promise<void> => {
  await tx.deleteFrom('external_identities').where(isOfUser(user)).execute();
  await tx.deleteFrom('site_members').where(isOfUser(user)).execute();
};
