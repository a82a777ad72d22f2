import type { InstalledCopy } from '@patchkeep/rules/approvals/facts';
import { isGivenUp, isToldTheSame } from '@patchkeep/rules/approvals/given-up';
import type { Context } from '../../../platform/context.ts';
import type { Vouched } from '../../catalog/public.ts';
import { siteOf } from '../../hosts/public.ts';
import { selectCopies, selectEnded, selectScheme, selectUserCopies } from '../tasks/copies.queries.ts';
import { machineCopy, nextCopy } from '../tasks/copies.rules.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import type { NewTask } from '../tasks/tasks.repository.ts';

/** A task that may be written for a host, and the packages it could be done with. */
export interface PlannedTask {
  task: NewTask;
  hostNo: number;
  /** The best first. */
  packages: readonly Vouched[];
  /** The old copies on hosts of its kind. */
  copies: readonly InstalledCopy[];
  /** When somebody decided so: what failed before may be tried anew. */
  decidedAt: Date | null;
}

/**
 * Gives each piece of work the package that fits the copy it is about. Most hosts have no copies of users: for them it
 * is the machine's, and nothing more is asked of the database than that.
 */
export const fitCopies = async (
  context: Context,
  channelTag: string,
  wanted: readonly PlannedTask[],
): Promise<NewTask[]> => {
  const { tx } = context;
  const { customerId } = siteOf(context);
  const mixed = await selectUserCopies(
    tx,
    customerId,
    wanted.map(({ hostNo }) => hostNo),
  );
  const copyNos = [...mixed.values()].flatMap((copies) => [...copies.values()].flat());
  const held = await selectCopies(tx, customerId, channelTag, copyNos);
  const scheme = await selectScheme(tx, channelTag);
  const hostIds = wanted.map(({ task }) => task.host_id);
  const ended = Map.groupBy(await selectEnded(tx, customerId, channelTag, hostIds), (row) => row.host_id);

  const fit = ({ task, hostNo, packages, copies, decidedAt }: PlannedTask) => {
    const own = new Map(
      [...(mixed.get(hostNo) ?? [])].map(([owner, numbers]) => [owner, numbers.flatMap((no) => held.get(no) ?? [])]),
    );
    const wants = { toVersion: task.to_version, options: task.options, decidedAt };
    // Whoever tells the installer something else has begun anew.
    const here = (ended.get(task.host_id) ?? []).filter((row) =>
      row.state === taskState.failed
        ? isGivenUp({ toVersion: row.to_version, options: row.options, at: row.created_at }, wants)
        : row.to_version === task.to_version && isToldTheSame(row.options, task.options),
    );
    return nextCopy({
      // Without copies of users, the old copies of its kind are the machine's.
      copies: mixed.has(hostNo) ? own : new Map([[machineCopy, copies]]),
      toVersion: task.to_version,
      scheme,
      ended: here.map(({ for_user: owner, architectures, family }) => ({ owner, copies: { architectures, family } })),
      packages,
    });
  };
  return wanted.flatMap((each) => {
    const next = fit(each);
    if (!next) return [];
    const { owner, found } = next;
    const options = owner === machineCopy ? each.task.options : { ...each.task.options, user: owner };
    return { ...each.task, statement_hash: found.statementHash, for_user: owner, options };
  });
};
