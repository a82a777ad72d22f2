import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { packNumbers } from '../../../platform/db/packed-numbers.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

export const insertRequest = async (
  tx: Tx,
  customerId: string,
  at: Date,
  hostNos: readonly number[] | null,
): Promise<void> => {
  await tx
    .insertInto('recount_requests')
    .values({
      customer_id: customerId,
      request_id: randomUUIDv7(),
      requested_at: at,
      host_nos: hostNos && packNumbers(hostNos.toSorted((a, b) => a - b)),
    })
    .execute();
};

export const listRequests = (tx: Tx, customerId: string) =>
  tx
    .selectFrom('recount_requests')
    .select(['request_id', 'requested_at', 'host_nos'])
    .where('customer_id', '=', customerId)
    .execute();

export const deleteRequests = async (tx: Tx, customerId: string, requestIds: readonly string[]): Promise<void> => {
  if (requestIds.length === 0) return;
  await tx
    .deleteFrom('recount_requests')
    .where('customer_id', '=', customerId)
    .where('request_id', '=', sql<string>`any(${[...requestIds]}::uuid[])`)
    .execute();
};

/** Does something other than inventories wait to be counted, such as a host that moved to another group? */
export const isMoveUncounted = async (tx: Tx, customerId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('recount_requests')
    .select('request_id')
    .where('customer_id', '=', customerId)
    .where('host_nos', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Has any host of the customer one of these versions? */
export const holdsAny = async (tx: Tx, customerId: string, versionIds: readonly number[]): Promise<boolean> => {
  const { rows } = await sql<{ is_held: boolean }>`
    select exists (select from version_holders h
      where h.customer_id = ${customerId} and h.version_id = any(${[...versionIds]}::int[])) as is_held`.execute(tx);
  return rows[0]?.is_held ?? false;
};

/** Is there a reason to count: somebody asked, a rule ended since, or the last count is older than this? */
export const isCountDue = async (tx: Tx, customerId: string, now: Date, oldest: Date): Promise<boolean> => {
  const { rows } = await sql<{ is_due: boolean }>`
    select coalesce((
      select s.counted_at < ${oldest}
        or exists (select from ignore_rules r where r.customer_id = ${customerId} and r.revoked_at is null
          and r.expires_at > s.counted_at and r.expires_at <= ${now})
      from count_states s where s.customer_id = ${customerId}
    ), true) or exists (select from recount_requests q where q.customer_id = ${customerId}) as is_due`.execute(tx);
  return rows[0]?.is_due ?? true;
};

export const readState = (tx: Tx, customerId: string) =>
  tx.selectFrom('count_states').selectAll().where('customer_id', '=', customerId).executeTakeFirst();

/** Takes the customer's turn to count; another count of it waits here until this one is done. */
export const lockState = async (tx: Tx, customerId: string, now: Date) => {
  await tx
    .insertInto('count_states')
    .values({
      customer_id: customerId,
      revision: 0,
      counted_at: now,
      catalog_revision: -1,
      took_ms: 0,
      members_hash: null,
      lists_since: now,
    })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
  return tx
    .selectFrom('count_states')
    .selectAll()
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

export const saveState = async (
  tx: Tx,
  customerId: string,
  state: { revision: number; counted_at: Date; catalog_revision: number; took_ms: number; members_hash: Buffer },
): Promise<void> => {
  await tx.updateTable('count_states').set(state).where('customer_id', '=', customerId).execute();
};
