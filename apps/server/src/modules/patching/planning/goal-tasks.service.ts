import { randomUUIDv7 } from 'node:crypto';
import { fittingPackages, isUnexpired, type Machine } from '@patchkeep/rules/approvals/supply';
import type { Tx } from '../../../platform/db/tenant.ts';
import { selectVouched, type Vouched } from '../../catalog/public.ts';
import { enqueueTasks } from '../tasks/enqueue-tasks.service.ts';
import { removeKind } from '../tasks/tasks.repository.ts';
import { selectTargets } from './plan.queries.ts';

/**
 * Finds the package of an application that a job uses on a host: of the version it names, else of the newest one that
 * fits the host. A job is about the machine: packages for one user are for copies that a user has.
 */
export const jobPackages = async (tx: Tx, channelTag: string, version: string | null, now: Date) => {
  const usable = (await selectVouched(tx, [channelTag])).filter(
    (each) => each.scope === 'machine' && isUnexpired(each, now) && (version === null || each.version === version),
  );
  return (machine: Machine): Vouched | undefined => {
    const fitting = machine.hasRoot ? fittingPackages(usable, machine) : [];
    const newest = usable.find((each) => fitting.includes(each));
    return fitting.find((each) => each.version === newest?.version);
  };
};

export interface GoalWork {
  customerId: string;
  siteId: string;
  goalId: string;
  /** 1 install, 2 remove. */
  kind: number;
  channelTag: string;
  version: string | null;
  hostNos: readonly number[];
  now: Date;
}

/**
 * Writes the work of a job for some of its hosts; whoever has the same work open already keeps that. A person named
 * these hosts, so the release budget of approvals does not hold it up. Gives how many pieces were written.
 */
export const writeGoalTasks = async (tx: Tx, work: GoalWork): Promise<number> => {
  const { customerId, siteId, goalId, kind, channelTag, version, hostNos, now } = work;
  const packageOn = await jobPackages(tx, channelTag, version, now);
  const hosts = await selectTargets(tx, customerId, siteId, hostNos);
  const tasks = hosts.flatMap((host) => {
    const { os_family: osFamily, os_architecture: architecture, has_root: hasRoot } = host;
    const found = packageOn({ osFamily, architecture, hasRoot });
    if (!found) return [];
    return [
      {
        customer_id: customerId,
        site_id: siteId,
        task_id: randomUUIDv7(),
        host_id: host.host_id,
        kind,
        channel_tag: channelTag,
        from_version: '',
        to_version: kind === removeKind ? '' : found.version,
        statement_hash: found.statementHash,
        options: {},
        goal_id: goalId,
      },
    ];
  });
  return (await enqueueTasks(tx, customerId, tasks, now)).length;
};
