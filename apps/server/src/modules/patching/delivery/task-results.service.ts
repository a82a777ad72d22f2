import type { WorkResult } from '@patchkeep/contract/agent/protocol';
import type pg from 'pg';
import type { Bus } from '../../../platform/bus/bus.ts';
import { microBatch } from '../../../platform/db/micro-batch.ts';
import { type Tx, withTenantRetrying } from '../../../platform/db/tenant.ts';
import { type Agent, type AgentRegister, noteRestart, setHasRoot, takeFilesBack } from '../../hosts/public.ts';
import { customKind } from '../tasks/custom.rules.ts';
import { statementsOf } from '../tasks/custom.service.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { afterResult } from '../tasks/task.rules.ts';
import { lockTasks, restartKind, type TaskChange, updateTasks } from '../tasks/tasks.repository.ts';

/** When the dialog of a restart was shown and put off; not later than now, whatever the clock of the host says. */
const momentsOf = ({ shownAt, snoozedAt }: WorkResult, now: Date) => {
  const notAfterNow = (at: string): Date => new Date(Math.min(Date.parse(at), now.getTime()));
  return {
    ...(shownAt !== undefined && { shownAt: notAfterNow(shownAt) }),
    ...(snoozedAt !== undefined && { snoozedAt: notAfterNow(snoozedAt) }),
  };
};

interface Report {
  agent: Agent;
  results: readonly WorkResult[];
  now: Date;
}

/** Calls of hosts that are written down together. */
const atOnce = 100;

type Told = Pick<Report, 'agent' | 'now'> & { result: WorkResult };

/** Stores the results that count, and returns the hosts whose tasks changed. */
const take = async (tx: Tx, customerId: string, told: readonly Told[]): Promise<Agent[]> => {
  const tasks = new Map(
    (await lockTasks(tx, customerId, [...new Set(told.map(({ result }) => result.task))])).map((task) => [
      task.task_id,
      task,
    ]),
  );
  const statementOf = await statementsOf(tx, customerId, [...tasks.values()]);
  const changes: TaskChange[] = [];
  const files: Parameters<typeof takeFilesBack>[2][number][] = [];
  const changed = new Set<Agent>();
  for (const { agent, result, now } of told) {
    const task = tasks.get(result.task);
    // A host speaks of its own work and of nobody else's.
    if (!task || task.host_id !== agent.hostId || task.site_id !== agent.siteId) continue;
    if (task.state !== taskState.leased || result.attempt !== task.attempt) continue;
    // A wait uses up no attempt: what was said before it has the number of what is said after it.
    if (result.epoch !== undefined && result.epoch <= task.waited_epoch) continue;
    const custom = statementOf(task);
    const isShown = task.kind !== customKind || (custom?.recognition ?? null) !== null;
    const next = afterResult(task, result, now, isShown);
    if (result.shownAt !== undefined && task.kind === restartKind) await noteRestart(tx, agent, momentsOf(result, now));
    // The host cannot check an order by any key: nothing more is planned for it until it trusts a root.
    if (result.awaits === 'registration') await setHasRoot(tx, customerId, agent.hostId, false);
    changes.push({ task, change: { ...next, changed_at: now, lent_until: null, has_inventory: false } });
    // Told twice in one go, it counts once.
    tasks.delete(result.task);
    changed.add(agent);
    const its = custom?.files ?? (task.sha256 ? [task.sha256.toString('hex')] : []);
    if (next.state !== taskState.pending)
      files.push(...its.map((sha256) => ({ siteId: task.site_id, hostId: task.host_id, sha256 })));
  }
  await updateTasks(tx, customerId, changes);
  await takeFilesBack(tx, customerId, files);
  return [...changed];
};

/**
 * Stores how tasks ended. The same result may come twice, late, or after the lease ended: it counts
 * once, for the attempt it belongs to, and is acknowledged in any case so that the host can forget it. What hosts of a
 * customer say while others are written down is written together, each answered after the commit.
 */
export const takeResults = (
  pool: pg.Pool,
  bus: Pick<Bus, 'publish'>,
  agents: Pick<AgentRegister, 'hintOfOwnWrite'>,
) => {
  const tell = microBatch<Report, string[]>({
    keyOf: ({ agent }) => agent.customerId,
    most: atOnce,
    async write(customerId, reports) {
      const siteIds = [...new Set(reports.map(({ agent }) => agent.siteId))];
      // Of two words about one task in one call the last is meant.
      const told = reports.flatMap(({ agent, results, now }) => [
        ...new Map(results.map((result) => [result.task, { agent, result, now }])).values(),
      ]);
      const changed = await withTenantRetrying(pool, { customerId, siteIds, actorId: null }, (tx) =>
        take(tx, customerId, told),
      );
      if (changed.length > 0)
        void bus
          .publish(
            changed.flatMap((agent) => [
              { customerId, siteAccountUuid: agent.siteId, thing: 'tasks', id: agent.hostId },
              // Nothing of what is remembered of a host has changed by its results.
              agents.hintOfOwnWrite(agent),
            ]),
          )
          .catch(() => undefined);
      return reports.map(({ results }) => [...new Set(results.map((result) => result.task))]);
    },
  });
  return (agent: Agent, results: readonly WorkResult[], now: Date): Promise<string[]> => tell({ agent, results, now });
};
