import type { Tx } from '../../platform/db/tenant.ts';
import { setHasWork } from '../hosts/public.ts';
import { insertTasks, type NewTask } from './tasks.repository.ts';

/** Writes new work and lets its hosts know that there is some. Gives the hosts, in the order everybody locks them. */
export const handOut = async (tx: Tx, customerId: string, tasks: readonly NewTask[], now: Date): Promise<string[]> => {
  const written = await insertTasks(tx, tasks, now);
  const hostIds = written.map((row) => row.host_id).toSorted();
  if (hostIds.length > 0) await setHasWork(tx, customerId, hostIds, true);
  return hostIds;
};
