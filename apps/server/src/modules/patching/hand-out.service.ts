import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { noteWork, siteOf } from '../hosts/public.ts';
import { hastenTasks, insertTasks, type NewTask } from './tasks.repository.ts';

/** Writes new work and lets its hosts know that there is some. Gives the hosts, in the order everybody locks them. */
export const handOut = async (tx: Tx, customerId: string, tasks: readonly NewTask[], now: Date): Promise<string[]> => {
  const written = await insertTasks(tx, tasks, now);
  const hostIds = written.map((row) => row.host_id).toSorted();
  if (hostIds.length > 0) await noteWork(tx, customerId, hostIds, now);
  return hostIds;
};

/** Somebody asked these hosts to Inspect & Update: what waits for its time there may begin with their next contact. */
export const hastenWork = async (context: Context, hostIds: readonly string[]): Promise<void> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const hastened = (await hastenTasks(tx, customerId, siteId, hostIds, now)).toSorted();
  if (hastened.length > 0) await noteWork(tx, customerId, hastened, now);
};
