import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { isServer } from '../../hosts/public.ts';
import '../approvals.tables.ts';

/** So many tags are read by one statement: two hundred on a hundred thousand hosts would take longer than one may. */
const tagsAtOnce = 25;

/** The numbers of the hosts that carry each of these tags. */
export const listTagged = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  tagIds: readonly string[],
): Promise<Map<string, number[]>> => {
  const tagged = new Map<string, number[]>();
  for (let from = 0; from < tagIds.length; from += tagsAtOnce) {
    const { rows } = await sql<{ tag_id: string; host_nos: string }>`
      select t.tag_id, string_agg(h.host_no::text, ',') as host_nos
      from host_tags t join hosts h on h.customer_id = t.customer_id and h.host_id = t.host_id
      where t.customer_id = ${customerId} and h.customer_id = ${customerId} and t.site_id = ${siteId}
        and t.tag_id = any(${tagIds.slice(from, from + tagsAtOnce)}::uuid[])
      group by t.tag_id`.execute(tx);
    for (const row of rows) tagged.set(row.tag_id, row.host_nos.split(',').map(Number));
  }
  return tagged;
};

/** The versions of applications that hosts of a site have, as the customer sees them. */
export const selectHeld = async (tx: Tx, customerId: string, siteId: string, applicationIds: readonly number[]) => {
  const { rows } = await sql<{
    version_id: number;
    application_id: number;
    version: string;
    status: number;
    recommended_version: string | null;
  }>`
    select s.version_id,
      case when k.version_id is null then v.application_id else k.application_id end as application_id,
      coalesce(case when k.version_id is null then v.channel_version else k.channel_version end, s.version) as version,
      case when k.version_id is null then v.status else k.status end as status,
      case when k.version_id is null then v.recommended_version else k.recommended_version end as recommended_version
    from (
      select w.version_id from version_verdicts w where w.application_id = any(${[...applicationIds]}::int[])
      union
      select w.version_id from corrected_verdicts w
      where w.customer_id = ${customerId} and w.application_id = any(${[...applicationIds]}::int[])
    ) wanted
    join version_counts n on n.customer_id = ${customerId} and n.site_id = ${siteId}
      and n.version_id = wanted.version_id
    join software_versions s on s.version_id = wanted.version_id
    left join version_verdicts v on v.version_id = wanted.version_id
    left join corrected_verdicts k on k.customer_id = ${customerId} and k.version_id = wanted.version_id`.execute(tx);
  const wanted = new Set(applicationIds);
  return rows.filter((row) => wanted.has(row.application_id));
};
export type HeldVersion = Awaited<ReturnType<typeof selectHeld>>[number];

/** How many of these hosts are servers, and how many have not been heard of for days. */
export const countHostKinds = async (tx: Tx, customerId: string, hostNos: readonly number[]) => {
  const { rows } = await sql<{ servers: number; dormant: number }>`
    select count(*) filter (where ${isServer})::int as servers,
      count(*) filter (where h.dormant_since is not null)::int as dormant
    from hosts h
    where h.customer_id = ${customerId} and h.host_no = any(${[...hostNos]}::int[])`.execute(tx);
  return rows[0] ?? { servers: 0, dormant: 0 };
};

export const selectHostNames = (tx: Tx, customerId: string, hostNos: readonly number[]) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'host_no', 'host_name'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .orderBy('sort_name')
    .execute();

/** The channels that these versions are of, as the customer sees them. */
export const selectChannelsOf = async (tx: Tx, customerId: string, versionIds: readonly number[]) => {
  const { rows } = await sql<{ channel_tag: string; version_id: number; version: string }>`
    select a.channel_tag, s.version_id,
      coalesce(case when k.version_id is null then v.channel_version else k.channel_version end, s.version) as version
    from software_versions s
    left join version_verdicts v on v.version_id = s.version_id
    left join corrected_verdicts k on k.customer_id = ${customerId} and k.version_id = s.version_id
    join applications a
      on a.application_id = case when k.version_id is null then v.application_id else k.application_id end
    where s.version_id = any(${[...versionIds]}::int[]) and a.channel_tag is not null
    order by a.channel_tag, s.version_id`.execute(tx);
  return rows;
};
