import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { ScopeCountsRow } from '../results.tables.ts';
import type { Totals } from './counted.rules.ts';

/** The numbers of a scope, in the order they are compared and stored. */
export const totalColumns = [
  'hosts',
  'applications',
  'versions',
  'installations',
  'ok',
  'eol',
  'insecure',
  'zeroday',
  'ignored',
  'exploited',
  'hosts_ok',
  'hosts_eol',
  'hosts_insecure',
  'hosts_zeroday',
  'hosts_ignored',
] as const satisfies (keyof ScopeCountsRow)[];

const columns = totalColumns.map((column) => sql.ref(column));
const replaced = sql.join([
  sql`site_id = excluded.site_id`,
  ...totalColumns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
]);
const given = (totals: readonly Totals[]) => sql`
  unnest(${totals.map((each) => each.siteId)}::uuid[], ${totals.map((each) => each.scopeId)}::uuid[],
    ${sql.join(totalColumns.map((_, i) => sql`${totals.map((each) => each.numbers[i] ?? 0)}::int[]`))})
  as t (site_id, scope_id, ${sql.join(columns)})`;

/** The newest totals, and a point of history for the hour; within an hour the last count stands. */
export const writeTotals = async (tx: Tx, customerId: string, totals: readonly Totals[], now: Date): Promise<void> => {
  if (totals.length === 0) return;
  await sql`
    insert into scope_counts (customer_id, site_id, scope_id, ${sql.join(columns)})
    select ${customerId}::uuid, t.* from ${given(totals)}
    on conflict (customer_id, scope_id) do update set ${replaced}`.execute(tx);
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  await sql`
    insert into count_history (customer_id, at, site_id, scope_id, ${sql.join(columns)})
    select ${customerId}::uuid, ${hour}::timestamptz, t.* from ${given(totals)}
    on conflict (customer_id, scope_id, at) do update set ${replaced}`.execute(tx);
};

/**
 * A point at the start of the month for every scope that has not changed in it, so that each month can be read without
 * those before it. What has no row of this month is now as it was when the month began.
 */
export const carryTotals = async (tx: Tx, customerId: string, month: Date): Promise<void> => {
  await sql`
    insert into count_history (customer_id, at, site_id, scope_id, ${sql.join(columns)})
    select s.customer_id, ${month}::timestamptz, s.site_id, s.scope_id, ${sql.join(columns.map((column) => sql`s.${column}`))}
    from scope_counts s
    where s.customer_id = ${customerId} and not exists (
      select from count_history h
      where h.customer_id = ${customerId} and h.scope_id = s.scope_id and h.at >= ${month}::timestamptz)
    on conflict (customer_id, scope_id, at) do nothing`.execute(tx);
};

/** Of days that are over since `before`, only the last point of each is kept. */
export const thinTotals = async (tx: Tx, customerId: string, from: Date, before: Date): Promise<void> => {
  await sql`
    delete from count_history h
    where h.customer_id = ${customerId} and h.at >= ${from} and h.at < ${before} and exists (
      select from count_history n
      where n.customer_id = ${customerId} and n.scope_id = h.scope_id and n.at > h.at and n.at < ${before}
        and date_trunc('day', n.at, 'UTC') = date_trunc('day', h.at, 'UTC'))`.execute(tx);
};

export const readTotals = async (tx: Tx, customerId: string): Promise<Map<string, Totals>> => {
  const rows = await tx
    .selectFrom('scope_counts')
    .select(['site_id', 'scope_id', ...totalColumns])
    .where('customer_id', '=', customerId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.scope_id,
      { siteId: row.site_id, scopeId: row.scope_id, numbers: totalColumns.map((column) => row[column]) },
    ]),
  );
};

export const deleteTotals = async (tx: Tx, customerId: string, scopeIds: readonly string[]): Promise<void> => {
  if (scopeIds.length === 0) return;
  await tx
    .deleteFrom('scope_counts')
    .where('customer_id', '=', customerId)
    .where('scope_id', '=', sql<string>`any(${[...scopeIds]}::uuid[])`)
    .execute();
};
