import { sql } from 'kysely';
import { packNumbers, unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import type { UserCopy } from './inventory.tables.ts';
import { patched } from './posting.rules.ts';

/**
 * Wide buckets, because most versions are on few hosts and a row costs a hundred bytes before its first number; not
 * wider, because a list is written anew whenever a host joins it.
 */
const hostsPerHolderBucket = 32_768;

export interface StoredInventory {
  hostNo: number;
  versionIds: readonly number[];
  copyNos: readonly number[];
  offerNos: readonly number[];
  userCopies: readonly UserCopy[];
  takenAt: Date;
}

/** The version ids these hosts had, locked until the end of the transaction. */
export const lockInventories = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
): Promise<Map<number, number[]>> => {
  const rows = await tx
    .selectFrom('host_inventories')
    .select(['host_no', 'version_ids'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .orderBy('host_no')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.host_no, unpackNumbers(row.version_ids)]));
};

/** All of a batch in one statement, in the order of the key. */
export const upsertInventories = async (
  tx: Tx,
  customerId: string,
  items: readonly StoredInventory[],
): Promise<void> => {
  const sorted = items.toSorted((a, b) => a.hostNo - b.hostNo);
  await sql`
    insert into host_inventories (customer_id, host_no, version_ids, copy_nos, user_copies, taken_at, offer_nos)
    select ${customerId}::uuid, i.host_no, i.version_ids, i.copy_nos, i.user_copies::jsonb, i.taken_at, i.offer_nos
    from unnest(${sorted.map((i) => i.hostNo)}::int[], ${sorted.map((i) => packNumbers(i.versionIds))}::bytea[],
                ${sorted.map((i) => packNumbers(i.copyNos))}::bytea[],
                ${sorted.map((i) => (i.userCopies.length > 0 ? JSON.stringify(i.userCopies) : null))}::text[],
                ${sorted.map((i) => i.takenAt)}::timestamptz[],
                ${sorted.map((i) => (i.offerNos.length > 0 ? packNumbers(i.offerNos) : null))}::bytea[])
      as i (host_no, version_ids, copy_nos, user_copies, taken_at, offer_nos)
    on conflict (customer_id, host_no) do update
      set version_ids = excluded.version_ids, copy_nos = excluded.copy_nos, user_copies = excluded.user_copies,
        taken_at = excluded.taken_at, offer_nos = excluded.offer_nos`.execute(tx);
};

/** Who gained and who lost each version: version id → host numbers. */
export interface HolderChanges {
  added: ReadonlyMap<number, readonly number[]>;
  removed: ReadonlyMap<number, readonly number[]>;
}

const bucketOf = (hostNo: number): number => Math.floor(hostNo / hostsPerHolderBucket);

/** Keeps the posting lists of a customer in step with its inventories; touched lists are locked in key order. */
export const changeHolders = async (tx: Tx, customerId: string, { added, removed }: HolderChanges): Promise<void> => {
  const lists = new Map<string, { versionId: number; bucket: number; added: Set<number>; removed: Set<number> }>();
  const note = (changes: ReadonlyMap<number, readonly number[]>, side: 'added' | 'removed') => {
    for (const [versionId, hostNos] of changes)
      for (const hostNo of hostNos) {
        const key = `${versionId}.${bucketOf(hostNo)}`;
        const list = lists.get(key) ?? { versionId, bucket: bucketOf(hostNo), added: new Set(), removed: new Set() };
        list[side].add(hostNo);
        lists.set(key, list);
      }
  };
  note(added, 'added');
  note(removed, 'removed');
  if (lists.size === 0) return;
  const touched = [...lists.values()].toSorted((a, b) => a.versionId - b.versionId || a.bucket - b.bucket);
  const ids = touched.map((each) => each.versionId);
  const buckets = touched.map((each) => each.bucket);
  const { rows } = await sql<{ version_id: number; bucket: number; host_nos: Buffer }>`
    select h.version_id, h.bucket, h.host_nos
    from version_holders h
    where h.customer_id = ${customerId}
      and (h.version_id, h.bucket) in (select * from unnest(${ids}::int[], ${buckets}::int[]))
    order by h.version_id, h.bucket
    for update`.execute(tx);
  const before = new Map(rows.map((row) => [`${row.version_id}.${row.bucket}`, unpackNumbers(row.host_nos)]));
  const after = touched.map((each) => patched(before.get(`${each.versionId}.${each.bucket}`) ?? [], each));
  const holders = touched.flatMap(({ versionId, bucket }, i) => {
    const hostNos = after[i] ?? [];
    return hostNos.length > 0 ? [{ versionId, bucket, hostNos: packNumbers(hostNos) }] : [];
  });
  const given = touched.filter((_, i) => after[i]?.length === 0);
  if (holders.length > 0)
    await sql`
      insert into version_holders (customer_id, version_id, bucket, host_nos)
      select ${customerId}::uuid, l.version_id, l.bucket, l.host_nos
      from unnest(${holders.map((l) => l.versionId)}::int[], ${holders.map((l) => l.bucket)}::int[],
                  ${holders.map((l) => l.hostNos)}::bytea[]) as l (version_id, bucket, host_nos)
      on conflict (customer_id, version_id, bucket) do update set host_nos = excluded.host_nos`.execute(tx);
  if (given.length > 0)
    await sql`
      delete from version_holders h
      where h.customer_id = ${customerId} and (h.version_id, h.bucket) in
        (select * from unnest(${given.map((l) => l.versionId)}::int[], ${given.map((l) => l.bucket)}::int[]))`.execute(
      tx,
    );
};

export const deleteInventories = async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('host_inventories')
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .execute();
};
