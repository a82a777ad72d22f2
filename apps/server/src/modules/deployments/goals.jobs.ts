import { z } from 'zod';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { type Tx, withTenantRetrying } from '../../platform/db/tenant.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { hintOfHosts } from '../hosts/public.ts';
import { writeGoalTasks } from '../patching/public.ts';
import { type GoalKey, lockGoal, noteWritten } from './goals.repository.ts';

/** Hosts whose rows one transaction holds: a check-in waits for them no longer than a moment. */
const slice = 500;

/** Writes the tasks of the next targets; false when none are left. What is written is noted in the same transaction. */
const writeSlice = async (tx: Tx, key: GoalKey, now: Date): Promise<boolean> => {
  const goal = await lockGoal(tx, key);
  if (!goal) return false;
  const hostNos = unpackNumbers(goal.host_nos).slice(goal.written_count, goal.written_count + slice);
  if (hostNos.length === 0) return false;
  const tasks = await writeGoalTasks(tx, { ...key, now, hostNos, ...goalWork(goal) });
  await noteWritten(tx, key, goal.written_count + hostNos.length, goal.task_count + tasks);
  return goal.written_count + hostNos.length < goal.host_count;
};

const goalWork = (goal: { action: number; channel_tag: string; version: string | null }) => ({
  kind: goal.action,
  channelTag: goal.channel_tag,
  version: goal.version,
});

/** Turns a job into tasks, some hosts at a time, each slice a transaction of its own. Run again, it goes on where it was. */
export const writeGoal = job({
  name: 'write-goal',
  payload: z.object({ customerId: z.string(), siteId: z.string(), goalId: z.string() }),
  async run(key, { pool, bus, clock }) {
    const tenant = { customerId: key.customerId, siteIds: [key.siteId], actorId: null };
    let isMore = true;
    while (isMore) isMore = await withTenantRetrying(pool, tenant, (tx) => writeSlice(tx, key, clock()));
    const place = { customerId: key.customerId, siteAccountUuid: key.siteId };
    await bus
      .publish([{ ...place, thing: 'tasks' }, hintOfHosts(key), { ...place, thing: 'goal', id: key.goalId }])
      .catch(() => undefined);
  },
});
