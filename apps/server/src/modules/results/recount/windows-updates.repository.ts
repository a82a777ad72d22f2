import { sql } from 'kysely';
import { packNumbers } from '../../../platform/db/packed-numbers.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

export interface UpdateRow {
  siteId: string;
  kb: number;
  title: string;
  classification: string;
  severity: string;
  missing: readonly number[];
  pending: readonly number[];
  installed: number;
}

/** A line per row to tell whether it changed. */
export const updateKey = (row: UpdateRow): string => JSON.stringify(row);

export const writeUpdates = async (tx: Tx, customerId: string, rows: readonly UpdateRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    insert into windows_update_counts (customer_id, site_id, kb, title, classification, severity,
      missing_host_nos, pending_host_nos, missing, pending, installed)
    select ${customerId}::uuid, u.*
    from unnest(${rows.map((row) => row.siteId)}::uuid[], ${rows.map((row) => row.kb)}::int[],
      ${rows.map((row) => row.title)}::text[], ${rows.map((row) => row.classification)}::text[],
      ${rows.map((row) => row.severity)}::text[], ${rows.map((row) => packNumbers(row.missing))}::bytea[],
      ${rows.map((row) => packNumbers(row.pending))}::bytea[], ${rows.map((row) => row.missing.length)}::int[],
      ${rows.map((row) => row.pending.length)}::int[], ${rows.map((row) => row.installed)}::int[]) as u
    on conflict (customer_id, site_id, kb) do update set
      title = excluded.title, classification = excluded.classification, severity = excluded.severity,
      missing_host_nos = excluded.missing_host_nos, pending_host_nos = excluded.pending_host_nos,
      missing = excluded.missing, pending = excluded.pending, installed = excluded.installed`.execute(tx);
};

export const deleteUpdates = async (
  tx: Tx,
  customerId: string,
  gone: readonly { siteId: string; kb: number }[],
): Promise<void> => {
  if (gone.length === 0) return;
  await sql`
    delete from windows_update_counts n
    using unnest(${gone.map((row) => row.siteId)}::uuid[], ${gone.map((row) => row.kb)}::int[]) as g (site_id, kb)
    where n.customer_id = ${customerId} and n.site_id = g.site_id and n.kb = g.kb`.execute(tx);
};

export const listStoredUpdates = async (tx: Tx, customerId: string) =>
  tx.selectFrom('windows_update_counts').select(['site_id', 'kb']).where('customer_id', '=', customerId).execute();
