import { successPendingReboot } from '@patchkeep/rules/activity-label';
import { compareVersions, isScheme } from '@patchkeep/versions/schemes';
import { z } from 'zod';
import type { Hint } from '../../platform/bus/bus.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { enterSites, type Tx, withTenant } from '../../platform/db/tenant.ts';
import { enqueue, job } from '../../platform/jobs/jobs.ts';
import { hintOfHost, setHasWork } from '../hosts/public.ts';
import { listSiteIds } from '../tenants/public.ts';
import { taskState } from './task-state.rules.ts';
import { hasUnjudged, selectChannelVersions, selectProvable } from './proof.queries.ts';
import { afterInventory } from './task.rules.ts';
import { markInventoried, updateTask } from './tasks.repository.ts';

const atOnce = 500;

type Provable = Awaited<ReturnType<typeof selectProvable>>[number];

/** Whether the inventory shows the version; undefined while it holds something nobody has looked at yet. */
const isThere = async (tx: Tx, task: Provable): Promise<boolean | undefined> => {
  const versionIds = unpackNumbers(task.version_ids);
  const versions = await selectChannelVersions(tx, task.channel_tag, versionIds);
  const scheme = isScheme(task.scheme) ? task.scheme : 'generic';
  if (versions.some((version) => (compareVersions(scheme, version, task.to_version) ?? -1) >= 0)) return true;
  return (await hasUnjudged(tx, versionIds)) ? undefined : false;
};

/** The verdict on a new version comes from another job, within moments. */
const verdictMs = 5_000;

const askAgain = (tx: Tx, customerId: string, runAt: Date): Promise<void> =>
  enqueue(tx, prove, { customerId }, { key: `prove:${customerId}`, runAt });

/** Believes what inventories show, and nothing else. Gives what to tell of it. */
const proveAll = async (tx: Tx, customerId: string, now: Date): Promise<Hint[]> => {
  const hints: Hint[] = [];
  const provable = await selectProvable(tx, customerId, atOnce);
  if (provable.length === atOnce) await askAgain(tx, customerId, now);
  for (const task of provable) {
    const isRestartAwaited = task.pkg_result === successPendingReboot && task.last_boot_at < task.changed_at;
    const found = await isThere(tx, task);
    if (found === undefined) {
      await askAgain(tx, customerId, new Date(now.getTime() + verdictMs));
      continue;
    }
    const next = afterInventory(task, found, isRestartAwaited, now);
    if (!next) {
      // This inventory says nothing: one after the restart will, and meanwhile others are not kept waiting.
      await updateTask(tx, task, { has_inventory: false });
      continue;
    }
    await updateTask(tx, task, { ...next, changed_at: now });
    const { site_id: siteId, host_id: hostId } = task;
    hints.push({ customerId, siteAccountUuid: siteId, thing: 'tasks', id: hostId });
    if (next.state !== taskState.pending) continue;
    await setHasWork(tx, customerId, [hostId], true);
    hints.push(hintOfHost({ customerId, siteId, hostId }));
  }
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
