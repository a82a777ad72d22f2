import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { ApplicationCountsRow, ScopeCountsRow } from '../results.tables.ts';

/** From when on the lists of applications are kept; undefined before the first count. */
export const findListsSince = async (tx: Tx, customerId: string): Promise<Date | undefined> =>
  (await tx.selectFrom('count_states').select('lists_since').where('customer_id', '=', customerId).executeTakeFirst())
    ?.lists_since;

/** Months were dropped: of days before this moment no list can be told any more. */
export const raiseListsSince = async (tx: Tx, customerId: string, moment: Date): Promise<void> => {
  await tx
    .updateTable('count_states')
    .set({ lists_since: moment })
    .where('customer_id', '=', customerId)
    .where('lists_since', '<', moment)
    .execute();
};

export interface ScopeKey {
  customerId: string;
  siteId: string;
  scopeId: string;
}

const counts = ['ok', 'eol', 'insecure', 'zeroday', 'ignored', 'exploited', 'fixable', 'installations', 'versions'];
const packed = sql.join(counts.map((name) => sql.ref(name)));
const unpacked = sql.join(counts.map((name, at) => sql`was.counts[${sql.lit(at + 2)}]::int as ${sql.ref(name)}`));

/**
 * The counted applications of a scope, as a table: now, or just before a moment. For a moment the oldest change since
 * then speaks, and what has not changed since is as it is now. It reads a row for each application and for each day on
 * which one of them changed since, never one for a host. The oldest is the smallest of arrays that begin with its time:
 * sorting the rows instead took three times as long (280 ms for 130,000 changes of 10,000 applications).
 */
export const countedApplications = ({ customerId, siteId, scopeId }: ScopeKey, before: Date | undefined) => {
  const own = sql`customer_id = ${customerId} and site_id = ${siteId} and scope_id = ${scopeId}`;
  return before
    ? sql<ApplicationCountsRow>`(
        select ${customerId}::uuid as customer_id, ${siteId}::uuid as site_id, ${scopeId}::uuid as scope_id,
          was.application_id, ${unpacked}, null::real as highest_epss
        from (
          select application_id, min(counts) as counts
          from (
            select application_id, array[extract(epoch from until)::bigint, ${packed}] as counts
            from application_changes where ${own} and until >= ${before}::timestamptz
            union all
            select application_id, array[9223372036854775807, ${packed}] as counts
            from application_counts where ${own}
          ) known
          group by application_id
        ) was where was.counts[${sql.lit(counts.indexOf('installations') + 2)}] > 0)`
    : sql<ApplicationCountsRow>`(select * from application_counts where ${own})`;
};

/** The totals of a scope just before a moment; undefined before its first count. */
export const findTotalsBefore = (
  tx: Tx,
  { customerId, scopeId }: Pick<ScopeKey, 'customerId' | 'scopeId'>,
  moment: Date,
): Promise<ScopeCountsRow | undefined> =>
  tx
    .selectFrom('count_history')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('scope_id', '=', scopeId)
    .where('at', '<', moment)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
