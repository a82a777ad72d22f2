import type { GoalNarrowing } from '@patchkeep/contract/goals';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { PageEnd } from '../../platform/http/cursor.ts';
import '../custom-software/public.ts';
import './deployments.tables.ts';

const ofSite = (tx: Tx, customerId: string, siteId: string) =>
  tx
    .selectFrom('goals as g')
    .leftJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'g.customer_id').onRef('u.user_id', '=', 'g.created_by'),
    )
    .selectAll('g')
    .select('u.long_name as created_by_name')
    .where('g.customer_id', '=', customerId)
    .where('g.site_id', '=', siteId);

export const selectGoal = (tx: Tx, customerId: string, siteId: string, goalId: string) =>
  ofSite(tx, customerId, siteId).where('g.goal_id', '=', goalId).executeTakeFirst();
export type ListedGoal = NonNullable<Awaited<ReturnType<typeof selectGoal>>>;

/** Jobs by how they stand; a job awaits a second person as a change, before it is one. */
const standing = {
  open: sql<boolean>`not g.is_completed`,
  active: sql<boolean>`g.is_enabled and not g.is_completed and g.paused_cause is null`,
  paused: sql<boolean>`g.is_enabled and not g.is_completed and g.paused_cause is not null`,
  stopped: sql<boolean>`not g.is_enabled and not g.is_completed`,
  completed: sql<boolean>`g.is_completed`,
};

export interface GoalFilter extends Pick<GoalNarrowing, 'channelTag' | 'showStatus'> {
  goalIds?: readonly string[] | undefined;
  /** Groups of which one at least is named. */
  groupIds?: readonly string[] | undefined;
  after?: PageEnd | undefined;
  limit: number;
}

export const selectGoals = (
  tx: Tx,
  customerId: string,
  siteId: string,
  { goalIds, groupIds, channelTag, showStatus, after, limit }: GoalFilter,
) => {
  let query = ofSite(tx, customerId, siteId);
  if (goalIds) query = query.where('g.goal_id', '=', sql<string>`any(${[...goalIds]}::uuid[])`);
  if (groupIds)
    query = query.where(
      sql<boolean>`exists (select from goal_targets t where t.customer_id = g.customer_id and t.goal_id = g.goal_id
        and t.kind = 1 and t.target_id = any(${[...groupIds]}::uuid[]))`,
    );
  if (channelTag !== undefined)
    query = query.where(
      sql<boolean>`exists (select from goal_actions a where a.customer_id = g.customer_id and a.goal_id = g.goal_id
        and a.channel_tag = ${channelTag})`,
    );
  if (showStatus !== 'all') query = query.where(standing[showStatus]);
  if (after)
    query = query.where(sql<boolean>`(g.created_at, g.goal_id) < (${after.value}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('g.created_at', 'desc').orderBy('g.goal_id', 'desc').limit(limit).execute();
};

/** What these jobs do, in the order in which it is done and shown. */
export const selectActions = (tx: Tx, customerId: string, goalIds: readonly string[]) =>
  tx
    .selectFrom('goal_actions as a')
    .leftJoin('channels as c', 'c.channel_tag', 'a.channel_tag')
    .leftJoin('custom_configs as s', (join) =>
      join.onRef('s.customer_id', '=', 'a.customer_id').onRef('s.config_id', '=', 'a.config_id'),
    )
    .selectAll('a')
    .select(({ fn }) => [fn.coalesce('s.title', 'c.name').as('name'), 'c.scheme'])
    .where('a.customer_id', '=', customerId)
    .where('a.goal_id', '=', sql<string>`any(${[...goalIds]}::uuid[])`)
    .orderBy('a.priority', 'desc')
    .orderBy('a.action_no')
    .execute();
export type NamedAction = Awaited<ReturnType<typeof selectActions>>[number];

export const selectGoalTargets = (tx: Tx, customerId: string, goalIds: readonly string[]) =>
  tx
    .selectFrom('goal_targets')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('goal_id', '=', sql<string>`any(${[...goalIds]}::uuid[])`)
    .orderBy('kind')
    .orderBy('target_id')
    .execute();

export const selectTitles = (tx: Tx, customerId: string, siteId: string, goalIds: readonly string[]) =>
  tx
    .selectFrom('goals')
    .select(['goal_id', 'title'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('goal_id', '=', sql<string>`any(${[...goalIds]}::uuid[])`)
    .execute();

/** Jobs that somebody still has to look at, those that waited longest first. */
export const selectLiveGoalIds = async (tx: Tx, customerId: string, siteId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('goals')
    .select('goal_id')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('is_completed', '=', sql.lit(false))
    .orderBy('looked_at', (order) => order.asc().nullsFirst())
    .execute();
  return rows.map((row) => row.goal_id);
};

/** What live jobs of a site do with these applications, with their targets. */
export const selectLiveActions = (tx: Tx, customerId: string, siteId: string, channelTags: readonly string[]) =>
  tx
    .selectFrom('goal_actions as a')
    .innerJoin('goals as g', (join) =>
      join.onRef('g.customer_id', '=', 'a.customer_id').onRef('g.goal_id', '=', 'a.goal_id'),
    )
    .select(['a.kind', 'a.channel_tag', 'a.version', 'a.config_id', 'a.is_removal'])
    .select(['g.goal_id', 'g.title', 'g.priority', 'g.created_at', 'g.host_nos'])
    .where('a.customer_id', '=', customerId)
    .where('a.site_id', '=', siteId)
    .where('a.channel_tag', '=', sql<string>`any(${[...channelTags]}::text[])`)
    .where('a.is_enabled', '=', sql.lit(true))
    .where('g.is_enabled', '=', sql.lit(true))
    .where('g.is_completed', '=', sql.lit(false))
    .execute();
export type LiveAction = Awaited<ReturnType<typeof selectLiveActions>>[number];

/** Since when no package of a version is left that was not recalled; by channel and version. */
export const selectRecalled = async (
  tx: Tx,
  wanted: readonly { channelTag: string; version: string | null }[],
): Promise<Map<string, Date>> => {
  const { rows } = await sql<{ channel_tag: string; version: string; withdrawn_at: Date }>`
    select s.channel_tag, s.version, max(s.withdrawn_at) as withdrawn_at from package_statements s
    where s.channel_tag = any(${wanted.map((each) => each.channelTag)}::text[])
      and s.version = any(${wanted.flatMap((each) => each.version ?? [])}::text[])
    group by s.channel_tag, s.version
    having bool_and(s.withdrawn_at is not null)`.execute(tx);
  return new Map(rows.map((row) => [`${row.channel_tag} ${row.version}`, row.withdrawn_at]));
};

/** Hosts of a site by number, with what decides whether they can be given work. */
export const selectGoalHosts = (tx: Tx, customerId: string, siteId: string, hostNos: readonly number[]) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'host_no', 'host_name', 'group_id', 'os_family', 'os_architecture', 'has_root', 'time_zone'])
    .select(['trashed_at', 'quarantined_at', 'pending_since', 'disabled_at', 'dormant_since', 'approvers_version'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .orderBy('host_no')
    .execute();
export type GoalHostRow = Awaited<ReturnType<typeof selectGoalHosts>>[number];

/** Hosts of a site that were inspected since then, by number. */
export const selectInspectedSince = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  since: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ host_no: number }>`
    select host_no from hosts
    where customer_id = ${customerId} and site_id = ${siteId} and inventory_at >= ${since}`.execute(tx);
  return rows.map((row) => row.host_no);
};

/** What people call these applications. */
export const selectChannelNames = async (tx: Tx, channelTags: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('channels')
    .select(['channel_tag', 'name'])
    .where('channel_tag', '=', sql<string>`any(${[...channelTags]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.channel_tag, row.name]));
};
