import type { Received } from '@patchkeep/contract/endpoint';
import type { windowsUpdates } from '@patchkeep/contract/windows-updates';
import { type Kysely, sql, type SqlBool } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';
import type { Superseded } from './windows-updates.rules.ts';

/** The whole chain below each of these articles. */
export const selectSuperseded = async (db: Kysely<Tables>, kbs: readonly number[]): Promise<Superseded> => {
  const { rows } = await sql<{ kb: number; superseded_kb: number }>`
    with recursive chain (kb, superseded_kb) as (
      select s.kb, s.superseded_kb from windows_update_supersedes s where s.kb = any(${[...kbs]}::int[])
      union
      select c.kb, s.superseded_kb from chain c join windows_update_supersedes s on s.kb = c.superseded_kb)
    select kb, superseded_kb from chain`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.kb)].map(([kb, own]) => [kb, new Set(own.map((row) => row.superseded_kb))]),
  );
};

export const selectUpdates = (db: Kysely<Tables>, kbs: readonly number[]) =>
  db
    .selectFrom('windows_updates')
    .selectAll()
    .where('kb', '=', sql<number>`any(${[...kbs]}::int[])`)
    .execute();

type Filter = Pick<Received<typeof windowsUpdates.list>['query'], 'q' | 'classification' | 'severity'>;

const matching = (tx: Tx, customerId: string, siteId: string, { q, classification, severity }: Filter) => {
  let query = tx
    .selectFrom('windows_update_counts as n')
    .leftJoin('windows_updates as u', 'u.kb', 'n.kb')
    .where('n.customer_id', '=', customerId)
    .where('n.site_id', '=', siteId)
    .where(sql<SqlBool>`n.missing + n.pending > 0`);
  if (classification !== undefined) query = query.where('n.classification', '=', classification);
  if (severity !== undefined) query = query.where('n.severity', '=', severity);
  if (q !== undefined && q.trim() !== '') {
    const part = q.trim().toLowerCase();
    query = query.where(
      sql<SqlBool>`(position(${part}::text in lower(n.title)) > 0 or position(${part}::text in 'kb' || n.kb) > 0)`,
    );
  }
  return query;
};

/** All updates that hosts of a site need; a few hundred at most. */
export const selectUpdateCounts = (tx: Tx, customerId: string, siteId: string, filter: Filter, kb?: number) => {
  let query = matching(tx, customerId, siteId, filter).select([
    'n.kb',
    'n.title',
    'n.classification',
    'n.severity',
    'n.missing',
    'n.pending',
    'n.installed',
    'n.missing_host_nos',
    'n.pending_host_nos',
    'u.released_on',
    'u.is_restart_required',
    sql<number[]>`coalesce((select array_agg(s.superseded_kb order by s.superseded_kb desc)
      from windows_update_supersedes s where s.kb = n.kb), '{}')`.as('supersedes'),
    sql<number>`(select count(distinct c.cve_no) from windows_update_cves c where c.kb = n.kb)::int`.as('issues'),
    sql<number>`(select count(distinct c.cve_no) from windows_update_cves c join cves x on x.cve_no = c.cve_no
      where c.kb = n.kb and x.exploited_on is not null)::int`.as('exploited'),
  ]);
  if (kb !== undefined) query = query.where('n.kb', '=', kb);
  return query
    .orderBy(sql`n.missing + n.pending`, 'desc')
    .orderBy('n.kb', 'desc')
    .execute();
};
export type UpdateCount = Awaited<ReturnType<typeof selectUpdateCounts>>[number];

/** Hosts of the customer in view that report Windows updates. */
export const countReporting = async (tx: Tx, customerId: string, siteId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from host_windows_updates w
    join hosts h on h.customer_id = w.customer_id and h.host_no = w.host_no
    where w.customer_id = ${customerId} and h.customer_id = ${customerId} and h.site_id = ${siteId}`.execute(tx);
  return rows[0]?.count ?? 0;
};
