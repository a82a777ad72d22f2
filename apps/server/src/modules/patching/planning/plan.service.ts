import { randomUUIDv7 } from 'node:crypto';
import { isToldTheSame } from '@patchkeep/rules/approvals/given-up';
import type { Context } from '../../../platform/context.ts';
import { decidedRevision, type PendingUpdate, pendingUpdates, pendingWindowsUpdates } from '../../approvals/public.ts';
import { countStatements } from '../../catalog/public.ts';
import { noteWork, requestInspection, siteOf } from '../../hosts/public.ts';
import { findSite } from '../../tenants/public.ts';
import { enqueueTasks } from '../tasks/enqueue-tasks.service.ts';
import { kindOfUpdate, systemPackageKind } from '../tasks/system-package.rules.ts';
import { isOpenState, taskState } from '../tasks/task-state.rules.ts';
import { expireTasks, type NewTask, releaseBooted, supersedeTasks, upgradeKind } from '../tasks/tasks.repository.ts';
import { readPatchingSettings } from './patching-settings.service.ts';
import { fitCopies, type PlannedTask } from './plan-copies.service.ts';
import { planRestarts } from './plan-restarts.service.ts';
import { countUnverified, countWorkers, findPlanState, savePlanState } from './plan-states.repository.ts';
import { type Planned, planWindowsUpdates } from './plan-windows.service.ts';
import {
  type LastTask,
  selectLastTasks,
  selectPendingChannels,
  selectRestartedHosts,
  selectWithdrawnTasks,
  selectWorkers,
} from './plan.queries.ts';

/** Unverified updates count against the budget for this long: hosts that are switched off must not use it up. */
const budgetMs = 3_600_000;
/** Delays of decisions end, and statements about packages expire, without anybody doing anything. */
const longestRestMs = 3_600_000;
const restartsAtOnce = 1_000;
const atOnce = 1_000;

/** A package of the distribution needs none of ours. What was verified waits for the next count of its host. */
const withoutDone = (planned: readonly PlannedTask[], last: ReadonlyMap<string, LastTask>): NewTask[] =>
  planned.flatMap(({ task }) => {
    const before = last.get(task.host_id);
    return before?.state === taskState.verified && before.to_version === task.to_version ? [] : [task];
  });

/** Plans the pending updates of one application, and supersedes tasks that are no longer pending. */
const planChannel = async (
  context: Context,
  channelTag: string,
  pending: readonly PendingUpdate[],
  budget: number,
): Promise<Planned> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  const kind = kindOfUpdate(channelTag);
  const last = new Map(
    (await selectLastTasks(tx, customerId, siteId, channelTag, kind)).map((row) => [row.host_id, row]),
  );
  const wanted = new Map<string, PlannedTask>();
  for (const { toVersion, installed, hostNos, options, packages, copies, decidedAt } of pending)
    for (const host of await selectWorkers(tx, customerId, siteId, hostNos)) {
      const task = {
        customer_id: customerId,
        site_id: siteId,
        task_id: randomUUIDv7(),
        host_id: host.host_id,
        kind,
        channel_tag: channelTag,
        from_version: installed[0] ?? '',
        to_version: toVersion,
        statement_hash: null,
        options,
      };
      wanted.set(host.host_id, { task, hostNo: host.host_no, packages, copies, decidedAt });
    }
  const isWanted = (task: LastTask): boolean => {
    const meant = wanted.get(task.host_id)?.task;
    return meant?.to_version === task.to_version && isToldTheSame(task.options, meant.options);
  };
  const obsolete = [...last.values()].filter((task) => task.state === taskState.pending && !isWanted(task));
  await supersedeTasks(tx, customerId, siteId, obsolete, now);
  // Under way for this very version: that comes first. Done or given up, it may have another copy, else only another
  // version, or a person, begins anew. What expired was never tried: the host is at work again, or it would not be here.
  const isUnderWay = ({ task }: PlannedTask): boolean => {
    const before = last.get(task.host_id);
    if (before?.to_version !== task.to_version || !isOpenState(before.state)) return false;
    return before.state !== taskState.pending || isToldTheSame(before.options, task.options);
  };
  const candidates = [...wanted.values()].filter((each) => !isUnderWay(each));
  const fresh: NewTask[] = [];
  // No more than the budget is looked at closely, but whom no package fits takes nobody's place in it.
  for (let from = 0; from < candidates.length && fresh.length <= budget; from += atOnce) {
    const some = candidates.slice(from, from + atOnce);
    const isFromRepositories = kind === systemPackageKind;
    fresh.push(...(isFromRepositories ? withoutDone(some, last) : await fitCopies(context, channelTag, some)));
  }
  const hostIds = await enqueueTasks(tx, customerId, fresh.slice(0, budget), now);
  return { hostIds, isComplete: fresh.length <= budget };
};

/** Updates are planned where the modules of the site offer patching; what waits there otherwise is taken back. */
const isPatchingOn = async (context: Context): Promise<boolean> => {
  const { customerId, siteId } = siteOf(context);
  const site = await findSite(context.tx, customerId, siteId);
  return site !== undefined && site.is_detection_module_enabled && site.is_patching_enabled;
};

/** What planning starts from; as long as it is the same, planning again would plan the same. */
const seenBy = async (context: Context, isOn: boolean): Promise<string> => {
  const { customerId, siteId } = siteOf(context);
  const packages = await countStatements(context.tx);
  const workers = await countWorkers(context.tx, customerId, siteId);
  return `${await decidedRevision(context)} ${packages} ${workers} ${context.isSigning ? 'signing' : 'silent'}${isOn ? '' : ' off'}`;
};

const planUpdates = async (context: Context): Promise<string[]> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  // Read before anything else: what changes while this walks is seen as changed the next time.
  const isOn = await isPatchingOn(context);
  const seen = await seenBy(context, isOn);
  const before = await findPlanState(tx, customerId, siteId);
  const isKnown = before?.seen === seen && now.getTime() - before.plannedAt.getTime() < longestRestMs;
  if (isKnown && before.isComplete) return [];
  if (!isKnown) await supersedeTasks(tx, customerId, siteId, await selectWithdrawnTasks(tx, customerId, siteId), now);
  const { releaseBudget } = await readPatchingSettings(context);
  const spent = await countUnverified(tx, customerId, siteId, new Date(now.getTime() - budgetMs));
  const budget = Math.max(0, releaseBudget - spent);
  if (isKnown && budget === 0) return [];
  const stale = new Set([
    ...(await selectPendingChannels(tx, customerId, siteId, upgradeKind)),
    ...(await selectPendingChannels(tx, customerId, siteId, systemPackageKind)),
  ]);
  const hostIds: string[] = [];
  let isComplete = true;
  for await (const { channelTag, pending } of isOn ? pendingUpdates(context) : []) {
    stale.delete(channelTag);
    const planned = await planChannel(context, channelTag, pending, budget - hostIds.length);
    hostIds.push(...planned.hostIds);
    isComplete &&= planned.isComplete;
    // Only what exceeded the budget is planned now; obsolete tasks were superseded by the run that left it over.
    if (isKnown && hostIds.length >= budget) return hostIds;
  }
  for (const channelTag of stale) await planChannel(context, channelTag, [], 0);
  const windows = await planWindowsUpdates(
    context,
    isOn ? pendingWindowsUpdates(context) : [],
    budget - hostIds.length,
  );
  hostIds.push(...windows.hostIds);
  isComplete &&= windows.isComplete;
  await savePlanState(tx, customerId, siteId, { seen, isComplete, plannedAt: now });
  return hostIds;
};

/** Gives up what has waited for its host too long, and says so. */
const expireOverdue = async (context: Context): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  const { taskLifeDays } = await readPatchingSettings(context);
  await expireTasks(context.tx, customerId, siteId, { now: context.now, lifeDays: taskLifeDays });
};

/** An inspection after the restart verifies what it finished; the next scheduled one may be a day away. */
const askRestarted = async (context: Context): Promise<string[]> => {
  const { customerId, siteId } = siteOf(context);
  const hostIds = await selectRestartedHosts(context.tx, customerId, siteId);
  await requestInspection(context.tx, { customerId, siteId }, hostIds);
  return hostIds;
};

/** Turns what is decided into work for hosts. Doing it twice does it once. */
export const planSite = async (context: Context): Promise<string[]> => {
  await expireOverdue(context);
  const hostIds = await planRestarts(context, restartsAtOnce);
  const { customerId, siteId } = siteOf(context);
  const released = (await releaseBooted(context.tx, customerId, siteId, context.now)).toSorted();
  if (released.length > 0) await noteWork(context.tx, customerId, released, context.now);
  hostIds.push(...released);
  hostIds.push(...(await planUpdates(context)));
  hostIds.push(...(await askRestarted(context)));
  return hostIds;
};
