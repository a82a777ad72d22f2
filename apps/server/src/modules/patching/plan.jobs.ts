import type pg from 'pg';
import { z } from 'zod';
import type { Hint } from '../../platform/bus/bus.ts';
import { globalQueries } from '../../platform/db/global.ts';
import { withTenantRetrying } from '../../platform/db/tenant.ts';
import { inJob } from '../../platform/job-context.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { hintOfHost, hintOfHosts } from '../hosts/public.ts';
import { listCustomerIds, listSiteIds } from '../tenants/public.ts';
import { planSite } from './plan.service.ts';

/** Beyond this a hint about the site says it sooner. */
const manyHosts = 200;

const hintsOf = (customerId: string, siteId: string, hostIds: readonly string[]): Hint[] => [
  { customerId, siteAccountUuid: siteId, thing: 'tasks' },
  ...(hostIds.length > manyHosts
    ? [hintOfHosts({ customerId, siteId })]
    : hostIds.map((hostId) => hintOfHost({ customerId, siteId, hostId }))),
];

const everySite = async (pool: pg.Pool): Promise<{ customerId: string; siteId: string }[]> => {
  const sites: { customerId: string; siteId: string }[] = [];
  for (const customerId of await listCustomerIds(globalQueries(pool))) {
    const tenant = { customerId, siteIds: [], actorId: null };
    const siteIds = await withTenantRetrying(pool, tenant, (tx) => listSiteIds(tx, customerId));
    sites.push(...siteIds.map((siteId) => ({ customerId, siteId })));
  }
  return sites;
};

/**
 * Every minute, for every site: what is decided, what hosts have and what the catalogue offers all move by themselves.
 * A site that cannot be planned does not keep the others from it.
 */
export const plan = job({
  name: 'plan',
  payload: z.object({}),
  cron: '* * * * *',
  async run(_payload, { pool, bus, clock, log }) {
    for (const { customerId, siteId } of await everySite(pool))
      try {
        const tenant = { customerId, siteIds: [siteId], actorId: null };
        const hostIds = await withTenantRetrying(pool, tenant, (tx) =>
          inJob(tx, { customerId, siteId, now: clock() }, planSite),
        );
        if (hostIds.length > 0) await bus.publish(hintsOf(customerId, siteId, hostIds)).catch(() => undefined);
      } catch (err) {
        log.error({ err, siteId }, 'a site could not be planned');
      }
  },
});
