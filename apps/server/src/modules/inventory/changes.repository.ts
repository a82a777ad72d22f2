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

/** All that came to hosts and went from them at a moment or later, by host, in no order. */
export const selectChangesSince = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
  since: Date,
): Promise<Map<number, { came: number[]; went: number[] }[]>> => {
  const rows = await tx
    .selectFrom('inventory_changes')
    .select(['host_no', 'came', 'went'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .where('at', '>=', since)
    .execute();
  const changes = rows.map((row) => ({
    hostNo: row.host_no,
    came: unpackNumbers(row.came),
    went: unpackNumbers(row.went),
  }));
  return Map.groupBy(changes, ({ hostNo }) => hostNo);
};

/** Those of the hosts of which a change before a moment is kept: of the others nothing is known that early. */
export const selectKnownBefore = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
  moment: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ host_no: number }>`
    select h.host_no from unnest(${[...hostNos]}::int[]) as h (host_no)
    where exists (select from inventory_changes c
      where c.customer_id = ${customerId} and c.host_no = h.host_no and c.at < ${moment})`.execute(tx);
  return rows.map((row) => row.host_no);
};

export const deleteChanges = async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('inventory_changes')
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .execute();
};
