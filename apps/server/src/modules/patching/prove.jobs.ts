import { successPendingReboot } from '@patchkeep/rules/activity-label';
import { compareVersions, isScheme } from '@patchkeep/versions/schemes';
import { z } from 'zod';
import type { Hint } from '../../platform/bus/bus.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { enterSites, type Tx, withTenant } from '../../platform/db/tenant.ts';
import { enqueue, job } from '../../platform/jobs/jobs.ts';
import { hintOfHost, noteWork } from '../hosts/public.ts';
import { neededUpdates } from '../results/public.ts';
import { listSiteIds } from '../tenants/public.ts';
import { taskState } from './task-state.rules.ts';
import { copiesOf, selectVersionsOfCopies } from './copies.queries.ts';
import { machineCopy } from './copies.rules.ts';
import { selectFound, selectProvable, selectProvableUpdates } from './proof.queries.ts';
import { afterInventory } from './task.rules.ts';
import { markInventoried, removeKind, type TaskChange, updateTasks, upgradeKind } from './tasks.repository.ts';
import { addUpdates, type Proven } from './update-history.repository.ts';
import { articleOfChannel, windowsUpdateKind } from './windows-update.rules.ts';

const atOnce = 500;
/** What is counted as an update over time; installing something new and removing are none. */
const updateKinds: readonly number[] = [upgradeKind, windowsUpdateKind];

type Provable = Awaited<ReturnType<typeof selectProvable>>[number];

/** Says whether a host is as its task wants it; undefined while its inventory holds something nobody has looked at. */
type Look = (task: Provable) => boolean | undefined;

/** With a removal no version may be left; with anything else the version or a newer one is there. */
const isAsWanted = (task: Provable, versions: readonly string[]): boolean => {
  if (task.kind === removeKind) return versions.length === 0;
  const scheme = isScheme(task.scheme) ? task.scheme : 'generic';
  return versions.some((version) => (compareVersions(scheme, version, task.to_version) ?? -1) >= 0);
};

/** The versions among which each task finds its proof: those of the copy it is about, where users have their own. */
const versionsByTask = async (
  tx: Tx,
  customerId: string,
  tasks: readonly Provable[],
): Promise<Map<string, number[]>> => {
  const copyNosOf = new Map(
    tasks.flatMap((task) =>
      task.user_copies === null && task.for_user === machineCopy
        ? []
        : [[task.task_id, copiesOf(task).get(task.for_user) ?? []]],
    ),
  );
  const versionOf = await selectVersionsOfCopies(tx, customerId, [...copyNosOf.values()].flat());
  return new Map(
    tasks.map((task) => {
      const copyNos = copyNosOf.get(task.task_id);
      return [
        task.task_id,
        copyNos ? copyNos.flatMap((no) => versionOf.get(no) ?? []) : unpackNumbers(task.version_ids),
      ];
    }),
  );
};

/** Looks at the inventories of all these tasks at once. */
const lookAt = async (tx: Tx, customerId: string, tasks: readonly Provable[]): Promise<Look> => {
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
  enqueue(tx, prove, { customerId }, { key: `prove:${customerId}`, runAt });

type Task = Omit<Provable, 'version_ids' | 'scheme' | 'copy_nos' | 'user_copies'>;
interface Judged {
  task: Task;
  isProven: boolean;
  isRestartAwaited: boolean;
}

const hasNotRestarted = ({ pkg_result, last_boot_at, changed_at }: Task): boolean =>
  pkg_result === successPendingReboot && last_boot_at < changed_at;

const judgePackages = async (tx: Tx, customerId: string, now: Date): Promise<Judged[]> => {
  const provable = await selectProvable(tx, customerId, atOnce);
  if (provable.length === atOnce) await askAgain(tx, customerId, now);
  const look = await lookAt(tx, customerId, provable);
  const judged: Judged[] = [];
  for (const task of provable) {
    const isProven = look(task);
    if (isProven === undefined) await askAgain(tx, customerId, new Date(now.getTime() + verdictMs));
    else judged.push({ task, isProven, isRestartAwaited: hasNotRestarted(task) });
  }
  return judged;
};

/** A Windows update is there when its host neither misses it nor waits with it for a restart. */
const judgeUpdates = async (tx: Tx, customerId: string, now: Date): Promise<Judged[]> => {
  const provable = await selectProvableUpdates(tx, customerId, atOnce);
  if (provable.length === atOnce) await askAgain(tx, customerId, now);
  const needed = await neededUpdates(
    tx,
    customerId,
    provable.map((task) => task.host_no),
  );
  return provable.map((task) => {
    const kb = articleOfChannel(task.channel_tag);
    const host = needed.get(task.host_no);
    const isRestartAwaited = hasNotRestarted(task) || host?.pending.has(kb) === true;
    return { task, isProven: host !== undefined && !host.missing.has(kb) && !isRestartAwaited, isRestartAwaited };
  });
};

/** Believes what inventories show, and nothing else. Gives what to tell of it. */
const proveAll = async (tx: Tx, customerId: string, now: Date): Promise<Hint[]> => {
  const hints: Hint[] = [];
  const changes: TaskChange[] = [];
  const again: string[] = [];
  const proven: Proven[] = [];
  const judged = [...(await judgePackages(tx, customerId, now)), ...(await judgeUpdates(tx, customerId, now))];
  for (const { task, isProven, isRestartAwaited } of judged) {
    const next = afterInventory(task, isProven, isRestartAwaited, now);
    if (!next) {
      // This inventory says nothing: one after the restart will, and meanwhile others are not kept waiting.
      changes.push({ task, change: { has_inventory: false } });
      continue;
    }
    changes.push({ task, change: { ...next, changed_at: now } });
    const { site_id: siteId, host_id: hostId } = task;
    if (next.state === taskState.proven && updateKinds.includes(task.kind))
      proven.push({ siteId, channelTag: task.channel_tag, fromVersion: task.from_version });
    hints.push({ customerId, siteAccountUuid: siteId, thing: 'tasks', id: hostId });
    if (next.state !== taskState.pending) continue;
    again.push(hostId);
    hints.push(hintOfHost({ customerId, siteId, hostId }));
  }
  await updateTasks(tx, customerId, changes);
  if (again.length > 0) await noteWork(tx, customerId, again, now);
  await addUpdates(tx, customerId, proven, now);
  return hints;
};

export const prove = job({
  name: 'prove',
  payload: z.object({ customerId: z.string() }),
  async run({ customerId }, { pool, bus, clock }) {
    const hints = await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
      await enterSites(tx, { customerId, siteIds: await listSiteIds(tx, customerId), actorId: null });
      return proveAll(tx, customerId, clock());
    });
    await bus.publish(hints).catch(() => undefined);
  },
});

/** Asks for proofs in the transaction that brings inventories, where they can prove anything. */
export const noteProof = async (tx: Tx, customerId: string, hostNos: readonly number[], now: Date): Promise<void> => {
  if (!(await markInventoried(tx, customerId, hostNos))) return;
  await askAgain(tx, customerId, now);
};
