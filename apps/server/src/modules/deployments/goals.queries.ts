import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { PageEnd } from '../../platform/http/cursor.ts';
import './deployments.tables.ts';

const ofSite = (tx: Tx, customerId: string, siteId: string) =>
  tx
    .selectFrom('goals as g')
    .leftJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'g.customer_id').onRef('u.user_id', '=', 'g.created_by'),
    )
    // Without its targets: fifty thousand of them are for the job that writes tasks.
    .select(['g.goal_id', 'g.title', 'g.comment', 'g.action', 'g.channel_tag', 'g.version', 'g.host_count'])
    .select(['g.written_count', 'g.created_at', 'u.long_name as created_by_name'])
    .where('g.customer_id', '=', customerId)
    .where('g.site_id', '=', siteId);

export const selectGoal = (tx: Tx, customerId: string, siteId: string, goalId: string) =>
  ofSite(tx, customerId, siteId).where('g.goal_id', '=', goalId).executeTakeFirst();
export type ListedGoal = NonNullable<Awaited<ReturnType<typeof selectGoal>>>;

export const selectGoals = (
  tx: Tx,
  customerId: string,
  siteId: string,
  { after, limit }: { after: PageEnd | undefined; limit: number },
) => {
  let query = ofSite(tx, customerId, siteId);
  if (after)
    query = query.where(sql<boolean>`(g.created_at, g.goal_id) < (${after.value}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('g.created_at', 'desc').orderBy('g.goal_id', 'desc').limit(limit).execute();
};

export const selectTitles = (tx: Tx, customerId: string, siteId: string, goalIds: readonly string[]) =>
  tx
    .selectFrom('goals')
    .select(['goal_id', 'title'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('goal_id', '=', sql<string>`any(${[...goalIds]}::uuid[])`)
    .execute();
