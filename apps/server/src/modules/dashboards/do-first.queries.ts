import { sql } from 'kysely';
import { inSites } from '../../platform/db/in-sites.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import './dashboards.tables.ts';

export interface Pressing {
  application_id: number | null;
  channel_tag: string | null;
  name: string;
  hosts: number;
  zeroday: number;
  insecure: number;
}

/** Applications that attackers use on hosts of these sites and that have a fixed version. */
export const selectExploited = async (tx: Tx, customerId: string, siteIds: readonly string[]): Promise<Pressing[]> => {
  const { rows } = await sql<Pressing>`
    select a.application_id, a.channel_tag, a.name, sum(c.exploited)::int as hosts, sum(c.zeroday)::int as zeroday,
      sum(c.insecure)::int as insecure
    from application_counts c join applications a on a.application_id = c.application_id
    where c.customer_id = ${customerId} and c.scope_id = any(${[...siteIds]}::uuid[]) and c.exploited > 0
      and c.fixable > 0
    group by a.application_id order by hosts desc, a.name`.execute(tx);
  return rows;
};

/** Applications with a problem on hosts of sites where their updates are blocked. */
export const selectBlocked = async (
  tx: Tx,
  customerId: string,
  blocked: readonly { siteId: string; channelTag: string }[],
): Promise<Pressing[]> => {
  if (blocked.length === 0) return [];
  const { rows } = await sql<Pressing>`
    select a.application_id, a.channel_tag, a.name, sum(c.insecure + c.zeroday)::int as hosts,
      sum(c.zeroday)::int as zeroday, sum(c.insecure)::int as insecure
    from unnest(${blocked.map((each) => each.siteId)}::uuid[], ${blocked.map((each) => each.channelTag)}::text[])
      as b (site_id, channel_tag)
    join applications a on a.channel_tag = b.channel_tag
    join application_counts c on c.customer_id = ${customerId} and c.scope_id = b.site_id
      and c.application_id = a.application_id
    where c.insecure + c.zeroday > 0
    group by a.application_id order by hosts desc, a.name`.execute(tx);
  return rows;
};

/** What failed, with the names of the applications, on most hosts first. */
export const nameFailed = async (
  tx: Tx,
  failed: readonly { channel_tag: string; hosts: number }[],
): Promise<Pressing[]> => {
  if (failed.length === 0) return [];
  const { rows } = await sql<Pressing>`
    select a.application_id, f.channel_tag, coalesce(a.name, f.channel_tag) as name, f.hosts, 0 as zeroday, 0 as insecure
    from unnest(${failed.map((each) => each.channel_tag)}::text[], ${failed.map((each) => each.hosts)}::int[])
      as f (channel_tag, hosts)
    left join applications a on a.channel_tag = f.channel_tag
    order by f.hosts desc, name`.execute(tx);
  return rows;
};

/** The earliest day by which an exploited CVE of each application is to be fixed. */
export const selectDueDays = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  applicationIds: readonly number[],
): Promise<Map<number, string>> => {
  if (applicationIds.length === 0) return new Map();
  const { rows } = await sql<{ application_id: number; due_on: string }>`
    select v.application_id, min(c.exploited_due)::text as due_on
    from version_verdicts v
    cross join unnest(v.cve_nos) as n (cve_no)
    join cves c on c.cve_no = n.cve_no
    where v.application_id = any(${[...applicationIds]}::int[]) and c.exploited_due is not null and exists (
      select from version_counts h where h.customer_id = ${customerId} and ${inSites('h.site_id', siteIds)}
        and h.version_id = v.version_id and h.hosts > h.ignored)
    group by v.application_id`.execute(tx);
  return new Map(rows.map((row) => [row.application_id, row.due_on]));
};
