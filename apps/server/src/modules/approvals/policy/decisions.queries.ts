import { sql } from 'kysely';
import { inSites } from '../../../platform/db/in-sites.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../approvals.tables.ts';

export const readRevision = async (tx: Tx, customerId: string): Promise<number> => {
  const row = await tx
    .selectFrom('approval_revisions')
    .select('revision')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.revision ?? 0;
};

/** Everything decided for the system and in these sites, or what is about some subjects, with who decided. */
export const selectDecisions = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  subjects?: readonly string[],
) => {
  let query = tx
    .selectFrom('approvals as a')
    .leftJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'a.customer_id').onRef('u.user_id', '=', 'a.changed_by'),
    )
    .selectAll('a')
    .select('u.long_name as by')
    .where('a.customer_id', '=', customerId)
    .where(({ or, eb }) => or([eb('a.site_id', 'is', null), inSites('a.site_id', siteIds)]));
  if (subjects) query = query.where('a.subject', '=', sql<string>`any(${[...subjects]}::text[])`);
  return query.execute();
};
export type ListedDecision = Awaited<ReturnType<typeof selectDecisions>>[number];
