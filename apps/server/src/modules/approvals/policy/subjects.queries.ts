import { sql } from 'kysely';
import { inSites } from '../../../platform/db/in-sites.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../approvals.tables.ts';

/** Applications with a channel that hosts of these scopes have, with their numbers added up. */
export const selectCountedChannels = async (tx: Tx, customerId: string, scopeIds: readonly string[]) => {
  const { rows } = await sql<{
    channel_tag: string;
    application_id: number;
    name: string;
    sort_name: string;
    publisher: string;
    hosts: number;
    zeroday: number;
    insecure: number;
    eol: number;
    versions: number;
  }>`
    select a.channel_tag, a.application_id, a.name, a.sort_name, a.publisher,
      sum(c.ok + c.eol + c.insecure + c.zeroday + c.ignored)::int as hosts, sum(c.zeroday)::int as zeroday,
      sum(c.insecure)::int as insecure, sum(c.eol)::int as eol, max(c.versions)::int as versions
    from application_counts c join applications a on a.application_id = c.application_id
    where c.customer_id = ${customerId} and c.scope_id = any(${[...scopeIds]}::uuid[]) and a.channel_tag is not null
    group by a.application_id`.execute(tx);
  return rows;
};
export type CountedChannel = Awaited<ReturnType<typeof selectCountedChannels>>[number];

/** Channels by tag, and the application each is known as once somebody has it. */
export const selectChannels = async (tx: Tx, tags: readonly string[]) => {
  const { rows } = await sql<{
    channel_tag: string;
    name: string;
    vendor: string;
    scheme: string;
    is_work_in_progress: boolean;
    application_id: number | null;
  }>`
    select c.channel_tag, c.name, c.vendor, c.scheme, a.application_id, c.is_work_in_progress
    from channels c left join applications a on a.channel_tag = c.channel_tag
    where c.channel_tag = any(${[...tags]}::text[])`.execute(tx);
  return rows;
};
export type ChannelFacts = Awaited<ReturnType<typeof selectChannels>>[number];

/** The one version of applications that only one version of is installed in these sites. */
export const selectOnlyVersions = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  applicationIds: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ application_id: number; version: string }>`
    select v.application_id, min(coalesce(v.channel_version, s.version)) as version
    from version_verdicts v
    join version_counts n on n.version_id = v.version_id
    join software_versions s on s.version_id = v.version_id
    where v.application_id = any(${[...applicationIds]}::int[]) and n.customer_id = ${customerId}
      and ${inSites('n.site_id', siteIds)}
    group by v.application_id having count(distinct v.version_id) = 1`.execute(tx);
  return new Map(rows.map((row) => [row.application_id, row.version]));
};

/** Windows updates that hosts of these sites need, a row per site, without the hosts: those are long lists. */
export const selectNeededUpdates = (tx: Tx, customerId: string, siteIds: readonly string[]) =>
  tx
    .selectFrom('windows_update_counts')
    .select(['kb', 'title', 'classification', 'severity'])
    .where('customer_id', '=', customerId)
    .where(inSites('site_id', siteIds))
    .execute();

/** The hosts behind them. */
export const selectUpdateHosts = (tx: Tx, customerId: string, siteIds: readonly string[]) =>
  tx
    .selectFrom('windows_update_counts')
    .select(['site_id', 'kb', 'classification', 'missing_host_nos', 'pending_host_nos'])
    .where('customer_id', '=', customerId)
    .where(inSites('site_id', siteIds))
    .execute();
export type UpdateHosts = Awaited<ReturnType<typeof selectUpdateHosts>>[number];

/** What the catalogue knows of updates, and the newest one that makes each needless. */
export const selectUpdateFacts = async (tx: Tx, kbs: readonly number[]) => {
  const { rows } = await sql<{
    kb: number;
    title: string;
    classification: string;
    severity: string;
    released_on: string | null;
    is_restart_required: boolean | null;
    superseded_by: number | null;
  }>`
    select u.kb, u.title, u.classification, u.severity, u.released_on, u.is_restart_required,
      (select max(s.kb) from windows_update_supersedes s where s.superseded_kb = u.kb) as superseded_by
    from windows_updates u where u.kb = any(${[...kbs]}::int[])`.execute(tx);
  return rows;
};
export type UpdateFacts = Awaited<ReturnType<typeof selectUpdateFacts>>[number];

/** How often this customer's numbers were counted: what was worked out from them holds until it is another. */
export const readCountRevision = async (tx: Tx, customerId: string): Promise<number> => {
  const row = await tx
    .selectFrom('count_states')
    .select('revision')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.revision ?? 0;
};

/** The versions of packages of distributions that hosts of the customer have, by channel. */
export const selectInstalledPackages = async (tx: Tx, customerId: string, tags: readonly string[]) => {
  const { rows } = await sql<{ channel_tag: string; version: string }>`
    select distinct a.channel_tag, v.channel_version as version
    from applications a join version_verdicts v on v.application_id = a.application_id
    join version_counts n on n.version_id = v.version_id and n.customer_id = ${customerId}
    where a.channel_tag = any(${[...tags]}::text[]) and v.channel_version is not null`.execute(tx);
  return rows;
};

/** Does the customer have this version of an application somewhere? */
export const knowsVersion = async (
  tx: Tx,
  customerId: string,
  applicationId: number,
  version: string,
): Promise<boolean> => {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (
      select from version_verdicts v join version_counts n on n.version_id = v.version_id
      where v.application_id = ${applicationId} and v.channel_version = ${version} and n.customer_id = ${customerId}
    ) as is_known`.execute(tx);
  return rows[0]?.is_known ?? false;
};
