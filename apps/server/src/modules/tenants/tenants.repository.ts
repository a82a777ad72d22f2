import type { Tx } from '../../platform/db/tenant.ts';
import type { CustomerRow, SiteRow } from './tenants.tables.ts';

/** The customer and its place in the directory, together or not at all. */
export const insertCustomer = async (tx: Tx, row: CustomerRow): Promise<void> => {
  const { customer_id, created_at } = row;
  await tx.insertInto('customer_directory').values({ customer_id, created_at }).execute();
  await tx.insertInto('customers').values(row).execute();
};

export const insertSite = async (tx: Tx, row: SiteRow): Promise<void> => {
  await tx.insertInto('sites').values(row).execute();
};
