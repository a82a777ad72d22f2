import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './patching.tables.ts';

/** The packages of an application that can be vouched for today, of one version or of all, the newest first. */
export const selectPackages = (tx: Tx, channelTag: string, version: string | null, now: Date) => {
  let query = tx
    .selectFrom('package_statements')
    .select(['statement_hash', 'version', 'kind', 'release', 'scope'])
    .where('channel_tag', '=', channelTag)
    .where('expires_at', '>', now);
  if (version !== null) query = query.where('version', '=', version);
  return query.orderBy('release', 'desc').execute();
};

/** How far the hosts of a job have come. */
export const countGoalTasks = async (tx: Tx, customerId: string, siteId: string, goalId: string) => {
  const { rows } = await sql<{ countAchieved: number; countFailed: number; countOpen: number }>`
    select count(*) filter (where t.state = 3)::int as "countAchieved",
      count(*) filter (where t.state in (4, 5))::int as "countFailed",
      count(*) filter (where t.state in (0, 1, 2, 6))::int as "countOpen"
    from tasks t where t.customer_id = ${customerId} and t.goal_id = ${goalId} and t.site_id = ${siteId}`.execute(tx);
  return rows[0] ?? { countAchieved: 0, countFailed: 0, countOpen: 0 };
};
