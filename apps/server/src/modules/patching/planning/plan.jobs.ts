import type pg from 'pg';
import { z } from 'zod';
import type { Hint } from '../../../platform/bus/bus.ts';
import { globalQueries } from '../../../platform/db/global.ts';
import { withTenantRetrying } from '../../../platform/db/tenant.ts';
import { inJob } from '../../../platform/job-context.ts';
import { enqueue, job, type JobTools } from '../../../platform/jobs/jobs.ts';
import { planRequest, requestPlanAfterCount } from '../../approvals/public.ts';
import { hintOfHost, hintOfHosts } from '../../hosts/public.ts';
import { isMoveUncounted } from '../../results/public.ts';
import { listCustomerIds, listSiteIds } from '../../tenants/public.ts';
import { findLastPlan, tryLockPlan } from './plan-states.repository.ts';
import { planSite } from './plan.service.ts';

/** Beyond this a hint about the site says it sooner. */
const manyHosts = 200;

const hintsOf = (customerId: string, siteId: string, hostIds: readonly string[]): Hint[] => [
  { customerId, siteAccountUuid: siteId, thing: 'tasks' },
  ...(hostIds.length > manyHosts
    ? [hintOfHosts({ customerId, siteId })]
    : hostIds.map((hostId) => hintOfHost({ customerId, siteId, hostId }))),
];

const sitesOf = (pool: pg.Pool, customerId: string): Promise<string[]> =>
  withTenantRetrying(pool, { customerId, siteIds: [], actorId: null }, (tx) => listSiteIds(tx, customerId));

/** Plans one site; false when another worker is at it. A site that cannot be planned does not keep others from it. */
const planOne = async (customerId: string, siteId: string, tools: JobTools): Promise<boolean> => {
  const { pool, bus, clock, log, isSigning } = tools;
  try {
    const tenant = { customerId, siteIds: [siteId], actorId: null };
    const hostIds = await withTenantRetrying(pool, tenant, async (tx) =>
      (await tryLockPlan(tx, siteId))
        ? inJob(tx, { customerId, siteId, now: clock(), isSigning }, planSite)
        : undefined,
    );
    if (hostIds === undefined) return false;
    if (hostIds.length > 0) await bus.publish(hintsOf(customerId, siteId, hostIds)).catch(() => undefined);
  } catch (err) {
    log.error({ err, siteId }, 'a site could not be planned');
  }
  return true;
};

/**
 * Every minute, for every site: what hosts have and what the catalogue offers move by themselves, and delays end. What
 * people decide does not wait for it, see `planCustomer`.
 */
export const plan = job({
  name: 'plan',
  payload: z.object({}),
  cron: '* * * * *',
  async run(_payload, tools) {
    for (const customerId of await listCustomerIds(globalQueries(tools.pool)))
      for (const siteId of await sitesOf(tools.pool, customerId)) await planOne(customerId, siteId, tools);
  },
});

/** What hosts can be given has changed for everybody: they do not wait for the minute. */
export const planNow = ({ pool, clock }: JobTools): Promise<void> =>
  enqueue(globalQueries(pool), plan, {}, { key: plan.name, runAt: clock(), maxAttempts: 1 });

/** So long a customer rests after a plan: what is decided meanwhile is planned together. */
const restMs = 1_000;

/** Plans the sites of a customer because somebody decided something there, the site it was decided at first. */
export const planCustomer = job({
  ...planRequest,
  async run({ customerId, siteId: first, isAfterCount = false }, tools) {
    const { pool, clock } = tools;
    const here = { customerId, siteIds: [], actorId: null };
    const again = (runAt: Date) =>
      withTenantRetrying(pool, here, (tx) =>
        isAfterCount
          ? requestPlanAfterCount(tx, customerId, runAt)
          : enqueue(tx, planRequest, { customerId, siteId: first }, { key: `plan:${customerId}`, runAt }),
      );
    const now = clock();
    // The plan goes by who was where at the last count.
    if (isAfterCount && (await withTenantRetrying(pool, here, (tx) => isMoveUncounted(tx, customerId))))
      return again(new Date(now.getTime() + restMs));
    const siteIds = (await sitesOf(pool, customerId)).toSorted((a, b) => Number(b === first) - Number(a === first));
    const tenant = { customerId, siteIds, actorId: null };
    const last = await withTenantRetrying(pool, tenant, (tx) => findLastPlan(tx, customerId));
    const ready = new Date((last?.getTime() ?? 0) + restMs);
    // The clocks of two machines may differ: whoever seems to be ahead is not waited for.
    if (ready > now && ready.getTime() - now.getTime() <= restMs) return again(ready);
    let isBusy = false;
    for (const siteId of siteIds) if (!(await planOne(customerId, siteId, tools))) isBusy = true;
    // The plan under way may have begun before the decision.
    if (isBusy) await again(new Date(now.getTime() + restMs));
    return undefined;
  },
});
