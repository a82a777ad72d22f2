import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import type { agentApi } from '@patchkeep/contract/agent/protocol';
import type pg from 'pg';
import type { z } from 'zod';
import type { Bus } from '../../platform/bus/bus.ts';
import { microBatch } from '../../platform/db/micro-batch.ts';
import { type Tx, withTenantRetrying } from '../../platform/db/tenant.ts';
import { invalid } from '../../platform/errors.ts';
import type { VersionRegister } from '../catalog/public.ts';
import { type Agent, type AgentRegister, factColumns, updateHostsAfterInspection } from '../hosts/public.ts';
import { insertChanges } from './changes.repository.ts';
import { keyOfCopy, partCopy } from './copies.rules.ts';
import { copyRegister } from './copies.service.ts';
import { changeHolders, lockInventories, upsertInventories } from './inventory.repository.ts';
import type { UserCopy } from './inventory.tables.ts';
import { difference, holdersOfEach, sortedUnique, variantOfKey, versionOfKey } from './posting.rules.ts';
import { upsertWindowsUpdates } from './windows-updates.repository.ts';

type Upload = z.output<(typeof agentApi)['inventory']['body']>;

/** Told in the transaction that stores them: whoever counts must learn of it exactly when it is so. */
export type OnInventoriesStored = (tx: Tx, customerId: string, hostNos: readonly number[]) => Promise<void>;

interface Item {
  agent: Agent;
  upload: Upload;
  versionIds: number[];
  copyNos: number[];
  offerNos: number[];
  userCopies: UserCopy[];
  /** By the number of each of its copies, the key under which the host stands in the lists of holders. */
  keys: Map<number, number>;
}

/** Of two uploads of one host in a batch the later one counts. */
const lastOfEach = (items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.agent.hostNo, item])).values(),
];

/** Stores inventories: catalogue rows first, then the hosts of one customer together, answered after the commit. */
export const ingest = (
  pool: pg.Pool,
  bus: Bus,
  agents: Pick<AgentRegister, 'hintOfOwnWrite'>,
  versions: VersionRegister,
  onInventoriesStored: OnInventoriesStored,
  clock: () => Date,
) => {
  const copies = copyRegister(pool, clock);
  const write = async (customerId: string, items: readonly Item[]): Promise<readonly string[]> => {
    const each = lastOfEach(items);
    const siteIds = [...new Set(each.map(({ agent }) => agent.siteId))];
    await withTenantRetrying(pool, { customerId, siteIds, actorId: null }, async (tx) => {
      const hostNos = each.map(({ agent }) => agent.hostNo).toSorted((a, b) => a - b);
      const known = new Map(each.flatMap(({ keys }) => [...keys]));
      const before = await lockInventories(tx, customerId, hostNos, known);
      const changes = each.map(({ agent, versionIds }) => ({
        hostNo: agent.hostNo,
        ...difference(before.get(agent.hostNo)?.versionIds ?? [], versionIds),
      }));
      const moves = each.map(({ agent, keys }) => ({
        hostNo: agent.hostNo,
        ...difference(before.get(agent.hostNo)?.keys ?? [], sortedUnique([...keys.values()])),
      }));
      await upsertInventories(
        tx,
        customerId,
        each.map(({ agent, versionIds, copyNos, offerNos, userCopies, upload }) => ({
          hostNo: agent.hostNo,
          versionIds,
          copyNos,
          offerNos,
          userCopies,
          takenAt: new Date(upload.takenAt),
        })),
      );
      await changeHolders(tx, customerId, {
        added: holdersOfEach(moves.map(({ hostNo, added }) => [hostNo, added])),
        removed: holdersOfEach(moves.map(({ hostNo, removed }) => [hostNo, removed])),
      });
      await insertChanges(tx, customerId, changes, clock());
      await upsertWindowsUpdates(
        tx,
        customerId,
        each.flatMap(({ agent, upload: { windowsUpdates, takenAt } }) =>
          windowsUpdates ? [{ hostNo: agent.hostNo, report: windowsUpdates, takenAt: new Date(takenAt) }] : [],
        ),
      );
      await onInventoriesStored(tx, customerId, hostNos);
      await updateHostsAfterInspection(
        tx,
        customerId,
        each.map(({ agent, upload }) => ({
          host_id: agent.hostId,
          ...factColumns(upload.facts, clock()),
          inventory_hash: upload.hash,
          inventory_at: upload.takenAt,
          inspected_revision: upload.inspectedRevision,
        })),
      );
    });
    // All that is remembered of a host and was written above.
    for (const { agent, upload } of each) {
      agent.inventoryHash = upload.hash;
      agent.reportedBootAt = Date.parse(upload.facts.bootTime);
    }
    void bus.publish(each.map(({ agent }) => agents.hintOfOwnWrite(agent))).catch(() => undefined);
    return items.map(({ upload }) => upload.hash);
  };
  const enqueue = microBatch<Item, string>({ keyOf: ({ agent }) => agent.customerId, most: 100, write });

  return async (agent: Agent, upload: Upload): Promise<string> => {
    // A body that was cut or mended on the way does not come to the hash the agent came to.
    if (inventoryHash(upload.software, upload.windowsUpdates) !== upload.hash)
      throw invalid('The hash does not fit the inventory');
    const ids = await versions.resolve(upload.software);
    const parted = upload.software.map((copy, i) => partCopy(copy, ids[i] ?? 0));
    const numbers = await copies.resolve(
      agent.customerId,
      parted.map(({ kind }) => kind),
    );
    const copyNos = sortedUnique(numbers.filter((_, i) => parted[i]?.user === undefined));
    const userCopies = parted.flatMap(({ user, folder }, i): UserCopy[] =>
      user === undefined ? [] : [[numbers[i] ?? 0, user, folder]],
    );
    const offerNos = sortedUnique(numbers.filter((_, i) => parted[i]?.kind.offered !== undefined));
    const keys = new Map(parted.map(({ kind }, i) => [numbers[i] ?? 0, keyOfCopy(kind.versionId, kind.copy)]));
    await versions.noteVariants([...keys.values()].map((key) => [versionOfKey(key), variantOfKey(key)]));
    return enqueue({ agent, upload, versionIds: sortedUnique(ids), copyNos, offerNos, userCopies, keys });
  };
};
