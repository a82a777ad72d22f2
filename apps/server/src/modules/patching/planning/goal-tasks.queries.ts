import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../patching.tables.ts';

/** How far the hosts of a job have come. */
export const countGoalTasks = async (tx: Tx, customerId: string, siteId: string, goalId: string) => {
  const { rows } = await sql<{ countAchieved: number; countFailed: number; countOpen: number }>`
    select count(*) filter (where t.state = 3)::int as "countAchieved",
      count(*) filter (where t.state in (4, 5))::int as "countFailed",
      count(*) filter (where t.state in (0, 1, 2, 6))::int as "countOpen"
    from tasks t where t.customer_id = ${customerId} and t.goal_id = ${goalId} and t.site_id = ${siteId}`.execute(tx);
  return rows[0] ?? { countAchieved: 0, countFailed: 0, countOpen: 0 };
};
