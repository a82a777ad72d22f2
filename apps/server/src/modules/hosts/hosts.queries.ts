import { constants } from '@patchkeep/contract/constants';
import type { hostSorts, hostViews } from '@patchkeep/contract/hosts';
import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { type Expression, sql, type SqlBool } from 'kysely';
import { inSites } from '../../platform/db/in-sites.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import './hosts.tables.ts';
import type { PageEnd } from '../../platform/http/cursor.ts';
import { fromMinutes, hostsPerBucket, toMinutes } from './presence.repository.ts';

/** Which hosts of a site, in the database's terms. Lists, counts and acts all go through this one description. */
export interface HostCriteria {
  customerId: string;
  siteId: string;
  view: (typeof hostViews)[number] | 'all';
  /** Only hosts that take a licence at this moment. */
  licensedAt?: Date | undefined;
  enrolledBefore?: Date | undefined;
  namePrefix?: string | undefined;
  groupIds?: readonly string[] | undefined;
  tag?: { tagId: string; isRare: boolean } | undefined;
  status?: VulnerabilityStatus | undefined;
  isExploited?: boolean;
  hostIds?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
}

/** Minutes of the last sighting of `hosts as h`, out of the presence arrays; only for the rows of one page. */
export const seenMinutes = sql<number>`greatest(
  (select p.seen_minutes[h.host_no % ${sql.lit(hostsPerBucket)} + 1] from host_presence p
   where p.customer_id = h.customer_id and p.bucket = h.host_no / ${sql.lit(hostsPerBucket)}),
  floor(extract(epoch from h.enrolled_at - timestamptz '2020-01-01 00:00:00+00') / 60)::int)`;

/** Hosts heard of since then take a licence, and count. */
export const licencesSince = (now: Date): Date => new Date(now.getTime() - constants.licenceDays * 86_400_000);

/** How the group, the restart tag and the restart settings of `hosts as h` are joined to it. */
export const isGroupOfHost = sql<SqlBool>`g.customer_id = h.customer_id and g.site_id = h.site_id and g.group_id = h.group_id`;
export const isRestartTagOfHost = sql<SqlBool>`r.customer_id = h.customer_id and r.site_id = h.site_id and r.tag_id = h.restart_tag_id`;
export const areSettingsOfHost = sql<SqlBool>`s.customer_id = h.customer_id and s.site_id = h.site_id`;

/** Its tags, with the row: asking for them afterwards would be one more answer to wait for. */
const heldTagIds = sql<string[]>`array(
  select t.tag_id from host_tags t where t.customer_id = h.customer_id and t.host_id = h.host_id)`;

/** What lists show of a host; its keys and hashes stay where they are. */
const listedColumns = [
  'h.host_id',
  'h.host_no',
  'h.host_name',
  'h.group_id',
  'h.has_root',
  'h.os_name',
  'h.os_version',
  'h.agent_version',
  'h.last_boot_at',
  'h.last_reported_boot_at',
  'h.enrolled_at',
  'h.trashed_at',
  'h.quarantined_at',
  'h.pending_since',
  'h.disabled_at',
  'h.dormant_since',
  'h.restart_tag_id',
  'h.last_boot_request_at',
  'h.reboot_deadline',
  'h.last_reboot_snooze_at',
  'h.inspect_revision',
  'h.inspected_revision',
] as const;

/** What only the page of one host shows. */
const pageColumns = [
  'h.os_family',
  'h.os_architecture',
  'h.time_zone',
  'h.users',
  'h.free_disk_bytes',
  'h.restart_requested_by',
  'h.restart_shown_at',
  'h.inventory_at',
] as const;

/** Whether `hosts as h` is a server: its system says so in its name. */
export const isServer = sql<SqlBool>`position('server' in lower(h.os_name)) > 0`;

/** As the generated column of the table numbers them. */
const viewNumbers: Record<(typeof hostViews)[number], number> = {
  active: 0,
  disabled: 1,
  dormant: 2,
  pending: 3,
  trash: 4,
};

/** What the worst of a host's applications is, over the numbers that were counted of it (`host_counts as c`). */
const worstIs: Record<VulnerabilityStatus, ReturnType<typeof sql<SqlBool>>> = {
  zeroday: sql<SqlBool>`c.zeroday > 0`,
  insecure: sql<SqlBool>`c.zeroday = 0 and c.insecure > 0`,
  eol: sql<SqlBool>`c.zeroday = 0 and c.insecure = 0 and c.eol > 0`,
  ok: sql<SqlBool>`c.zeroday = 0 and c.insecure = 0 and c.eol = 0 and c.ignored = 0`,
};

const hasExploited = sql<SqlBool>`c.exploited > 0`;

/** The hosts (`hosts as h`) that criteria describe. */
export const matching = (tx: Tx, criteria: HostCriteria) => {
  const { customerId, siteId, view, licensedAt, namePrefix, groupIds, tag, status, isExploited, hostIds, except } =
    criteria;
  let query = tx.selectFrom('hosts as h').where('h.customer_id', '=', customerId).where('h.site_id', '=', siteId);
  if (view !== 'all') query = query.where('h.view', '=', viewNumbers[view]);
  if (licensedAt)
    query = query.where('h.trashed_at', 'is', null).where(seenMinutes, '>=', toMinutes(licencesSince(licensedAt)));
  if (criteria.enrolledBefore) query = query.where('h.enrolled_at', '<', criteria.enrolledBefore);
  if (namePrefix !== undefined && namePrefix !== '') {
    const from = namePrefix.toLowerCase();
    query = query.where('h.sort_name', '>=', from).where('h.sort_name', '<', `${from}\u{10ffff}`);
  }
  if (groupIds) query = query.where('h.group_id', '=', sql<string>`any(${[...groupIds]}::uuid[])`);
  if (hostIds) query = query.where('h.host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`);
  if (except && except.length > 0) query = query.where('h.host_id', '<>', sql<string>`all(${[...except]}::uuid[])`);
  const counted = [...(status === undefined ? [] : [worstIs[status]]), ...(isExploited === true ? [hasExploited] : [])];
  for (const condition of counted)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('host_counts as c')
          .select('c.host_no')
          .where('c.customer_id', '=', customerId)
          .whereRef('c.host_no', '=', 'h.host_no')
          .where(condition),
      ),
    );
  if (tag) {
    const holders = tx
      .selectFrom('host_tags as t')
      .select('t.host_id')
      .where('t.customer_id', '=', customerId)
      .where('t.site_id', '=', siteId)
      .where('t.tag_id', '=', tag.tagId);
    // A plan made once for every tag would walk the hosts in order and ask each for the tag: 340 ms for a tag that
    // 100 of 100,000 hosts have. So the few are fetched by their ids, and only the many are met on the walk.
    query = tag.isRare
      ? query.where('h.host_id', '=', sql<string>`any(array(${holders}))`)
      : query.where(({ exists }) => exists(holders.where('t.host_id', '=', sql.ref<string>('h.host_id'))));
  }
  return query;
};

const sortColumns = {
  hostName: sql.ref<string>('h.sort_name'),
  lastReportedBootTime: sql.ref<string>('h.last_boot_at'),
  version: sql.ref<string>('h.agent_version'),
  osName: sql.ref<string>('h.os_name'),
  // One number, so that a cursor can hold it: the worst status first, then how many applications have it.
  status: sql<string>`(case when c.zeroday > 0 then 1500000000 + c.zeroday when c.insecure > 0 then 1000000000 + c.insecure
    when c.eol > 0 then 500000000 + c.eol else coalesce(c.ok, -1) end)`,
} satisfies Record<(typeof hostSorts)[number], Expression<string>>;

export interface PageRequest {
  sort: (typeof hostSorts)[number];
  order: 'asc' | 'desc';
  /** Where the last page ended: the value sorted by and the id that breaks ties. */
  after?: PageEnd | undefined;
  limit: number;
}

const pageOfHosts = (tx: Tx, criteria: HostCriteria, { sort, order, after, limit }: PageRequest) => {
  const column = sortColumns[sort];
  let query = matching(tx, criteria)
    .leftJoin('groups as g', (join) => join.on(isGroupOfHost))
    .leftJoin('host_counts as c', (join) =>
      join.onRef('c.customer_id', '=', 'h.customer_id').onRef('c.host_no', '=', 'h.host_no'),
    )
    .leftJoin('tags as r', (join) => join.on(isRestartTagOfHost))
    .leftJoin('restart_settings as s', (join) => join.on(areSettingsOfHost))
    .select(listedColumns)
    .select(({ fn }) => [
      fn.coalesce('r.seconds_until_force', 's.seconds_until_force').as('seconds_until_force'),
      fn.coalesce('r.snooze_seconds', 's.snooze_seconds').as('snooze_seconds'),
    ])
    .select(['c.ok', 'c.eol', 'c.insecure', 'c.zeroday', 'c.ignored', 'c.exploited'])
    .select([
      'g.title as group_title',
      seenMinutes.as('seen'),
      heldTagIds.as('tag_ids'),
      sql<string>`${column}::text`.as('sort_value'),
    ])
    .orderBy(column, order)
    .orderBy('h.host_id', order)
    .limit(limit);
  if (after) {
    const type = { lastReportedBootTime: sql`timestamptz`, status: sql`int` }[sort as string] ?? sql`text`;
    const value = sql`${after.value}::text::${type}`;
    const beyond = order === 'asc' ? sql`>` : sql`<`;
    query = query.where(sql<SqlBool>`(${column}, h.host_id) ${beyond} (${value}, ${after.id}::uuid)`);
  }
  return query;
};

/** The row itself with one field more: a copy of each would cost about as much as presenting it. */
const withLastSeen = <R extends { seen: number }>(row: R): R & { lastSeen: Date } =>
  Object.assign(row, { lastSeen: fromMinutes(row.seen) });

/** A page of hosts by key, never by offset: page one thousand costs what page one costs. */
export const selectHosts = async (tx: Tx, criteria: HostCriteria, request: PageRequest) => {
  const rows = await pageOfHosts(tx, criteria, request).execute();
  return rows.map(withLastSeen);
};
export type ListedHost = Awaited<ReturnType<typeof selectHosts>>[number];

/** One host, with what only its own page shows. */
export const selectHost = async (tx: Tx, criteria: HostCriteria) => {
  const request = { sort: 'hostName', order: 'asc', limit: 1 } as const;
  const row = await pageOfHosts(tx, criteria, request).select(pageColumns).executeTakeFirst();
  return row && withLastSeen(row);
};
export type ShownHost = NonNullable<Awaited<ReturnType<typeof selectHost>>>;

export const countHosts = async (tx: Tx, criteria: HostCriteria): Promise<number> => {
  const { count } = await matching(tx, criteria)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const selectHostIds = async (tx: Tx, criteria: HostCriteria): Promise<string[]> => {
  const rows = await matching(tx, criteria).select('h.host_id').orderBy('h.host_id').execute();
  return rows.map((row) => row.host_id);
};

/** Hosts at work and licences in use of each of these sites: hosts heard of within 45 days, but for those in the trash. */
export const countHostsBySite = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  now: Date,
): Promise<Map<string, { active: number; licences: number }>> => {
  const since = licencesSince(now);
  const { rows } = await sql<{ site_id: string; active: number; licences: number }>`
    select h.site_id, count(*) filter (where h.view = ${sql.lit(viewNumbers.active)})::int as active,
      count(*) filter (where h.view <> ${sql.lit(viewNumbers.trash)} and (h.enrolled_at >= ${since}
        or p.seen_minutes[h.host_no % ${sql.lit(hostsPerBucket)} + 1] >= ${toMinutes(since)}))::int as licences
    from hosts h
    left join host_presence p
      on p.customer_id = h.customer_id and p.bucket = h.host_no / ${sql.lit(hostsPerBucket)}
    where h.customer_id = ${customerId} and ${inSites('h.site_id', siteIds)}
    group by h.site_id`.execute(tx);
  return new Map(rows.map(({ site_id, ...counts }) => [site_id, counts]));
};

/** Licences in use at sites. */
export const countLicences = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  now: Date,
): Promise<number> => {
  const counts = await countHostsBySite(tx, customerId, siteIds, now);
  return [...counts.values()].reduce((sum, { licences }) => sum + licences, 0);
};

/** How many hosts each view of these sites holds: a range of an index for each. */
export const countByView = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
): Promise<Record<(typeof hostViews)[number], number>> => {
  const rows = await tx
    .selectFrom('hosts')
    .select(({ fn }) => ['view', fn.countAll<number>().as('count')])
    .where('customer_id', '=', customerId)
    .where(inSites('site_id', siteIds))
    .groupBy('view')
    .execute();
  const counts = new Map(rows.map((row) => [row.view, Number(row.count)]));
  const of = (view: (typeof hostViews)[number]): number => counts.get(viewNumbers[view]) ?? 0;
  return {
    active: of('active'),
    disabled: of('disabled'),
    dormant: of('dormant'),
    pending: of('pending'),
    trash: of('trash'),
  };
};

/** Hosts of each of these sites: those at work, how many of them are servers, and those not heard of for days. */
export const countKindsBySite = async (tx: Tx, customerId: string, siteIds: readonly string[]) => {
  const { rows } = await sql<{ site_id: string; active: number; servers: number; dormant: number }>`
    select h.site_id, count(*) filter (where h.view = ${sql.lit(viewNumbers.active)})::int as active,
      count(*) filter (where h.view = ${sql.lit(viewNumbers.active)} and ${isServer})::int as servers,
      count(*) filter (where h.view = ${sql.lit(viewNumbers.dormant)})::int as dormant
    from hosts h
    where h.customer_id = ${customerId} and ${inSites('h.site_id', siteIds)}
    group by h.site_id`.execute(tx);
  return rows;
};
