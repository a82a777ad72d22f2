import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import '../patching.tables.ts';

export interface PlanState {
  seen: string;
  isComplete: boolean;
  plannedAt: Date;
}

export const findPlanState = async (tx: Tx, customerId: string, siteId: string): Promise<PlanState | undefined> => {
  const row = await tx
    .selectFrom('plan_states')
    .select(['seen', 'is_complete', 'planned_at'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return row && { seen: row.seen, isComplete: row.is_complete, plannedAt: row.planned_at };
};

/** When a site of the customer was last planned after something had changed. */
export const findLastPlan = async (tx: Tx, customerId: string): Promise<Date | undefined> => {
  const row = await tx
    .selectFrom('plan_states')
    .select('planned_at')
    .where('customer_id', '=', customerId)
    .orderBy('planned_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.planned_at;
};

/** One worker at a time plans a site: held until the end of the transaction, and refused while another has it. */
export const tryLockPlan = async (tx: Tx, siteId: string): Promise<boolean> => {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('plan:' || ${siteId}, 0)) as held`.execute(tx);
  return rows[0]?.held === true;
};

export const savePlanState = async (tx: Tx, customerId: string, siteId: string, state: PlanState): Promise<void> => {
  await tx
    .insertInto('plan_states')
    .values({
      customer_id: customerId,
      site_id: siteId,
      seen: state.seen,
      is_complete: state.isComplete,
      planned_at: state.plannedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'site_id']).doUpdateSet((each) => ({
        seen: each.ref('excluded.seen'),
        is_complete: each.ref('excluded.is_complete'),
        planned_at: each.ref('excluded.planned_at'),
      })),
    )
    .execute();
};

/** Hosts that can be given work: they come back from being dormant without anybody counting them. */
export const countWorkers = async (tx: Tx, customerId: string, siteId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('hosts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('view', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Counts updates that were released since then and are not verified: they use up the budget, failed ones too. It selects
 * by the time of the last change, which has an index and is never before the release.
 */
export const countUnverified = async (tx: Tx, customerId: string, siteId: string, since: Date): Promise<number> => {
  const { count } = await tx
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('changed_at', '>', since)
    .where('created_at', '>', since)
    .where('goal_id', 'is', null)
    .where('kind', '=', sql<number>`any(array[0, 3, 6]::smallint[])`)
    .where('state', 'not in', [taskState.verified, taskState.superseded])
    .executeTakeFirstOrThrow();
  return Number(count);
};
