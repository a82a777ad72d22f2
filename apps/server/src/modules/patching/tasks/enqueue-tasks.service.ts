import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { noteWork, siteOf } from '../../hosts/public.ts';
import { hastenTasks, insertTasks, type NewTask } from './tasks.repository.ts';

/** Inserts new tasks and notes them at their hosts. Returns the host ids, sorted as all callers lock them. */
export const enqueueTasks = async (
  tx: Tx,
  customerId: string,
  tasks: readonly NewTask[],
  now: Date,
): Promise<string[]> => {
  const written = await insertTasks(tx, tasks, now);
  const hostIds = written.map((row) => row.host_id).toSorted();
  if (hostIds.length > 0) await noteWork(tx, customerId, hostIds, now);
  return hostIds;
};

/** Somebody asked these hosts to Inspect & Update: what waits for its time there may begin with their next check-in. */
export const hastenWork = async (context: Context, hostIds: readonly string[]): Promise<void> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const hastened = (await hastenTasks(tx, customerId, siteId, hostIds, now)).toSorted();
  if (hastened.length > 0) await noteWork(tx, customerId, hastened, now);
};
