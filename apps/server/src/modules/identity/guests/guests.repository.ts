import type { Tx } from '../../../platform/db/tenant.ts';
import type { GuestRequestRow } from '../identity.tables.ts';
import type { HomeAccount } from './guests.queries.ts';

export const insertRequest = async (tx: Tx, row: GuestRequestRow): Promise<void> => {
  await tx.insertInto('guest_requests').values(row).execute();
};

/** Requests that nobody can accept any more. */
export const dropOldRequests = async (tx: Tx, customerId: string, now: Date): Promise<void> => {
  await tx.deleteFrom('guest_requests').where('customer_id', '=', customerId).where('expires_at', '<=', now).execute();
};

export const enterDirectory = async (tx: Tx, home: HomeAccount, customerId: string): Promise<void> => {
  await tx
    .insertInto('guest_directory')
    .values({ home_customer_id: home.customerId, home_user_id: home.userId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const leaveDirectory = async (tx: Tx, home: HomeAccount, customerId: string): Promise<void> => {
  await tx
    .deleteFrom('guest_directory')
    .where('home_customer_id', '=', home.customerId)
    .where('home_user_id', '=', home.userId)
    .where('customer_id', '=', customerId)
    .execute();
};

/** Takes all sites from a guest, those of removals that could be taken back too. */
export const dropMemberships = async (tx: Tx, customerId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('site_members').where('customer_id', '=', customerId).where('user_id', '=', userId).execute();
  await tx.deleteFrom('removed_members').where('customer_id', '=', customerId).where('user_id', '=', userId).execute();
};
