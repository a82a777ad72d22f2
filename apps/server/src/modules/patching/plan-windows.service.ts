import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { type DueUpdate, dueWindowsUpdates } from '../approvals/public.ts';
import { siteOf } from '../hosts/public.ts';
import { neededUpdates } from '../results/public.ts';
import { handOut } from './hand-out.service.ts';
import { type LastTask, selectLastTasks, selectPendingChannels, selectWorkers } from './plan.queries.ts';
import { taskState } from './task-state.rules.ts';
import { supersedeTasks } from './tasks.repository.ts';
import { articleOfChannel, channelOfArticle, windowsUpdateKind } from './windows-update.rules.ts';

/** What came of planning one thing, or many. */
export interface Planned {
  /** The hosts that have new work. */
  hostIds: string[];
  /** Nothing had to wait for want of budget. */
  isComplete: boolean;
}

interface Wanted {
  hostId: string;
  hostNo: number;
}

/** Reports are read for so many hosts at once. */
const atOnce = 1_000;

/**
 * Not while it is under way. Once proven it is not due any more, or it was taken off the host and is due again; what
 * was given up waits for somebody to decide anew, unless it expired and so was never tried.
 */
const isNew = (before: LastTask | undefined, decidedAt: Date): boolean =>
  before === undefined ||
  before.state === taskState.superseded ||
  before.state === taskState.proven ||
  before.result === 'expired' ||
  (before.state === taskState.failed && decidedAt > before.created_at);

/** Those whose last report still misses the update, and no more than asked for: the count may be older than reports. */
const stillMissing = async (context: Context, kb: number, wanted: readonly Wanted[], most: number) => {
  const { tx, principal } = context;
  const found: Wanted[] = [];
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

/** Plans one update where it is due, and takes back what no longer is. */
const planUpdate = async (
  context: Context,
  kb: number,
  due: readonly DueUpdate[],
  budget: number,
): Promise<Planned> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const channelTag = channelOfArticle(kb);
  const last = new Map(
    (await selectLastTasks(tx, customerId, siteId, channelTag, windowsUpdateKind)).map((row) => [row.host_id, row]),
  );
  const dueHosts = new Set<string>();
  const fresh: Wanted[] = [];
  for (const { hostNos, decidedAt } of due)
    for (const { host_id: hostId, host_no: hostNo } of await selectWorkers(tx, customerId, siteId, hostNos)) {
      dueHosts.add(hostId);
      if (isNew(last.get(hostId), decidedAt)) fresh.push({ hostId, hostNo });
    }
  const obsolete = [...last.values()].filter((task) => task.state === taskState.pending && !dueHosts.has(task.host_id));
  await supersedeTasks(tx, customerId, siteId, obsolete, now);
  const begun = await stillMissing(context, kb, fresh, budget + 1);
  const hostIds = await handOut(
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
export const planWindowsUpdates = async (context: Context, budget: number): Promise<Planned> => {
  const { customerId, siteId } = siteOf(context);
  const stale = new Set(await selectPendingChannels(context.tx, customerId, siteId, windowsUpdateKind));
  const hostIds: string[] = [];
  let isComplete = true;
  for await (const { kb, due } of dueWindowsUpdates(context)) {
    stale.delete(channelOfArticle(kb));
    const planned = await planUpdate(context, kb, due, budget - hostIds.length);
    hostIds.push(...planned.hostIds);
    isComplete &&= planned.isComplete;
  }
  for (const channelTag of stale) await planUpdate(context, articleOfChannel(channelTag), [], 0);
  return { hostIds, isComplete };
};
