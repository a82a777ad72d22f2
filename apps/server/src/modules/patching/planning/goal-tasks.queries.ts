import type { LastTask } from '@patchkeep/rules/deployments/goal-facts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../patching.tables.ts';
import { awaitedBy } from '../tasks/waiting.rules.ts';

export interface GoalKey {
  customerId: string;
  siteId: string;
  goalId: string;
}

const ofGoal = ({ customerId, siteId, goalId }: GoalKey) =>
  sql`t.customer_id = ${customerId} and t.site_id = ${siteId} and t.goal_id = ${goalId}`;

/** How far the work of a job has come. What was never fetched in time is no failure of the job. */
export const countGoalTasks = async (tx: Tx, key: GoalKey) => {
  const { rows } = await sql<{ countAchieved: number; countFailed: number; countOpen: number; countTried: number }>`
    select count(*) filter (where t.state = 3)::int as "countAchieved",
      count(*) filter (where t.state = 4)::int as "countFailed",
      count(*) filter (where t.state = 4 and t.result <> 'expired')::int as "countTried",
      count(*) filter (where t.state in (0, 1, 2, 6))::int as "countOpen"
    from tasks t where ${ofGoal(key)}`.execute(tx);
  return rows[0] ?? { countAchieved: 0, countFailed: 0, countTried: 0, countOpen: 0 };
};

/** As tasks number their states. */
const states = ['pending', 'lent', 'unverified', 'verified', 'failed', 'superseded', 'unknown'] as const;

interface LastRow {
  host_id: string;
  action_no: number;
  state: number;
  changed_at: Date;
  ready_at: Date;
  awaits: number;
  cause: string;
  failures: number;
}

/** The last piece of work of each action of a job on each of these hosts, by host and action. */
export const selectLastOfGoal = async (
  tx: Tx,
  key: GoalKey,
  hostIds: readonly string[],
): Promise<Map<string, LastTask>> => {
  const { rows } = await sql<LastRow>`
    with mine as (
      select t.host_id, t.action_no, t.state, t.changed_at, t.ready_at, t.awaits, t.cause, t.created_at, t.task_id,
        max(t.created_at) filter (where t.state = 3) over (partition by t.host_id, t.action_no) as proven_at
      from tasks t where ${ofGoal(key)} and t.action_no is not null and t.host_id = any(${[...hostIds]}::uuid[]))
    select distinct on (m.host_id, m.action_no) m.*,
      count(*) filter (where m.state = 4 and m.created_at > coalesce(m.proven_at, '-infinity'))
        over (partition by m.host_id, m.action_no)::int as failures
    from mine m
    order by m.host_id, m.action_no, m.created_at desc, m.task_id desc`.execute(tx);
  return new Map(
    rows.map((row) => [
      `${row.host_id} ${row.action_no}`,
      {
        state: states[row.state] ?? 'unknown',
        changedAt: row.changed_at,
        readyAt: row.ready_at,
        awaits: awaitedBy(row) ?? null,
        cause: row.cause,
        failures: row.failures,
      },
    ]),
  );
};

/** Hosts where work of a job changed since then, by their numbers. */
export const selectMovedHosts = async (tx: Tx, key: GoalKey, since: Date): Promise<number[]> => {
  const { rows } = await sql<{ host_no: number }>`
    select distinct h.host_no from tasks t
    join hosts h on h.customer_id = t.customer_id and h.host_id = t.host_id
    where ${ofGoal(key)} and t.changed_at >= ${since}`.execute(tx);
  return rows.map((row) => row.host_no);
};
