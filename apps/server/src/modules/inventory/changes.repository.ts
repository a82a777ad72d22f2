import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { packNumbers, unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import './inventory.tables.ts';

interface Change {
  hostNo: number;
  added: readonly number[];
  removed: readonly number[];
}

/** Notes what came to hosts and what went, for those where something did. */
export const insertChanges = async (
  tx: Tx,
  customerId: string,
  changes: readonly Change[],
  at: Date,
): Promise<void> => {
  const real = changes.filter(({ added, removed }) => added.length + removed.length > 0);
  if (real.length === 0) return;
  const sorted = real.toSorted((a, b) => a.hostNo - b.hostNo);
  await sql`
    insert into inventory_changes (customer_id, host_no, at, change_id, came, went)
    select ${customerId}::uuid, c.host_no, ${at}::timestamptz, c.change_id, c.came, c.went
    from unnest(${sorted.map((each) => each.hostNo)}::int[], ${sorted.map(() => randomUUIDv7())}::uuid[],
                ${sorted.map((each) => packNumbers(each.added))}::bytea[],
                ${sorted.map((each) => packNumbers(each.removed))}::bytea[]) as c (host_no, change_id, came, went)
    on conflict do nothing`.execute(tx);
};

/** All that came to a host and went from it at a moment or later, in no order. */
export const selectChangesSince = async (
  tx: Tx,
  customerId: string,
  hostNo: number,
  since: Date,
): Promise<{ came: number[]; went: number[] }[]> => {
  const rows = await tx
    .selectFrom('inventory_changes')
    .select(['came', 'went'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', hostNo)
    .where('at', '>=', since)
    .execute();
  return rows.map((row) => ({ came: unpackNumbers(row.came), went: unpackNumbers(row.went) }));
};

/** When the first and the oldest kept change of a host was: before it nothing is known. */
export const findFirstChange = async (tx: Tx, customerId: string, hostNo: number): Promise<Date | undefined> =>
  (
    await tx
      .selectFrom('inventory_changes')
      .select('at')
      .where('customer_id', '=', customerId)
      .where('host_no', '=', hostNo)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst()
  )?.at;

export const deleteChanges = async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('inventory_changes')
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .execute();
};
