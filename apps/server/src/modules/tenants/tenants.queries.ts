import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import type { CustomerRow, SiteRow } from './tenants.tables.ts';

export const findCustomer = (tx: Tx, customerId: string): Promise<CustomerRow | undefined> =>
  tx.selectFrom('customers').selectAll().where('customer_id', '=', customerId).executeTakeFirst();

/** Lets changes wait for each other that must see what the one before left, such as those of administrators. */
export const lockCustomer = async (tx: Tx, customerId: string): Promise<void> => {
  await tx.selectFrom('customers').select('customer_id').where('customer_id', '=', customerId).forUpdate().execute();
};

/** Every customer of this cell, for work that goes round them all. */
export const listCustomerIds = async (db: Kysely<Tables>): Promise<string[]> => {
  const rows = await db.selectFrom('customer_directory').select('customer_id').orderBy('customer_id').execute();
  return rows.map((row) => row.customer_id);
};

/** The sites of a customer by name, ignoring case. */
export const listSites = (tx: Tx, customerId: string): Promise<SiteRow[]> =>
  tx
    .selectFrom('sites')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy(sql`lower(name)`)
    .execute();

export const findSite = (tx: Tx, customerId: string, siteId: string): Promise<SiteRow | undefined> =>
  tx
    .selectFrom('sites')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();

export const listSiteIds = async (tx: Tx, customerId: string): Promise<string[]> => {
  const rows = await tx.selectFrom('sites').select('site_id').where('customer_id', '=', customerId).execute();
  return rows.map((row) => row.site_id);
};
