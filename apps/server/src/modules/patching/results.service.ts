import type { WorkResult } from '@patchkeep/contract/agent/protocol';
import type pg from 'pg';
import type { Bus } from '../../platform/bus/bus.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import { type Agent, hintOfHost, noteRestart, takeFileBack } from '../hosts/public.ts';
import { taskState } from './task-state.rules.ts';
import { afterResult } from './task.rules.ts';
import { lockTasksOf, restartKind, updateTask } from './tasks.repository.ts';

/** When the dialog of a restart was shown and put off; not later than now, whatever the clock of the host says. */
const momentsOf = ({ shownAt, snoozedAt }: WorkResult, now: Date) => {
  const notAfterNow = (at: string): Date => new Date(Math.min(Date.parse(at), now.getTime()));
  return {
    ...(shownAt !== undefined && { shownAt: notAfterNow(shownAt) }),
    ...(snoozedAt !== undefined && { snoozedAt: notAfterNow(snoozedAt) }),
  };
};

/**
 * Takes down how work ended. The same result may come twice, late, or from a borrower whose time was over: it counts
 * once, for the attempt it belongs to, and is acknowledged in any case so that the host can forget it.
 */
export const takeResults =
  (pool: pg.Pool, bus: Bus) =>
  async (agent: Agent, results: readonly WorkResult[], now: Date): Promise<string[]> => {
    const { customerId, siteId, hostId } = agent;
    const told = new Map(results.map((result) => [result.task, result]));
    const isChanged = await withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, async (tx) => {
      const tasks = await lockTasksOf(tx, agent, [...told.keys()]);
      let changes = 0;
      for (const task of tasks) {
        const result = told.get(task.task_id);
        if (!result || task.state !== taskState.lent || result.attempt !== task.attempt) continue;
        // A wait uses up no attempt: what was said before it has the number of what is said after it.
        if (result.epoch !== undefined && result.epoch <= task.waited_epoch) continue;
        const next = afterResult(task, result, now);
        if (result.shownAt !== undefined && task.kind === restartKind)
          await noteRestart(tx, agent, momentsOf(result, now));
        await updateTask(tx, task, { ...next, changed_at: now, lent_until: null, has_inventory: false });
        if (next.state !== taskState.pending && task.sha256)
          await takeFileBack(tx, { customerId, siteId, hostId, sha256: task.sha256.toString('hex') });
        changes += 1;
      }
      return changes > 0;
    });
    if (isChanged)
      void bus
        .publish([{ customerId, siteAccountUuid: siteId, thing: 'tasks', id: hostId }, hintOfHost(agent)])
        .catch(() => undefined);
    return [...told.keys()];
  };
