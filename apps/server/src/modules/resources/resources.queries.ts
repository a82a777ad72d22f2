import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { ResourceKey, SiteResourceRow } from './resources.tables.ts';

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

/** Uploads that nobody went on with in time, and refused files that were told long enough. */
export const listOver = (tx: Tx, customerId: string, now: Date, refusedBefore: Date): Promise<ResourceKey[]> =>
  tx
    .selectFrom('site_resources')
    .select(['customer_id', 'site_id', 'resource_id'])
    .where('customer_id', '=', customerId)
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'receiving'), is('expires_at', '<', now)]),
        is.and([is('state', '=', 'refused'), is('created_at', '<', refusedBefore)]),
      ]),
    )
    .limit(1_000)
    .execute();

/** Files whose examination does not come by itself: the worker that had it is gone. */
export const listForgotten = (tx: Tx, customerId: string, before: Date): Promise<ResourceKey[]> =>
  tx
    .selectFrom('site_resources')
    .select(['customer_id', 'site_id', 'resource_id'])
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['waiting', 'examining'])
    .where(sql<Date>`coalesce(looked_at, created_at)`, '<', before)
    .limit(1_000)
    .execute();

/** Which of these files sites of the customer are still bringing, or wait to have examined. */
export const listQuarantined = async (tx: Tx, customerId: string, ids: readonly string[]): Promise<string[]> => {
  const rows: Pick<SiteResourceRow, 'resource_id'>[] = await tx
    .selectFrom('site_resources')
    .select('resource_id')
    .where('customer_id', '=', customerId)
    .where('resource_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', 'in', ['receiving', 'waiting', 'examining'])
    .execute();
  return rows.map((row) => row.resource_id);
};
