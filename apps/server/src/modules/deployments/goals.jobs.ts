import { z } from 'zod';
import { globalQueries } from '../../platform/db/global.ts';
import { withTenantRetrying } from '../../platform/db/tenant.ts';
import { inJob } from '../../platform/job-context.ts';
import { job, type JobTools } from '../../platform/jobs/jobs.ts';
import { hintOfHosts } from '../hosts/public.ts';
import type { GoalKey } from '../patching/public.ts';
import { listCustomerIds, listSiteIds } from '../tenants/public.ts';
import { selectLiveGoalIds } from './goals.queries.ts';
import { lookAtGoal } from './look.service.ts';

/** Looks at a job until nothing is left to look at now, some hosts at a time, each slice a transaction of its own. */
const lookThrough = async ({ customerId, siteId, goalId }: GoalKey, tools: JobTools): Promise<void> => {
  const { pool, bus, clock, isSigning } = tools;
  const tenant = { customerId, siteIds: [siteId], actorId: null };
  let isMoved = false;
  for (let isMore = true; isMore;) {
    const look = await withTenantRetrying(pool, tenant, (tx) =>
      inJob(tx, { customerId, siteId, now: clock(), isSigning }, (context) => lookAtGoal(context, goalId)),
    );
    isMoved ||= look.isMoved;
    isMore = look.isMore;
  }
  if (!isMoved) return;
  const place = { customerId, siteAccountUuid: siteId };
  await bus
    .publish([
      { ...place, thing: 'tasks' },
      hintOfHosts({ customerId, siteId }),
      { ...place, thing: 'goal', id: goalId },
    ])
    .catch(() => undefined);
};

/** Turns a job into tasks, at once. Run again, it goes on where it was. */
export const writeGoal = job({
  name: 'write-goal',
  payload: z.object({ customerId: z.string(), siteId: z.string(), goalId: z.string() }),
  run: (key, tools) => lookThrough(key, tools),
});

/**
 * Every minute, for every job that is not completed: what hosts have, who is where and what the catalogue offers move by
 * themselves. One that cannot be looked at does not keep others from it.
 */
export const planGoals = job({
  name: 'plan-goals',
  payload: z.object({}),
  cron: '* * * * *',
  async run(_payload, tools) {
    const { pool, log } = tools;
    for (const customerId of await listCustomerIds(globalQueries(pool))) {
      const within = { customerId, siteIds: [], actorId: null };
      for (const siteId of await withTenantRetrying(pool, within, (tx) => listSiteIds(tx, customerId))) {
        const tenant = { customerId, siteIds: [siteId], actorId: null };
        const live = await withTenantRetrying(pool, tenant, (tx) => selectLiveGoalIds(tx, customerId, siteId));
        for (const goalId of live)
          await lookThrough({ customerId, siteId, goalId }, tools).catch((err: unknown) =>
            log.error({ err, goalId }, 'a deployment job could not be looked at'),
          );
      }
    }
  },
});
