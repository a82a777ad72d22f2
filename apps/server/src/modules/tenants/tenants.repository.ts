import type { Tx } from '../../platform/db/tenant.ts';
import type { CustomerRow, SiteRow } from './tenants.tables.ts';

/** The customer and its place in the directory, together or not at all. */
export const insertCustomer = async (tx: Tx, row: CustomerRow): Promise<void> => {
  const { customer_id, created_at } = row;
  await tx.insertInto('customer_directory').values({ customer_id, created_at }).execute();
  await tx.insertInto('customers').values(row).execute();
};

/** The customer as changed; nothing where somebody else has saved since the caller read it. */
export const updateCustomer = (
  tx: Tx,
  customerId: string,
  change: Partial<CustomerRow>,
  seen: number,
): Promise<CustomerRow | undefined> =>
  tx
    .updateTable('customers')
    .set({ ...change, serial_number: seen + 1 })
    .where((eb) => eb.and({ customer_id: customerId, serial_number: seen }))
    .returningAll()
    .executeTakeFirst();

/** The site as changed; nothing where somebody else has saved since the caller read it. */
export const updateSite = (
  tx: Tx,
  { customer_id, site_id }: Pick<SiteRow, 'customer_id' | 'site_id'>,
  change: Partial<SiteRow>,
  seen: number,
): Promise<SiteRow | undefined> =>
  tx
    .updateTable('sites')
    .set({ ...change, serial_number: seen + 1 })
    .where((eb) => eb.and({ customer_id, site_id, serial_number: seen }))
    .returningAll()
    .executeTakeFirst();

export const insertSite = async (tx: Tx, row: SiteRow): Promise<void> => {
  await tx.insertInto('sites').values(row).execute();
};
