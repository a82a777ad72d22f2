import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { type Due, dueUpdates } from '../approvals/public.ts';
import { listDueRestarts, setHasWork, siteOf } from '../hosts/public.ts';
import { taskState } from './task-state.rules.ts';
import {
  selectLastTasks,
  selectPendingChannels,
  selectStatements,
  selectWorkers,
  type Statement,
} from './plan.queries.ts';
import {
  insertTasks,
  type NewTask,
  proveRestarts,
  releaseBooted,
  restartKind,
  supersedeTasks,
} from './tasks.repository.ts';

/** New work a site gets in one go: what breaks, breaks for few before somebody looks. */
export const releaseBudget = 1_000;

/** Restarts are of no application. */
const restartTag = 'restart';

const linuxKinds: ReadonlySet<string> = new Set(['deb']);
/** 0 Windows, 1 Linux, as hosts keep it. */
const isFor = (osFamily: number, { kind }: Statement): boolean => linuxKinds.has(kind) === (osFamily === 1);

/** Plans what is due of one application, and takes back what no longer is. Gives the hosts that have new work. */
const planChannel = async (
  context: Context,
  channelTag: string,
  due: readonly Due[],
  budget: number,
): Promise<string[]> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const last = new Map((await selectLastTasks(tx, customerId, siteId, channelTag, 0)).map((row) => [row.host_id, row]));
  const statements = await selectStatements(tx, channelTag, [...new Set(due.map((each) => each.toVersion))], now);
  const wanted = new Map<string, NewTask>();
  for (const { toVersion, installed, hostNos } of due)
    for (const host of await selectWorkers(tx, customerId, siteId, hostNos)) {
      const statement = statements.find((each) => each.version === toVersion && isFor(host.os_family, each));
      if (!statement) continue;
      wanted.set(host.host_id, {
        customer_id: customerId,
        site_id: siteId,
        task_id: randomUUIDv7(),
        host_id: host.host_id,
        kind: 0,
        channel_tag: channelTag,
        from_version: installed[0] ?? '',
        to_version: toVersion,
        statement_hash: statement.statement_hash,
        options: {},
      });
    }
  const obsolete = [...last.values()].filter(
    (task) => task.state === taskState.pending && wanted.get(task.host_id)?.to_version !== task.to_version,
  );
  await supersedeTasks(
    tx,
    customerId,
    siteId,
    obsolete.map((task) => task.task_id),
    now,
  );
  // Under way, done or given up for this very version: only another version, or a person, begins anew.
  const isNew = (task: NewTask): boolean => {
    const before = last.get(task.host_id);
    return before?.to_version !== task.to_version || before.state === taskState.superseded;
  };
  const fresh = [...wanted.values()].filter(isNew).slice(0, budget);
  const written = await insertTasks(tx, fresh, now);
  const hostIds = written.map((row) => row.host_id);
  await setHasWork(tx, customerId, hostIds, true);
  return hostIds;
};

/** What the system says while it counts down; quotes would end the word early. */
const noticeOf = ({ title, message }: { title: string; message: string }): string =>
  `${title}: ${message}`.replaceAll(/[\p{Cc}"]+/gu, ' ').slice(0, 500);

/** Restarts that nobody is asked about any more. Asking people, and letting them put it off, is not built yet. */
const planRestarts = async (context: Context): Promise<string[]> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  await proveRestarts(tx, customerId, siteId, now);
  const forced = (await listDueRestarts(context, releaseBudget)).filter(({ forceAt }) => forceAt <= now);
  const last = new Map(
    (await selectLastTasks(tx, customerId, siteId, restartTag, restartKind)).map((row) => [row.host_id, row]),
  );
  const wanted = new Set(forced.map(({ hostId }) => hostId));
  const obsolete = [...last.values()].filter((task) => task.state === taskState.pending && !wanted.has(task.host_id));
  await supersedeTasks(
    tx,
    customerId,
    siteId,
    obsolete.map((task) => task.task_id),
    now,
  );
  const fresh = forced.filter(({ hostId, requestedAt }) => {
    const before = last.get(hostId);
    return before === undefined || before.created_at < requestedAt;
  });
  const written = await insertTasks(
    tx,
    fresh.map(({ hostId, settings }) => ({
      customer_id: customerId,
      site_id: siteId,
      task_id: randomUUIDv7(),
      host_id: hostId,
      kind: restartKind,
      channel_tag: restartTag,
      from_version: '',
      to_version: '',
      statement_hash: null,
      options: { delaySeconds: String(settings.delaySeconds), message: noticeOf(settings) },
    })),
    now,
  );
  const hostIds = written.map((row) => row.host_id);
  await setHasWork(tx, customerId, hostIds, true);
  return hostIds;
};

/** Turns what is decided into work for hosts. Doing it twice does it once. */
export const planSite = async (context: Context): Promise<string[]> => {
  const { customerId, siteId } = siteOf(context);
  const stale = new Set(await selectPendingChannels(context.tx, customerId, siteId));
  const hostIds = await planRestarts(context);
  const booted = await releaseBooted(context.tx, customerId, siteId, context.now);
  for await (const { channelTag, due } of dueUpdates(context)) {
    stale.delete(channelTag);
    hostIds.push(...(await planChannel(context, channelTag, due, releaseBudget - hostIds.length)));
  }
  for (const channelTag of stale) await planChannel(context, channelTag, [], 0);
  return [...hostIds, ...booted];
};
