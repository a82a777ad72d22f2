import { z } from 'zod';
import { globalQueries } from '../../../platform/db/global.ts';
import { enterSites, withTenantRetrying } from '../../../platform/db/tenant.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import { listCustomerIds, listSiteIds } from '../../tenants/public.ts';
import { trackIssues } from './issue-history.repository.ts';

/**
 * Every hour: which CVEs a site has got and got rid of. Apart from the count, because going through the CVEs of every
 * version takes longer than counting, and an hour is fine enough for days open.
 */
export const followIssues = job({
  name: 'follow-issues',
  payload: z.object({}),
  cron: '7 * * * *',
  async run(_payload, { pool, clock, log }) {
    for (const customerId of await listCustomerIds(globalQueries(pool)))
      try {
        const tenant = { customerId, siteIds: [], actorId: null };
        const siteIds = await withTenantRetrying(pool, tenant, (tx) => listSiteIds(tx, customerId));
        for (const siteId of siteIds)
          await withTenantRetrying(pool, tenant, async (tx) => {
            await enterSites(tx, { ...tenant, siteIds: [siteId] });
            await trackIssues(tx, customerId, siteId, clock());
          });
      } catch (err) {
        log.error({ customerId, err }, 'issues could not be followed');
      }
  },
});
