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

const kept = sql`site_id, scope_id, customer_id, application_id, ok, eol, insecure, zeroday, ignored, exploited, fixable,
  installations, versions`;

/**
 * The counted applications of a scope, as a table: now, or just before a moment. For a moment the oldest change since
 * then speaks, and what has not changed since is as it is now. It reads a row for each application and for each day on
 * which one of them changed since, never one for a host.
 */
export const countedApplications = ({ customerId, siteId, scopeId }: ScopeKey, before: Date | undefined) => {
  const own = sql`customer_id = ${customerId} and site_id = ${siteId} and scope_id = ${scopeId}`;
  return before
    ? sql<ApplicationCountsRow>`(
        select * from (
          select distinct on (application_id) *
          from (
            select ${kept}, null::real as highest_epss, until
            from application_changes where ${own} and until >= ${before}::timestamptz
            union all
            select ${kept}, null::real as highest_epss, 'infinity'::timestamptz as until
            from application_counts where ${own}
          ) known
          order by application_id, until
        ) was where installations > 0)`
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
