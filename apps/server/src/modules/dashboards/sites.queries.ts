import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './dashboards.tables.ts';

interface SiteThen {
  site_id: string;
  hosts: number;
  hosts_at_risk: number;
  ok: number;
  eol: number;
  insecure: number;
  zeroday: number;
  exploited: number;
}

/**
 * The numbers of sites by the last count up to a moment. History has a row when something changed, so the last one
 * before the moment speaks for it; a site that was first counted later has none.
 */
export const selectSitesAt = async (tx: Tx, customerId: string, siteIds: readonly string[], moment: Date) => {
  const { rows } = await sql<SiteThen>`
    select s.site_id, h.hosts, h.hosts_insecure + h.hosts_zeroday as hosts_at_risk, h.ok, h.eol, h.insecure, h.zeroday,
      h.exploited
    from unnest(${[...siteIds]}::uuid[]) as s (site_id)
    cross join lateral (
      select c.* from count_history c
      where c.customer_id = ${customerId} and c.scope_id = s.site_id and c.at <= ${moment}
      order by c.at desc limit 1
    ) h`.execute(tx);
  return rows;
};
