import type { Tx } from '../../../platform/db/tenant.ts';
import { enqueueRecount } from './recount.jobs.ts';
import { insertRequest } from './requests.repository.ts';

const slotMs = 1_000;

/**
 * Notes that inventories changed, in the transaction that changed them. The job is asked for once a second and
 * customer, on the second: a stream of inventories must neither put it off for ever nor ask for it a hundred times.
 */
export const inventoryNotes = (clock: () => Date) => {
  const asked = new Map<string, number>();
  return async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<void> => {
    const now = clock();
    await insertRequest(tx, customerId, now, hostNos);
    const slot = (Math.floor(now.getTime() / slotMs) + 1) * slotMs;
    if (asked.get(customerId) === slot) return;
    await enqueueRecount(tx, customerId, new Date(slot));
    asked.set(customerId, slot);
  };
};

/** Notes that anything else changed; counted as soon as a worker is free. */
export const noteChange = async (tx: Tx, customerId: string, now: Date): Promise<void> => {
  await insertRequest(tx, customerId, now, null);
  await enqueueRecount(tx, customerId, now);
};
