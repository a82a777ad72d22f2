import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import type { CustomerRow, SiteRow } from './tenants.tables.ts';

/** Makes a customer findable; written before its rows, outside any tenant. */
export const insertCustomerIntoDirectory = async (db: Kysely<Tables>, customerId: string, now: Date): Promise<void> => {
  await db.insertInto('customer_directory').values({ customer_id: customerId, created_at: now }).execute();
};

export const insertCustomer = async (tx: Tx, row: CustomerRow): Promise<void> => {
  await tx.insertInto('customers').values(row).execute();
};

export const insertSite = async (tx: Tx, row: SiteRow): Promise<void> => {
  await tx.insertInto('sites').values(row).execute();
};
