import { variantCode } from '@patchkeep/rules/software/variant';
import { sql } from 'kysely';
import { packNumbers, unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { selectCopyKinds } from './copies.repository.ts';
import type { UserCopy } from './inventory.tables.ts';
import { holderKey, patched, sortedUnique, variantOfKey, versionOfKey } from './posting.rules.ts';

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

/** What hosts held: their versions, and under which keys they stand in the lists of holders. */
export interface Held {
  versionIds: number[];
  keys: number[];
}

/** What these hosts held, locked until the end of the transaction. `known` are keys of kinds that need no look. */
export const lockInventories = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
  known: ReadonlyMap<number, number> = new Map(),
): Promise<Map<number, Held>> => {
  const rows = await tx
    .selectFrom('host_inventories')
    .select(['host_no', 'version_ids', 'copy_nos', 'user_copies', 'has_variants'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .orderBy('host_no')
    .forUpdate()
    .execute();
  const copies = new Map(
    rows.map((row) => [
      row.host_no,
      row.has_variants
        ? [...unpackNumbers(row.copy_nos), ...(row.user_copies ?? []).map(([copyNo]) => copyNo)]
        : undefined,
    ]),
  );
  const unknown = [...copies.values()].flatMap((copyNos) => copyNos?.filter((copyNo) => !known.has(copyNo)) ?? []);
  const kinds = await selectCopyKinds(tx, customerId, unknown);
  const looked = new Map(
    [...kinds].map(([copyNo, { versionId, variant }]) => [copyNo, holderKey(versionId, variantCode(variant))]),
  );
  return new Map(
    rows.map((row) => {
      const versionIds = unpackNumbers(row.version_ids);
      const keys = copies.get(row.host_no)?.flatMap((copyNo) => known.get(copyNo) ?? looked.get(copyNo) ?? []);
      return [row.host_no, { versionIds, keys: keys ? sortedUnique(keys) : versionIds.map((id) => holderKey(id)) }];
    }),
  );
};

/** All of a batch in one statement, in the order of the key. */
export const upsertInventories = async (
  tx: Tx,
  customerId: string,
  items: readonly StoredInventory[],
): Promise<void> => {
  const sorted = items.toSorted((a, b) => a.hostNo - b.hostNo);
  await sql`
    insert into host_inventories (customer_id, host_no, version_ids, copy_nos, user_copies, taken_at, offer_nos, has_variants)
    select ${customerId}::uuid, i.host_no, i.version_ids, i.copy_nos, i.user_copies::jsonb, i.taken_at, i.offer_nos, true
    from unnest(${sorted.map((i) => i.hostNo)}::int[], ${sorted.map((i) => packNumbers(i.versionIds))}::bytea[],
                ${sorted.map((i) => packNumbers(i.copyNos))}::bytea[],
                ${sorted.map((i) => (i.userCopies.length > 0 ? JSON.stringify(i.userCopies) : null))}::text[],
                ${sorted.map((i) => i.takenAt)}::timestamptz[],
                ${sorted.map((i) => (i.offerNos.length > 0 ? packNumbers(i.offerNos) : null))}::bytea[])
      as i (host_no, version_ids, copy_nos, user_copies, taken_at, offer_nos)
    on conflict (customer_id, host_no) do update
      set version_ids = excluded.version_ids, copy_nos = excluded.copy_nos, user_copies = excluded.user_copies,
        taken_at = excluded.taken_at, offer_nos = excluded.offer_nos, has_variants = true`.execute(tx);
};

/** Who gained and who lost each version and variant: by its key, host numbers. */
export interface HolderChanges {
  added: ReadonlyMap<number, readonly number[]>;
  removed: ReadonlyMap<number, readonly number[]>;
}

const bucketOf = (hostNo: number): number => Math.floor(hostNo / hostsPerHolderBucket);

/** Keeps the posting lists of a customer in step with its inventories; touched lists are locked in key order. */
export const changeHolders = async (tx: Tx, customerId: string, { added, removed }: HolderChanges): Promise<void> => {
  const lists = new Map<string, { key: number; bucket: number; added: Set<number>; removed: Set<number> }>();
  const note = (changes: ReadonlyMap<number, readonly number[]>, side: 'added' | 'removed') => {
    for (const [key, hostNos] of changes)
      for (const hostNo of hostNos) {
        const place = `${key}.${bucketOf(hostNo)}`;
        const list = lists.get(place) ?? { key, bucket: bucketOf(hostNo), added: new Set(), removed: new Set() };
        list[side].add(hostNo);
        lists.set(place, list);
      }
  };
  note(added, 'added');
  note(removed, 'removed');
  if (lists.size === 0) return;
  const touched = [...lists.values()].toSorted((a, b) => a.key - b.key || a.bucket - b.bucket);
  const columnsOf = (some: readonly { key: number; bucket: number }[]) => sql`
    ${some.map(({ key }) => versionOfKey(key))}::int[], ${some.map(({ key }) => variantOfKey(key))}::smallint[],
    ${some.map(({ bucket }) => bucket)}::int[]`;
  const { rows } = await sql<{ version_id: number; variant: number; bucket: number; host_nos: Buffer }>`
    select h.version_id, h.variant, h.bucket, h.host_nos
    from version_holders h
    where h.customer_id = ${customerId}
      and (h.version_id, h.variant, h.bucket) in (select * from unnest(${columnsOf(touched)}))
    order by h.version_id, h.variant, h.bucket
    for update`.execute(tx);
  const before = new Map(
    rows.map((row) => [`${holderKey(row.version_id, row.variant)}.${row.bucket}`, unpackNumbers(row.host_nos)]),
  );
  const after = touched.map((each) => patched(before.get(`${each.key}.${each.bucket}`) ?? [], each));
  const holders = touched.flatMap(({ key, bucket }, i) => {
    const hostNos = after[i] ?? [];
    return hostNos.length > 0 ? [{ key, bucket, hostNos: packNumbers(hostNos) }] : [];
  });
  const given = touched.filter((_, i) => after[i]?.length === 0);
  if (holders.length > 0)
    await sql`
      insert into version_holders (customer_id, version_id, variant, bucket, host_nos)
      select ${customerId}::uuid, l.version_id, l.variant, l.bucket, l.host_nos
      from unnest(${columnsOf(holders)}, ${holders.map((l) => l.hostNos)}::bytea[])
        as l (version_id, variant, bucket, host_nos)
      on conflict (customer_id, version_id, variant, bucket) do update set host_nos = excluded.host_nos`.execute(tx);
  if (given.length > 0)
    await sql`
      delete from version_holders h
      where h.customer_id = ${customerId} and (h.version_id, h.variant, h.bucket) in
        (select * from unnest(${columnsOf(given)}))`.execute(tx);
};

export const deleteInventories = async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('host_inventories')
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .execute();
};
