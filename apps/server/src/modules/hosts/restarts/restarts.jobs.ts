import { z } from 'zod';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { type Tx, withTenantRetrying } from '../../../platform/db/tenant.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import { hintOfHosts } from '../agents/agents.service.ts';
import {
  lockRestartRequest,
  noteRestartsAsked,
  requestRestartsOf,
  type RestartRequestKey,
} from './restarts.repository.ts';

/** Hosts whose rows one transaction holds: a check-in waits for them no longer than a moment. */
const slice = 500;

/** Asks the next hosts; false when none are left. How far it has come is noted in the same transaction. */
const askSlice = async (tx: Tx, key: RestartRequestKey): Promise<boolean> => {
  const row = await lockRestartRequest(tx, key);
  if (!row) return false;
  const all = unpackNumbers(row.host_nos);
  const hostNos = all.slice(row.done_count, row.done_count + slice);
  const request = { tagId: row.restart_tag_id, askedAt: row.asked_at, deadline: row.deadline, userId: row.asked_by };
  await requestRestartsOf(tx, key, request, hostNos);
  const doneCount = row.done_count + hostNos.length;
  await noteRestartsAsked(tx, key, doneCount, doneCount >= all.length);
  return doneCount < all.length;
};

/** Asks many hosts to restart, some at a time, each slice a transaction of its own. Run again, it goes on where it was. */
export const askRestarts = job({
  name: 'ask-restarts',
  payload: z.object({ customerId: z.string(), siteId: z.string(), requestId: z.string() }),
  async run(key, { pool, bus }) {
    const { customerId, siteId } = key;
    const tenant = { customerId, siteIds: [siteId], actorId: null };
    let isMore = true;
    while (isMore) isMore = await withTenantRetrying(pool, tenant, (tx) => askSlice(tx, key));
    await bus.publish([hintOfHosts(key)]).catch(() => undefined);
  },
});
