import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { SiteResourceRow } from './resources.tables.ts';

export const insertResource = async (tx: Tx, row: SiteResourceRow): Promise<void> => {
  await tx.insertInto('site_resources').values(row).execute();
};

export const listResources = (
  tx: Tx,
  customerId: string,
  siteId: string,
  resourceIds: readonly string[],
): Promise<SiteResourceRow[]> =>
  tx
    .selectFrom('site_resources')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('resource_id', '=', sql<string>`any(${[...resourceIds]}::uuid[])`)
    .execute();

/** Which of these files sites of the customer have brought along; of all the sites that were entered. */
export const listUsedFiles = async (tx: Tx, customerId: string, sha256s: readonly Buffer[]): Promise<Buffer[]> => {
  const rows = await tx
    .selectFrom('site_resources')
    .select('sha256')
    .distinct()
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sql<Buffer>`any(${[...sha256s]}::bytea[])`)
    .execute();
  return rows.map((row) => row.sha256);
};

/** Bytes that a site has brought along. */
export const sumResources = async (tx: Tx, customerId: string, siteId: string): Promise<number> => {
  const { total } = await tx
    .selectFrom('site_resources')
    .select(sql<string>`coalesce(sum(size), 0)`.as('total'))
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return Number(total);
};
