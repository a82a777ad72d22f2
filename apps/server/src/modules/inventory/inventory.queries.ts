import { sql } from 'kysely';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { joinCopy } from './copies.rules.ts';
import { holderKey, sortedUnique, versionOfKey } from './posting.rules.ts';
import './inventory.tables.ts';

/** The inventory of one host: its version ids in order, each version with its names, and every copy. */
export const readInventory = async (tx: Tx, customerId: string, hostNo: number) => {
  const row = await tx
    .selectFrom('host_inventories')
    .select(['version_ids', 'copy_nos', 'user_copies', 'taken_at'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', hostNo)
    .executeTakeFirst();
  if (!row) return undefined;
  const versionIds = unpackNumbers(row.version_ids);
  const copyNos = unpackNumbers(row.copy_nos);
  const userCopies = row.user_copies ?? [];
  const versions = await tx
    .selectFrom('software_versions')
    .selectAll()
    .where('version_id', '=', sql<number>`any(${versionIds}::int[])`)
    .execute();
  const kinds = await tx
    .selectFrom('copy_kinds')
    .select(['copy_no', 'version_id', 'facts'])
    .where('customer_id', '=', customerId)
    .where('copy_no', '=', sql<number>`any(${[...copyNos, ...userCopies.map(([copyNo]) => copyNo)]}::int[])`)
    .execute();
  const kindOf = new Map(kinds.map((kind) => [kind.copy_no, kind]));
  const copies = [...copyNos.map((copyNo) => [copyNo] as const), ...userCopies].flatMap((copy) => {
    const kind = kindOf.get(copy[0]);
    return kind ? [joinCopy(kind.version_id, kind.facts, copy.length === 3 ? copy : undefined)] : [];
  });
  return { versionIds, takenAt: row.taken_at, versions, copies };
};

/** What every host of the customer holds, or some of them, packed as it is stored: for counting. */
export const listInventories = (tx: Tx, customerId: string, hostNos?: readonly number[]) => {
  let query = tx
    .selectFrom('host_inventories')
    .select(['host_no', 'version_ids'])
    .where('customer_id', '=', customerId);
  if (hostNos) query = query.where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`);
  return query.execute();
};

/** The hosts that hold copies of these versions, by version and variant: under `holderKey`, in order. */
export const listHoldersByKey = async (
  tx: Tx,
  customerId: string,
  versionIds: readonly number[],
): Promise<Map<number, number[]>> => {
  const rows = await tx
    .selectFrom('version_holders')
    .select(['version_id', 'variant', 'host_nos'])
    .where('customer_id', '=', customerId)
    .where('version_id', '=', sql<number>`any(${[...versionIds]}::int[])`)
    .orderBy('version_id')
    .orderBy('variant')
    .orderBy('bucket')
    .execute();
  const holders = new Map<number, number[]>();
  for (const row of rows) {
    const key = holderKey(row.version_id, row.variant);
    holders.set(key, [...(holders.get(key) ?? []), ...unpackNumbers(row.host_nos)]);
  }
  return holders;
};

/** The hosts that hold each of these versions, whatever the variant, in order. */
export const listHoldersOf = async (
  tx: Tx,
  customerId: string,
  versionIds: readonly number[],
): Promise<Map<number, number[]>> => {
  const byKey = await listHoldersByKey(tx, customerId, versionIds);
  const byVersion = Map.groupBy(byKey, ([key]) => versionOfKey(key));
  return new Map(
    [...byVersion].map(([versionId, lists]) => {
      const [first, ...others] = lists.map(([, hostNos]) => hostNos);
      // Hosts with copies of several variants stand in several lists.
      return [versionId, others.length === 0 ? (first ?? []) : sortedUnique([first ?? [], ...others].flat())];
    }),
  );
};
