import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './inventory.tables.ts';
import { patched } from './posting.rules.ts';

export const hostsPerHolderBucket = 4_096;
const arrayText = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

export interface StoredInventory {
  hostNo: number;
  versionIds: readonly number[];
  copies: string;
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
  return new Map(rows.map((row) => [row.host_no, row.version_ids]));
};

/** All of a batch in one statement, in the order of the key. */
export const upsertInventories = async (
  tx: Tx,
  customerId: string,
  items: readonly StoredInventory[],
): Promise<void> => {
  const sorted = items.toSorted((a, b) => a.hostNo - b.hostNo);
  await sql`
    insert into host_inventories (customer_id, host_no, version_ids, copies, taken_at)
    select ${customerId}::uuid, i.host_no, i.version_ids::int[], i.copies::jsonb, i.taken_at
    from unnest(${sorted.map((i) => i.hostNo)}::int[], ${sorted.map((i) => arrayText(i.versionIds))}::text[],
                ${sorted.map((i) => i.copies)}::text[], ${sorted.map((i) => i.takenAt)}::timestamptz[])
      as i (host_no, version_ids, copies, taken_at)
    on conflict (customer_id, host_no) do update
      set version_ids = excluded.version_ids, copies = excluded.copies, taken_at = excluded.taken_at`.execute(tx);
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
  const { rows } = await sql<{ version_id: number; bucket: number; host_nos: number[] }>`
    select h.version_id, h.bucket, h.host_nos
    from version_holders h
    where h.customer_id = ${customerId}
      and (h.version_id, h.bucket) in (select * from unnest(${ids}::int[], ${buckets}::int[]))
    order by h.version_id, h.bucket
    for update`.execute(tx);
  const before = new Map(rows.map((row) => [`${row.version_id}.${row.bucket}`, row.host_nos]));
  const after = touched.map((each) => arrayText(patched(before.get(`${each.versionId}.${each.bucket}`) ?? [], each)));
  await sql`
    insert into version_holders (customer_id, version_id, bucket, host_nos)
    select ${customerId}::uuid, l.version_id, l.bucket, l.host_nos::int[]
    from unnest(${ids}::int[], ${buckets}::int[], ${after}::text[]) as l (version_id, bucket, host_nos)
    on conflict (customer_id, version_id, bucket) do update set host_nos = excluded.host_nos`.execute(tx);
};

export const deleteInventories = async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('host_inventories')
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .execute();
};
