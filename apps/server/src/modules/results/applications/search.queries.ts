import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

const pastPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;

/** Hosts whose name begins so; those in the trash are found in the trash. */
export const searchHosts = (tx: Tx, customerId: string, siteId: string, q: string, limit: number) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'host_name', 'trashed_at', 'quarantined_at', 'pending_since', 'disabled_at', 'dormant_since'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('view', '=', sql<number>`any(array[0, 1, 2, 3])`)
    .where('sort_name', '>=', q.toLowerCase())
    .where('sort_name', '<', pastPrefix(q.toLowerCase()))
    .orderBy('sort_name')
    .limit(limit)
    .execute();

/** Applications of the site with this in their name; those that begin with it first. */
export const searchApplications = async (tx: Tx, customerId: string, siteId: string, q: string, limit: number) => {
  const part = q.toLowerCase();
  const { rows } = await sql<{
    application_id: number;
    name: string;
    publisher: string;
    hosts: number;
    eol: number;
    insecure: number;
    zeroday: number;
  }>`
    select c.application_id, a.name, a.publisher, c.ok + c.eol + c.insecure + c.zeroday + c.ignored as hosts,
      c.eol, c.insecure, c.zeroday
    from application_counts c join applications a on a.application_id = c.application_id
    where c.customer_id = ${customerId} and c.site_id = ${siteId} and c.scope_id = ${siteId}
      and position(${part}::text in a.sort_name) > 0
    order by starts_with(a.sort_name, ${part}::text) desc, hosts desc, c.application_id
    limit ${limit}`.execute(tx);
  return rows;
};

/** CVEs by the beginning of their id. */
export const searchCves = (tx: Tx, q: string, limit: number) =>
  tx
    .selectFrom('cves')
    .select(['cve_id', 'title', 'exploited_on'])
    .where(sql`cve_id collate "C"`, '>=', q)
    .where(sql`cve_id collate "C"`, '<', pastPrefix(q))
    .orderBy(sql`cve_id collate "C"`)
    .limit(limit)
    .execute();
