import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './dashboards.tables.ts';

/** The kept totals of sites, each the newest count. */
export const selectSites = async (tx: Tx, customerId: string, siteIds: readonly string[]) => {
  const { rows } = await sql<{
    site_id: string;
    name: string;
    hosts: number;
    installations: number;
    ok: number;
    eol: number;
    insecure: number;
    zeroday: number;
    ignored: number;
    exploited: number;
    hosts_at_risk: number;
  }>`
    select s.site_id, s.name, coalesce(c.hosts, 0) as hosts, coalesce(c.installations, 0) as installations,
      coalesce(c.ok, 0) as ok, coalesce(c.eol, 0) as eol, coalesce(c.insecure, 0) as insecure,
      coalesce(c.zeroday, 0) as zeroday, coalesce(c.ignored, 0) as ignored, coalesce(c.exploited, 0) as exploited,
      coalesce(c.hosts_insecure + c.hosts_zeroday, 0) as hosts_at_risk
    from sites s
    left join scope_counts c on c.customer_id = s.customer_id and c.scope_id = s.site_id
    where s.customer_id = ${customerId} and s.site_id = any(${[...siteIds]}::uuid[])
    order by zeroday desc, insecure desc, eol desc, lower(s.name), s.site_id`.execute(tx);
  return rows;
};

/** Different products and versions over several sites, which no site's totals can tell. */
export const countDistinct = async (tx: Tx, customerId: string, siteIds: readonly string[]) => {
  const sites = sql`any(${[...siteIds]}::uuid[])`;
  const { rows } = await sql<{ products: number; versions: number; groups: number; counted_at: Date | null }>`
    select
      (select count(*)::int from (select distinct application_id from application_counts
        where customer_id = ${customerId} and scope_id = ${sites}) as a) as products,
      (select count(*)::int from (select distinct version_id from version_counts
        where customer_id = ${customerId} and site_id = ${sites}) as v) as versions,
      (select count(*)::int from groups where customer_id = ${customerId} and site_id = ${sites}) as groups,
      (select counted_at from count_states where customer_id = ${customerId}) as counted_at`.execute(tx);
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
      where n.customer_id = ${customerId} and n.site_id = any(${[...siteIds]}::uuid[])
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
  const { rows } = await sql<{ host_id: string; site_id: string; site_name: string }>`
    select h.host_id, h.site_id, s.name as site_name
    from hosts h join sites s on s.customer_id = h.customer_id and s.site_id = h.site_id
    where h.customer_id = ${customerId} and h.site_id = any(${[...siteIds]}::uuid[]) and h.view = 2
    order by h.dormant_since desc, h.host_id limit ${most}`.execute(tx);
  return rows;
};
