import type { Tx } from '../../../platform/db/tenant.ts';
import { enqueueRecount } from './recount.jobs.ts';
import { insertRequest } from './requests.repository.ts';

const slotMs = 1_000;

/**
 * Requests a recount of hosts whose inventories changed, in the transaction that changed them. The job is enqueued at
 * most once per second and customer, so a stream of inventories neither postpones it for ever nor enqueues it each time.
 */
export const inventoryRecountRequester = (clock: () => Date) => {
  const enqueued = new Map<string, number>();
  return async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<void> => {
    const now = clock();
    await insertRequest(tx, customerId, now, hostNos);
    const slot = (Math.floor(now.getTime() / slotMs) + 1) * slotMs;
    if (enqueued.get(customerId) === slot) return;
    await enqueueRecount(tx, customerId, new Date(slot));
    enqueued.set(customerId, slot);
  };
};

/** Requests a recount of a whole customer after any other change. */
export const requestRecount = async (tx: Tx, customerId: string, now: Date): Promise<void> => {
  await insertRequest(tx, customerId, now, null);
  await enqueueRecount(tx, customerId, now);
};
