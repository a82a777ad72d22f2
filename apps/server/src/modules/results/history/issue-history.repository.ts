import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

/** CVEs of versions that hosts of a site have and that no rule covers everywhere, as the last count left them. */
const present = (customerId: string, siteId: string) => sql`
  select distinct c.cve_no
  from version_counts n
  join version_verdicts v on v.version_id = n.version_id
  left join corrected_verdicts o on o.customer_id = n.customer_id and o.version_id = n.version_id
  cross join unnest(coalesce(o.cve_nos, v.cve_nos)) as c (cve_no)
  where n.customer_id = ${customerId} and n.site_id = ${siteId} and n.hosts > n.ignored`;

/** Opens what is new at a site and closes what is gone; says how many of both. */
export const trackIssues = async (tx: Tx, customerId: string, siteId: string, now: Date): Promise<number> => {
  const opened = await sql`
    insert into issue_history (customer_id, site_id, cve_no, opened_at)
    select ${customerId}::uuid, ${siteId}::uuid, p.cve_no, ${now}::timestamptz
    from (${present(customerId, siteId)}) p
    where not exists (
      select from issue_history i where i.customer_id = ${customerId} and i.site_id = ${siteId}
        and i.cve_no = p.cve_no and i.closed_at is null)
    on conflict do nothing`.execute(tx);
  const closed = await sql`
    update issue_history i set closed_at = ${now}::timestamptz
    where i.customer_id = ${customerId} and i.site_id = ${siteId} and i.closed_at is null
      and i.cve_no <> all (array(${present(customerId, siteId)}))`.execute(tx);
  return Number(opened.numAffectedRows ?? 0n) + Number(closed.numAffectedRows ?? 0n);
};
