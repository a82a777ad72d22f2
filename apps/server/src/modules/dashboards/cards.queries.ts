import { sql } from 'kysely';
import { inSites } from '../../platform/db/in-sites.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { seenMinutes } from '../hosts/public.ts';
import './dashboards.tables.ts';

/** The kept totals of sites, each the newest count; of sites that were counted. */
export const selectSiteTotals = async (tx: Tx, customerId: string, siteIds: readonly string[]) => {
  const rows = await tx
    .selectFrom('scope_counts')
    .select(['site_id', 'hosts', 'installations', 'ok', 'eol', 'insecure', 'zeroday', 'ignored', 'exploited'])
    .select(sql<number>`hosts_insecure + hosts_zeroday`.as('hosts_at_risk'))
    .where('customer_id', '=', customerId)
    .where('scope_id', '=', sql<string>`any(${[...siteIds]}::uuid[])`)
    .execute();
  return rows;
};

/** Sites by id, in the order of their names. */
export const selectSiteNames = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('sites')
    .select(['site_id', 'name'])
    .where('customer_id', '=', customerId)
    .where(inSites('site_id', siteIds))
    .orderBy(sql`lower(name)`)
    .orderBy('site_id')
    .execute();
  return new Map(rows.map((row) => [row.site_id, row.name]));
};

/**
 * Different products and versions over several sites, which no site's totals can tell. Sites share most of their
 * versions, so the index is walked from each version to the next one: what two hundred sites hold has as many steps as
 * what one of them would hold.
 */
export const countDistinct = async (tx: Tx, customerId: string, siteIds: readonly string[]) => {
  const { rows } = await sql<{ products: number; versions: number; groups: number; counted_at: Date | null }>`
    with recursive held as (
      (select n.version_id from version_counts n
       where n.customer_id = ${customerId} and ${inSites('n.site_id', siteIds)}
       order by n.version_id limit 1)
      union all
      select (select n.version_id from version_counts n
        where n.customer_id = ${customerId} and n.version_id > held.version_id
          and ${inSites('n.site_id', siteIds)}
        order by n.version_id limit 1)
      from held where held.version_id is not null
    )
    select count(distinct coalesce(o.application_id, v.application_id))::int as products, count(*)::int as versions,
      (select count(*)::int from groups where customer_id = ${customerId}
        and ${inSites('site_id', siteIds)}) as groups,
      (select counted_at from count_states where customer_id = ${customerId}) as counted_at
    from held
    join version_verdicts v on v.version_id = held.version_id
    left join corrected_verdicts o on o.customer_id = ${customerId} and o.version_id = held.version_id`.execute(tx);
  return rows[0] ?? { products: 0, versions: 0, groups: 0, counted_at: null };
};

/** Installed versions that reach the end of their support from `from` up to and with `to`, soonest first. */
export const selectEndings = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  from: string,
  to: string,
) => {
  const { rows } = await sql<{
    application_id: number;
    name: string;
    version: string;
    ends_on: string;
    hosts: number;
  }>`
    select a.application_id, a.name, e.version, e.ends_on::text as ends_on, e.hosts from (
      select coalesce(o.application_id, v.application_id) as application_id,
        coalesce(o.channel_version, v.channel_version, s.version) as version,
        coalesce(o.eol_on, v.eol_on) as ends_on, sum(n.hosts)::int as hosts
      from version_counts n
      join version_verdicts v on v.version_id = n.version_id
      join software_versions s on s.version_id = n.version_id
      left join corrected_verdicts o on o.customer_id = n.customer_id and o.version_id = n.version_id
      where n.customer_id = ${customerId} and ${inSites('n.site_id', siteIds)}
        and (v.eol_on between ${from}::date and ${to}::date or o.eol_on between ${from}::date and ${to}::date)
      group by 1, 2, 3
    ) e
    join applications a on a.application_id = e.application_id
    where e.ends_on between ${from}::date and ${to}::date
    order by e.ends_on, e.hosts desc, a.name, e.version`.execute(tx);
  return rows;
};

/** Dormant hosts, those that fell silent last first. */
export const selectLatelySilent = async (tx: Tx, customerId: string, siteIds: readonly string[], most: number) => {
  const { rows } = await sql<{ host_id: string; host_name: string; site_name: string; seen: number }>`
    select h.host_id, h.host_name, s.name as site_name, ${seenMinutes} as seen
    from hosts h join sites s on s.customer_id = h.customer_id and s.site_id = h.site_id
    where h.customer_id = ${customerId} and ${inSites('h.site_id', siteIds)} and h.view = 2
    order by h.dormant_since desc, h.host_id limit ${most}`.execute(tx);
  return rows;
};
