import { constants } from '@patchkeep/contract/constants';
import { userLimits } from '@patchkeep/contract/users';
import { dayMs } from '@patchkeep/rules/time-units';
import { z } from 'zod';
import { globalQueries } from '../../platform/db/global.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import { dropOldAnswers } from '../../platform/http/public-api/idempotency.repository.ts';
import { answersKeptMs } from '../../platform/http/public-api/idempotency.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { listCustomerIds } from '../tenants/public.ts';
import { dropSpent } from './factors/spent.repository.ts';
import { dropOldRequests } from './guests/guests.repository.ts';
import { deleteExpiredSessions, deleteOldErrorReports } from './sessions.repository.ts';
import { dropDrained } from './throttle.repository.ts';
import { dropOldInvitations, dropOldRemovals } from './users/site-users.repository.ts';

const errorReportsKeptMs = 30 * 86_400_000;

/** Clears away what has expired. What it removes is already refused at the door; this only gives the space back. */
export const sweepSessions = job({
  name: 'sweep-sessions',
  payload: z.object({}),
  cron: '*/15 * * * *',
  async run(_payload, { pool, clock }) {
    const db = globalQueries(pool);
    const now = clock();
    await dropDrained(db, now);
    await dropSpent(db, now);
    for (const customerId of await listCustomerIds(db))
      await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
        await deleteExpiredSessions(tx, customerId, now, new Date(now.getTime() - constants.sessionIdleMs));
        await deleteOldErrorReports(tx, customerId, new Date(now.getTime() - errorReportsKeptMs));
        await dropOldAnswers(tx, customerId, new Date(now.getTime() - answersKeptMs));
        const monthAgo = new Date(now.getTime() - userLimits.restoreDays * dayMs);
        await dropOldRemovals(tx, customerId, monthAgo);
        await dropOldInvitations(tx, customerId, monthAgo);
        await dropOldRequests(tx, customerId, now);
      });
  },
});
