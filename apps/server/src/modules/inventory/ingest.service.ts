import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import type { agentApi, SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type pg from 'pg';
import type { z } from 'zod';
import type { Bus } from '../../platform/bus/bus.ts';
import { microBatch } from '../../platform/db/micro-batch.ts';
import { withTenantRetrying } from '../../platform/db/tenant.ts';
import { invalid } from '../../platform/errors.ts';
import type { VersionRegister } from '../catalog/public.ts';
import { type Agent, factColumns, updateHostAfterInspection } from '../hosts/public.ts';
import { changeHolders, lockInventories, upsertInventories } from './inventory.repository.ts';
import type { CopyFacts } from './inventory.tables.ts';
import { difference, holdersByVersion, sortedUnique } from './posting.rules.ts';

type Upload = z.output<(typeof agentApi)['inventory']['body']>;

interface Item {
  agent: Agent;
  upload: Upload;
  versionIds: number[];
  copies: CopyFacts[];
}

const copyFacts = ({ name: _n, publisher: _p, version: _v, ...facts }: SoftwareCopy, versionId: number): CopyFacts =>
  ({ versionId, ...facts }) as CopyFacts;

/** Of two uploads of one host in a batch the later one counts. */
const lastOfEach = (items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.agent.hostNo, item])).values(),
];

/** Stores inventories: catalogue rows first, then the hosts of one customer together, answered after the commit. */
export const ingest = (pool: pg.Pool, bus: Bus, versions: VersionRegister) => {
  const write = async (customerId: string, items: readonly Item[]): Promise<readonly string[]> => {
    const each = lastOfEach(items);
    const siteIds = [...new Set(each.map(({ agent }) => agent.siteId))];
    await withTenantRetrying(pool, { customerId, siteIds, actorId: null }, async (tx) => {
      const hostNos = each.map(({ agent }) => agent.hostNo).toSorted((a, b) => a - b);
      const before = await lockInventories(tx, customerId, hostNos);
      const changes = each.map(({ agent, versionIds }) => ({
        hostNo: agent.hostNo,
        ...difference(before.get(agent.hostNo) ?? [], versionIds),
      }));
      await upsertInventories(
        tx,
        customerId,
        each.map(({ agent, versionIds, copies, upload }) => ({
          hostNo: agent.hostNo,
          versionIds,
          copies: JSON.stringify(copies),
          takenAt: new Date(upload.takenAt),
        })),
      );
      await changeHolders(tx, customerId, {
        added: holdersByVersion(changes.map(({ hostNo, added }) => [hostNo, added])),
        removed: holdersByVersion(changes.map(({ hostNo, removed }) => [hostNo, removed])),
      });
      for (const { agent, upload } of each.toSorted((a, b) => (a.agent.hostId < b.agent.hostId ? -1 : 1)))
        await updateHostAfterInspection(tx, customerId, agent.hostId, {
          ...factColumns(upload.facts),
          inventory_hash: Buffer.from(upload.hash, 'hex'),
          inventory_at: new Date(upload.takenAt),
          inspected_revision: upload.inspectedRevision,
        });
    });
    for (const { agent, upload } of each) agent.inventoryHash = upload.hash;
    const hints = each.map(({ agent }) => ({
      customerId,
      siteAccountUuid: agent.siteId,
      thing: 'host',
      id: agent.hostId,
    }));
    void bus.publish(hints).catch(() => undefined);
    return items.map(({ upload }) => upload.hash);
  };
  const enqueue = microBatch<Item, string>({ keyOf: ({ agent }) => agent.customerId, most: 100, write });

  return async (agent: Agent, upload: Upload): Promise<string> => {
    // A body that was cut or mended on the way does not come to the hash the agent came to.
    if (inventoryHash(upload.software) !== upload.hash) throw invalid('The hash does not fit the inventory');
    const ids = await versions.resolve(upload.software);
    const copies = upload.software.map((copy, i) => copyFacts(copy, ids[i] ?? 0));
    return enqueue({ agent, upload, versionIds: sortedUnique(ids), copies });
  };
};
