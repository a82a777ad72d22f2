import type { Tx } from '../../../platform/db/tenant.ts';
import type { UserRow } from '../identity.tables.ts';
import { findUser, listUsersWith } from '../users.queries.ts';

/** The system administrators of a customer who can sign in: whom a mail about the whole customer is for. */
export const listSystemAdministrators = async (tx: Tx, customerId: string): Promise<UserRow[]> => {
  const administrators = [];
  for (const { user_id } of await listUsersWith(tx, customerId, null, 0)) {
    const each = await findUser(tx, customerId, user_id);
    if (each?.is_system_admin && each.disabled_at === null) administrators.push(each);
  }
  return administrators;
};
