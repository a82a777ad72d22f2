import { dayMs } from '@patchkeep/rules/time-units';
import { z } from 'zod';
import { globalQueries } from '../../../platform/db/global.ts';
import { enterSites, withTenantRetrying } from '../../../platform/db/tenant.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import { listCustomerIds, listSiteIds } from '../../tenants/public.ts';
import { startOfDay } from '../past/past-day.rules.ts';
import { raiseListsSince } from '../past/past-lists.queries.ts';
import { lockState } from '../recount/requests.repository.ts';
import { carryTotals, thinTotals } from '../recount/totals.repository.ts';
import { keepMonths } from './keep-history.repository.ts';

/** So long every hour is kept; then the last of each day. */
const hourlyDays = 14;
/** Looked at again each night, in case some nights were missed. */
const thinnedDays = 35;

export interface HistoryKept {
  /** Months of counts and updates, and of what hosts had. */
  months: number;
  hostMonths: number;
}

const startOfMonth = (at: Date, monthsAgo = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - monthsAgo));

/** Every night: room for the months to come, old months dropped whole, old hours folded into days. */
export const keepHistory = (kept: HistoryKept) =>
  job({
    name: 'keep-history',
    payload: z.object({}),
    cron: '40 0 * * *',
    async run(_payload, { pool, clock }) {
      const now = clock();
      await keepMonths(globalQueries(pool), now, kept);
      const before = startOfDay(new Date(now.getTime() - hourlyDays * dayMs));
      const from = new Date(before.getTime() - thinnedDays * dayMs);
      for (const customerId of await listCustomerIds(globalQueries(pool)))
        await withTenantRetrying(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
          await enterSites(tx, { customerId, siteIds: await listSiteIds(tx, customerId), actorId: null });
          // A count must not move the totals between the look and the writing.
          await lockState(tx, customerId, now);
          await carryTotals(tx, customerId, startOfMonth(now));
          await thinTotals(tx, customerId, from, before);
          await raiseListsSince(tx, customerId, startOfMonth(now, kept.hostMonths));
        });
    },
  });
