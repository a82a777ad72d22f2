import type { Tx } from '../../platform/db/tenant.ts';
import type { CustomerRow, SiteRow } from './tenants.tables.ts';

/** The customer and its place in the directory, together or not at all. */
export const insertCustomer = async (tx: Tx, row: CustomerRow): Promise<void> => {
  const { customer_id, created_at } = row;
  await tx.insertInto('customer_directory').values({ customer_id, created_at }).execute();
  await tx.insertInto('customers').values(row).execute();
};

export const updateCustomer = async (tx: Tx, customerId: string, change: Partial<CustomerRow>): Promise<void> => {
  await tx
    .updateTable('customers')
    .set((eb) => ({ ...change, serial_number: eb('serial_number', '+', 1) }))
    .where('customer_id', '=', customerId)
    .execute();
};

export const updateSite = async (
  tx: Tx,
  { customer_id, site_id }: Pick<SiteRow, 'customer_id' | 'site_id'>,
  change: Partial<SiteRow>,
): Promise<void> => {
  await tx
    .updateTable('sites')
    .set((eb) => ({ ...change, serial_number: eb('serial_number', '+', 1) }))
    .where('customer_id', '=', customer_id)
    .where('site_id', '=', site_id)
    .execute();
};

export const insertSite = async (tx: Tx, row: SiteRow): Promise<void> => {
  await tx.insertInto('sites').values(row).execute();
};
