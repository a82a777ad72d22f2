import { dormantBefore } from '@patchkeep/rules/host-state';
import { z } from 'zod';
import { globalQueries } from '../../platform/db/global.ts';
import { enterSites, withTenant } from '../../platform/db/tenant.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { findCustomer, listCustomerIds, listSiteIds } from '../tenants/public.ts';
import { markDormantHosts } from './hosts.repository.ts';

/** Finds the hosts that fell silent. They wake by themselves with their next word. */
export const markDormant = job({
  name: 'mark-dormant',
  payload: z.object({}),
  cron: '*/10 * * * *',
  async run(_payload, { pool, clock }) {
    const now = clock();
    for (const customerId of await listCustomerIds(globalQueries(pool)))
      await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
        const customer = await findCustomer(tx, customerId);
        if (!customer) return;
        await enterSites(tx, { customerId, siteIds: await listSiteIds(tx, customerId), actorId: null });
        await markDormantHosts(tx, customerId, dormantBefore(now, customer.dormancy_days), now);
      });
  },
});
