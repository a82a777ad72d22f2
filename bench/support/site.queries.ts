import type { Tx } from '../../apps/server/src/platform/db/tenant.ts';

/** One indexed read. pgbench runs the same statement. */
export const oneSite = async (tx: Tx, customerId: string, siteId: string): Promise<string> => {
  const row = await tx
    .selectFrom('sites')
    .select('name')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return row.name;
};
