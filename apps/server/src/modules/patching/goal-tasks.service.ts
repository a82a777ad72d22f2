import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { selectPackages } from './goal-tasks.queries.ts';
import { handOut } from './hand-out.service.ts';
import { isFor } from './package-fit.rules.ts';
import { selectTargets } from './plan.queries.ts';
import { removeKind } from './tasks.repository.ts';

const osFamilies = [0, 1];

/** A job is about the machine: packages for one user are for copies that a user has. */
const packageFor = (packages: Awaited<ReturnType<typeof selectPackages>>, osFamily: number) =>
  packages.find((each) => each.scope === 'machine' && isFor(osFamily, each));

/** The systems there is a package of an application for. */
export const systemsWithPackage = async (
  { tx, now }: Context,
  channelTag: string,
  version: string | undefined,
): Promise<Set<number>> => {
  const packages = await selectPackages(tx, channelTag, version ?? null, now);
  return new Set(osFamilies.filter((family) => packageFor(packages, family) !== undefined));
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
  const packages = await selectPackages(tx, channelTag, version, now);
  const hosts = await selectTargets(tx, customerId, siteId, hostNos);
  const tasks = hosts.flatMap((host) => {
    const found = packageFor(packages, host.os_family);
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
        statement_hash: found.statement_hash,
        options: {},
        goal_id: goalId,
      },
    ];
  });
  return (await handOut(tx, customerId, tasks, now)).length;
};
