import { randomUUIDv7 } from 'node:crypto';
import { areSame } from '@patchkeep/rules/approvals/given-up';
import type { Context } from '../../../platform/context.ts';
import { type DueRestart, listDueRestarts, noteWork, siteOf } from '../../hosts/public.ts';
import { enqueueTasks } from '../tasks/enqueue-tasks.service.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { verifyRestarts, restartKind, reviveRestarts, supersedeTasks, updateTasks } from '../tasks/tasks.repository.ts';
import { selectLastTasks } from './plan.queries.ts';

/** Restarts are of no application. */
const restartTag = 'restart';

/** What people at the host read; quotes would end the word early where a system is handed it. */
const plain = (text: string, most: number): string => text.replaceAll(/[\p{Cc}"]+/gu, ' ').slice(0, most);

/** What the host is told: whom to ask in which words, how long "Later" lasts, and from when on nobody is asked. */
const optionsOf = ({ settings, forceAt }: DueRestart): Record<string, string> => ({
  title: plain(settings.title, 100),
  message: plain(settings.message, 500),
  delaySeconds: String(settings.delaySeconds),
  snoozeSeconds: String(settings.snoozeSeconds),
  forceAt: String(forceAt.getTime()),
});

/**
 * Restarts whose deadline is over: from then on the host asks its people, and at the force time nobody. Gives the hosts
 * that have new work, at most so many; the others are next.
 */
export const planRestarts = async (context: Context, budget: number): Promise<string[]> => {
  const { tx, now } = context;
  const { customerId, siteId } = siteOf(context);
  await verifyRestarts(tx, customerId, siteId, now);
  const revived = (await reviveRestarts(tx, customerId, siteId, now)).toSorted();
  if (revived.length > 0) await noteWork(tx, customerId, revived, now);
  const due = new Map((await listDueRestarts(context)).map((each) => [each.hostId, each]));
  const last = await selectLastTasks(tx, customerId, siteId, restartTag, restartKind);
  const pending = last.filter((task) => task.state === taskState.pending);
  const obsolete = pending.filter((task) => !due.has(task.host_id));
  await supersedeTasks(tx, customerId, siteId, obsolete, now);
  // Settings are those of the tag now: a message that was corrected helps at once.
  const corrected = pending.flatMap((task) => {
    const wanted = due.get(task.host_id);
    if (!wanted || areSame(task.options, optionsOf(wanted))) return [];
    return [{ task, change: { options: optionsOf(wanted) } }];
  });
  await updateTasks(tx, customerId, corrected);
  const orderedAt = new Map(last.map((task) => [task.host_id, task.created_at]));
  const isNew = ({ hostId, requestedAt }: DueRestart): boolean => {
    const before = orderedAt.get(hostId);
    return before === undefined || before < requestedAt;
  };
  const fresh = [...due.values()].filter(isNew).slice(0, budget);
  const served = await enqueueTasks(
    tx,
    customerId,
    fresh.map((restart) => ({
      customer_id: customerId,
      site_id: siteId,
      task_id: randomUUIDv7(),
      host_id: restart.hostId,
      kind: restartKind,
      channel_tag: restartTag,
      from_version: '',
      to_version: '',
      statement_hash: null,
      options: optionsOf(restart),
    })),
    now,
  );
  return [...revived, ...served];
};
