import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './dashboards.tables.ts';

/**
 * The hosts of sites, and those at risk, by the last count up to a moment. History has a row when something changed, so
 * the last one before the moment speaks for it; a site that was first counted later has none.
 */
export const selectHostsAt = async (tx: Tx, customerId: string, siteIds: readonly string[], moment: Date) => {
  const { rows } = await sql<{ site_id: string; hosts: number; hosts_at_risk: number }>`
    select s.site_id, h.hosts, h.hosts_insecure + h.hosts_zeroday as hosts_at_risk
    from unnest(${[...siteIds]}::uuid[]) as s (site_id)
    cross join lateral (
      select c.hosts, c.hosts_insecure, c.hosts_zeroday from count_history c
      where c.customer_id = ${customerId} and c.scope_id = s.site_id and c.at <= ${moment}
      order by c.at desc limit 1
    ) h`.execute(tx);
  return rows;
};
