import type { Tx } from '../../platform/db/tenant.ts';
import type { GoalRow } from './deployments.tables.ts';

export const insertGoal = async (tx: Tx, row: GoalRow): Promise<void> => {
  await tx.insertInto('goals').values(row).execute();
};

export interface GoalKey {
  customerId: string;
  siteId: string;
  goalId: string;
}

/** The job with its targets, for whoever writes its tasks: one at a time. */
export const lockGoal = (tx: Tx, { customerId, siteId, goalId }: GoalKey): Promise<GoalRow | undefined> =>
  tx
    .selectFrom('goals')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('goal_id', '=', goalId)
    .forUpdate()
    .executeTakeFirst();

/** Notes how many of the targets have been seen to, and how many tasks that came to. */
export const noteWritten = async (
  tx: Tx,
  { customerId, siteId, goalId }: GoalKey,
  written: number,
  tasks: number,
): Promise<void> => {
  await tx
    .updateTable('goals')
    .set({ written_count: written, task_count: tasks })
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('goal_id', '=', goalId)
    .execute();
};
