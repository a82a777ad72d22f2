import { randomUUIDv7 } from 'node:crypto';
import { kbOfKey, keyOfKb } from '@patchkeep/rules/kb';
import type { Context } from '../../../platform/context.ts';
import type { PendingWindowsUpdate, pendingWindowsUpdates } from '../../approvals/public.ts';
import { siteOf } from '../../hosts/public.ts';
import { neededUpdates } from '../../results/public.ts';
import { enqueueTasks } from '../tasks/enqueue-tasks.service.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { supersedeTasks } from '../tasks/tasks.repository.ts';
import { windowsUpdateKind } from '../tasks/windows-update.rules.ts';
import { type LastTask, selectLastTasks, selectPendingChannels, selectWorkers } from './plan.queries.ts';

/** What came of planning one thing, or many. */
export interface Planned {
  /** The hosts that have new work. */
  hostIds: string[];
  /** Nothing had to wait for want of budget. */
  isComplete: boolean;
}

interface PendingHost {
  hostId: string;
  hostNo: number;
}

/** Reports are read for so many hosts at once. */
const atOnce = 1_000;

/**
 * Whether a host gets a new task. Not while one is open. A verified update is pending again only after it was removed
 * from the host. A failed one waits for a new decision or a retry, unless it expired and so was never tried.
 */
const isNew = (before: LastTask | undefined, decidedAt: Date): boolean =>
  before === undefined ||
  before.state === taskState.superseded ||
  before.state === taskState.verified ||
  before.result === 'expired' ||
  before.retried_at !== null ||
  (before.state === taskState.failed && decidedAt > before.created_at);

/** Those whose last report still misses the update, and no more than asked for: the count may be older than reports. */
const stillMissing = async (context: Context, kb: number, wanted: readonly PendingHost[], most: number) => {
  const { tx, principal } = context;
  const found: PendingHost[] = [];
  for (let from = 0; from < wanted.length && found.length < most; from += atOnce) {
    const some = wanted.slice(from, from + atOnce);
    const needed = await neededUpdates(
      tx,
      principal.customerId,
      some.map(({ hostNo }) => hostNo),
    );
    found.push(...some.filter(({ hostNo }) => needed.get(hostNo)?.missing.has(kb)));
  }
  return found;
};

/** Plans one update for the hosts it is pending for, and supersedes tasks of the other hosts. */
const planUpdate = async (
  context: Context,
  kb: number,
  pending: readonly PendingWindowsUpdate[],
  budget: number,
): Promise<Planned> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const channelTag = keyOfKb(kb);
  const last = new Map(
    (await selectLastTasks(tx, customerId, siteId, channelTag, windowsUpdateKind)).map((row) => [row.host_id, row]),
  );
  const pendingHosts = new Set<string>();
  const fresh: PendingHost[] = [];
  for (const { hostNos, decidedAt } of pending)
    for (const { host_id: hostId, host_no: hostNo } of await selectWorkers(tx, customerId, siteId, hostNos)) {
      pendingHosts.add(hostId);
      if (isNew(last.get(hostId), decidedAt)) fresh.push({ hostId, hostNo });
    }
  const obsolete = [...last.values()].filter(
    (task) => task.state === taskState.pending && !pendingHosts.has(task.host_id),
  );
  await supersedeTasks(tx, customerId, siteId, obsolete, now);
  const begun = await stillMissing(context, kb, fresh, budget + 1);
  const hostIds = await enqueueTasks(
    tx,
    customerId,
    begun.slice(0, budget).map(({ hostId }) => ({
      customer_id: customerId,
      site_id: siteId,
      task_id: randomUUIDv7(),
      host_id: hostId,
      kind: windowsUpdateKind,
      channel_tag: channelTag,
      from_version: '',
      to_version: '',
      statement_hash: null,
      options: {},
    })),
    now,
  );
  return { hostIds, isComplete: begun.length <= budget };
};

/** Turns what is decided about Windows updates into work for hosts. Doing it twice does it once. */
export const planWindowsUpdates = async (
  context: Context,
  updates: ReturnType<typeof pendingWindowsUpdates> | readonly never[],
  budget: number,
): Promise<Planned> => {
  const { customerId, siteId } = siteOf(context);
  const stale = new Set(await selectPendingChannels(context.tx, customerId, siteId, windowsUpdateKind));
  const hostIds: string[] = [];
  let isComplete = true;
  for await (const { kb, pending } of updates) {
    stale.delete(keyOfKb(kb));
    const planned = await planUpdate(context, kb, pending, budget - hostIds.length);
    hostIds.push(...planned.hostIds);
    isComplete &&= planned.isComplete;
  }
  for (const channelTag of stale) await planUpdate(context, kbOfKey(channelTag), [], 0);
  return { hostIds, isComplete };
};
