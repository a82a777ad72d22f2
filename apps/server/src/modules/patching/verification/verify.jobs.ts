import { successPendingReboot } from '@patchkeep/rules/activity-label';
import { kbOfKey } from '@patchkeep/rules/kb';
import { type CopyVariant, fitsCopy } from '@patchkeep/rules/software/variant';
import { compareVersions, isScheme } from '@patchkeep/versions/schemes';
import { z } from 'zod';
import type { Hint } from '../../../platform/bus/bus.ts';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { enterSites, type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { enqueue, job } from '../../../platform/jobs/jobs.ts';
import { hintOfHost, noteWork } from '../../hosts/public.ts';
import { selectCopyKinds } from '../../inventory/public.ts';
import { neededUpdates } from '../../results/public.ts';
import { listSiteIds } from '../../tenants/public.ts';
import { copiesOf } from '../tasks/copies.queries.ts';
import { machineCopy } from '../tasks/copies.rules.ts';
import { isRemoval } from '../tasks/custom.rules.ts';
import { statementsOf } from '../tasks/custom.service.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { afterInventory } from '../tasks/task.rules.ts';
import { markInventoried, removeKind, type TaskChange, updateTasks } from '../tasks/tasks.repository.ts';
import { updateKinds } from '../tasks/update-kinds.rules.ts';
import { recogniser } from './recognised.service.ts';
import { addUpdates, type VerifiedUpdate } from './update-history.repository.ts';
import {
  selectFound,
  selectVerifiable,
  selectVerifiableCustom,
  selectVerifiableUpdates,
} from './verification.queries.ts';

const atOnce = 500;

type VerifiableTask = Awaited<ReturnType<typeof selectVerifiable>>[number];

/** Says whether a host is as its task wants it; undefined while its inventory holds something nobody has looked at. */
type Look = (task: VerifiableTask) => boolean | undefined;

/** With a removal no version may be left; with anything else the version or a newer one is there. */
const isAsWanted = (task: VerifiableTask, versions: readonly string[]): boolean => {
  if (task.kind === removeKind) return versions.length === 0;
  const scheme = isScheme(task.scheme) ? task.scheme : 'generic';
  return versions.some((version) => (compareVersions(scheme, version, task.to_version) ?? -1) >= 0);
};

/** Only copies of the variant that the package was for can verify it; a removal leaves none at all. */
const isOfVariant = ({ kind, architectures, family }: VerifiableTask, copy: CopyVariant): boolean =>
  kind === removeKind || fitsCopy({ scope: copy.scope, architectures, family }, copy);

/** The versions that can verify each task: those of its copy, where users or variants have copies of their own. */
const versionsByTask = async (
  tx: Tx,
  customerId: string,
  tasks: readonly VerifiableTask[],
): Promise<Map<string, number[]>> => {
  const copyNosOf = new Map(
    tasks.flatMap((task) =>
      task.user_copies === null && task.for_user === machineCopy && !task.architectures && !task.family
        ? []
        : [[task.task_id, copiesOf(task).get(task.for_user) ?? []]],
    ),
  );
  const copyOf = await selectCopyKinds(tx, customerId, [...copyNosOf.values()].flat());
  return new Map(
    tasks.map((task) => {
      const copyNos = copyNosOf.get(task.task_id);
      return [
        task.task_id,
        copyNos
          ? copyNos.flatMap((no) => {
              const copy = copyOf.get(no);
              return copy && isOfVariant(task, copy.variant) ? copy.versionId : [];
            })
          : unpackNumbers(task.version_ids),
      ];
    }),
  );
};

/** Reads the inventories of all these tasks at once. */
const lookAt = async (tx: Tx, customerId: string, tasks: readonly VerifiableTask[]): Promise<Look> => {
  const idsOf = await versionsByTask(tx, customerId, tasks);
  const versionIds = [...new Set([...idsOf.values()].flat())];
  const channelTags = [...new Set(tasks.map((task) => task.channel_tag))];
  const rows = await selectFound(tx, channelTags, versionIds);
  const spelt = new Map(rows.map((row) => [`${row.version_id} ${row.channel_tag}`, row.channel_version]));
  const unjudged = new Set(rows.flatMap((row) => (row.channel_tag === null ? row.version_id : [])));
  return (task) => {
    const ids = idsOf.get(task.task_id) ?? [];
    const versions = ids.flatMap((id) => spelt.get(`${id} ${task.channel_tag}`) ?? []);
    const isSeen = isAsWanted(task, versions);
    // What nobody has looked at may be the version that is waited for, or one that shall be gone.
    const isDoubtful = isSeen === (task.kind === removeKind) && ids.some((id) => unjudged.has(id));
    return isDoubtful ? undefined : isSeen;
  };
};

/** The verdict on a new version comes from another job, within moments. */
const verdictMs = 5_000;

const askAgain = (tx: Tx, customerId: string, runAt: Date): Promise<void> =>
  enqueue(tx, verify, { customerId }, { key: `prove:${customerId}`, runAt });

type Task = Omit<VerifiableTask, 'version_ids' | 'scheme' | 'copy_nos' | 'user_copies' | 'architectures' | 'family'>;
interface Judged {
  task: Task;
  isVerified: boolean;
  isRestartAwaited: boolean;
}

const hasNotRestarted = ({ pkg_result, last_boot_at, changed_at }: Task): boolean =>
  pkg_result === successPendingReboot && last_boot_at < changed_at;

const judgePackages = async (tx: Tx, customerId: string, now: Date): Promise<Judged[]> => {
  const verifiable = await selectVerifiable(tx, customerId, atOnce);
  if (verifiable.length === atOnce) await askAgain(tx, customerId, now);
  const look = await lookAt(tx, customerId, verifiable);
  const judged: Judged[] = [];
  for (const task of verifiable) {
    const isVerified = look(task);
    if (isVerified === undefined) await askAgain(tx, customerId, new Date(now.getTime() + verdictMs));
    else judged.push({ task, isVerified, isRestartAwaited: hasNotRestarted(task) });
  }
  return judged;
};

/**
 * Custom software is found by what its approvers say of it, and gone when it is found no more. Where they say nothing,
 * an inventory shows nothing of it either: what a host did not tell the end of is tried again.
 */
const judgeCustom = async (tx: Tx, customerId: string, now: Date): Promise<Judged[]> => {
  const tasks = await selectVerifiableCustom(tx, customerId, atOnce);
  if (tasks.length === 0) return [];
  if (tasks.length === atOnce) await askAgain(tx, customerId, now);
  const statementOf = await statementsOf(tx, customerId, tasks);
  const shows = await recogniser(tx, customerId, tasks);
  return tasks.map((task) => {
    const recognition = statementOf(task)?.recognition;
    const isSeen = recognition ? shows(task, recognition) !== isRemoval(task) : task.state === taskState.unverified;
    return { task, isVerified: isSeen, isRestartAwaited: hasNotRestarted(task) };
  });
};

/** A Windows update is there when its host neither misses it nor waits with it for a restart. */
const judgeUpdates = async (tx: Tx, customerId: string, now: Date): Promise<Judged[]> => {
  const verifiable = await selectVerifiableUpdates(tx, customerId, atOnce);
  if (verifiable.length === atOnce) await askAgain(tx, customerId, now);
  const needed = await neededUpdates(
    tx,
    customerId,
    verifiable.map((task) => task.host_no),
  );
  return verifiable.map((task) => {
    const kb = kbOfKey(task.channel_tag);
    const host = needed.get(task.host_no);
    const isRestartAwaited = hasNotRestarted(task) || host?.pending.has(kb) === true;
    return { task, isVerified: host !== undefined && !host.missing.has(kb) && !isRestartAwaited, isRestartAwaited };
  });
};

/** Verifies tasks by inventories alone, and returns the hints to publish. */
const verifyAll = async (tx: Tx, customerId: string, now: Date): Promise<Hint[]> => {
  const hints: Hint[] = [];
  const changes: TaskChange[] = [];
  const again: string[] = [];
  const verified: VerifiedUpdate[] = [];
  const judged = [
    ...(await judgePackages(tx, customerId, now)),
    ...(await judgeUpdates(tx, customerId, now)),
    ...(await judgeCustom(tx, customerId, now)),
  ];
  for (const { task, isVerified, isRestartAwaited } of judged) {
    const next = afterInventory(task, isVerified, isRestartAwaited, now);
    if (!next) {
      // This inventory says nothing: one after the restart will, and meanwhile others are not kept waiting.
      changes.push({ task, change: { has_inventory: false } });
      continue;
    }
    changes.push({ task, change: { ...next, changed_at: now } });
    const { site_id: siteId, host_id: hostId } = task;
    if (next.state === taskState.verified && updateKinds.includes(task.kind))
      verified.push({ siteId, channelTag: task.channel_tag, fromVersion: task.from_version });
    hints.push({ customerId, siteAccountUuid: siteId, thing: 'tasks', id: hostId });
    if (next.state !== taskState.pending) continue;
    again.push(hostId);
    hints.push(hintOfHost({ customerId, siteId, hostId }));
  }
  await updateTasks(tx, customerId, changes);
  if (again.length > 0) await noteWork(tx, customerId, again, now);
  await addUpdates(tx, customerId, verified, now);
  return hints;
};

export const verify = job({
  // The queue holds jobs by this name, so it stays.
  name: 'prove',
  payload: z.object({ customerId: z.string() }),
  async run({ customerId }, { pool, bus, clock }) {
    const hints = await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
      await enterSites(tx, { customerId, siteIds: await listSiteIds(tx, customerId), actorId: null });
      return verifyAll(tx, customerId, clock());
    });
    await bus.publish(hints).catch(() => undefined);
  },
});

/** Queues the verification in the transaction that stores inventories, if tasks of these hosts wait for one. */
export const requestVerification = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
  now: Date,
): Promise<void> => {
  if (!(await markInventoried(tx, customerId, hostNos))) return;
  await askAgain(tx, customerId, now);
};
