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
  // A host is told of work from when on it may begin, and not before.
  const byTime = Map.groupBy(written, (row) => row.ready_at.getTime());
  for (const [readyAt, rows] of byTime)
    await noteWork(tx, customerId, rows.map((row) => row.host_id).toSorted(), new Date(readyAt));
  return written.map((row) => row.host_id).toSorted();
};

const hasten = async (context: Context, which: readonly string[] | 'ofJobs'): Promise<void> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const hastened = (await hastenTasks(tx, customerId, siteId, which, now)).toSorted();
  if (hastened.length > 0) await noteWork(tx, customerId, hastened, now);
};

/** Somebody asked these hosts to Inspect & Update: what waits for its time there may begin with their next check-in. */
export const hastenWork = (context: Context, hostIds: readonly string[]): Promise<void> => hasten(context, hostIds);

/** The schedule of the site is another one: what jobs wrote for the next inspection of a host begins with its next check-in. */
export const hastenJobs = (context: Context): Promise<void> => hasten(context, 'ofJobs');
