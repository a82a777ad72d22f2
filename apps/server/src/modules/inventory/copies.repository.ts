import { type CopyVariant, variantOfCopy } from '@patchkeep/rules/software/variant';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import { type CopyKind, factsOfKind } from './copies.rules.ts';
import './inventory.tables.ts';

/** The numbers of those kinds the customer knows, by hash in hex. */
export const selectCopyNumbers = async (
  tx: Tx,
  customerId: string,
  hashes: readonly Buffer[],
): Promise<[hash: string, copyNo: number][]> => {
  const rows = await tx
    .selectFrom('copy_kinds')
    .select(['facts_hash', 'copy_no'])
    .where('customer_id', '=', customerId)
    .where('facts_hash', '=', sql<Buffer>`any(${[...hashes]}::bytea[])`)
    .execute();
  return rows.map((row) => [row.facts_hash.toString('hex'), row.copy_no]);
};

/** Numbers for so many new kinds; whoever asks waits for the others' transactions, so that each is new once. */
export const takeCopyNumbers = async (tx: Tx, customerId: string, count: number): Promise<number> => {
  const { next_copy_no } = await tx
    .insertInto('copy_numbers')
    .values({ customer_id: customerId, next_copy_no: count })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ next_copy_no: sql<number>`copy_numbers.next_copy_no + ${count}` }),
    )
    .returning('next_copy_no')
    .executeTakeFirstOrThrow();
  return next_copy_no - count;
};

export const insertCopyKinds = async (
  tx: Tx,
  customerId: string,
  firstNo: number,
  kinds: readonly { kind: CopyKind; hash: Buffer }[],
  day: string,
): Promise<void> => {
  await sql`
    insert into copy_kinds (customer_id, copy_no, facts_hash, version_id, facts, noted_on)
    select ${customerId}::uuid, k.copy_no, k.facts_hash, k.version_id, k.facts::jsonb, ${day}::date
    from unnest(${kinds.map((_, i) => firstNo + i)}::int[], ${kinds.map((each) => each.hash)}::bytea[],
                ${kinds.map((each) => each.kind.versionId)}::int[], ${kinds.map((each) => JSON.stringify(factsOfKind(each.kind)))}::text[])
      as k (copy_no, facts_hash, version_id, facts)
    on conflict do nothing`.execute(tx);
};

/** Of which version and variant copies with these numbers are. */
export const selectCopyKinds = async (
  tx: Tx,
  customerId: string,
  copyNos: readonly number[],
): Promise<Map<number, { versionId: number; variant: CopyVariant }>> => {
  if (copyNos.length === 0) return new Map();
  const rows = await tx
    .selectFrom('copy_kinds')
    .select(['copy_no', 'version_id', 'facts'])
    .where('customer_id', '=', customerId)
    .where('copy_no', '=', sql<number>`any(${[...new Set(copyNos)]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.copy_no, { versionId: row.version_id, variant: variantOfCopy(row.facts) }]));
};
