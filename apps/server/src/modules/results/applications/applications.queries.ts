import type { applicationQuery, applicationSorts } from '@patchkeep/contract/applications';
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { PageEnd } from '../../../platform/http/cursor.ts';
import { countedApplications, findTotalsBefore, type ScopeKey } from '../past/past-lists.queries.ts';
import '../results.tables.ts';

/** The applications of which scope, now or just before a moment. */
export interface ListKey extends ScopeKey {
  before?: Date | undefined;
}

type Filter = Pick<z.output<typeof applicationQuery>, 'status' | 'isIgnored' | 'isExploited' | 'isFixable' | 'q'>;

const matching = (tx: Tx, { before, ...scope }: ListKey, filter: Filter) => {
  const { status, isIgnored, isExploited, isFixable, q } = filter;
  let query = tx
    .selectFrom(countedApplications(scope, before).as('c'))
    .innerJoin('applications as a', 'a.application_id', 'c.application_id');
  if (status !== undefined) query = query.where(`c.${status}`, '>', 0);
  if (isIgnored !== undefined) query = query.where('c.ignored', '>', 0);
  if (isExploited !== undefined) query = query.where('c.exploited', '>', 0);
  if (isFixable !== undefined) query = query.where('c.fixable', '>', 0);
  if (q !== undefined && q.trim() !== '') {
    const part = q.trim().toLowerCase();
    query = query.where(
      sql<SqlBool>`(position(${part}::text in a.sort_name) > 0 or position(${part}::text in lower(a.publisher)) > 0)`,
    );
  }
  return query;
};

const hosts = sql<number>`c.ok + c.eol + c.insecure + c.zeroday + c.ignored`;
const sortColumns = {
  name: sql`a.sort_name`,
  // One number, so that a cursor can hold it: the status first, then its hosts, which never come near the step.
  status: sql`(case when c.zeroday > 0 then 1500000000 + c.zeroday when c.insecure > 0 then 1000000000 + c.insecure
    when c.eol > 0 then 500000000 + c.eol else c.ok end)`,
  hosts: sql`(c.ok + c.eol + c.insecure + c.zeroday + c.ignored)`,
  installations: sql`c.installations`,
  versions: sql`c.versions`,
  zeroday: sql`c.zeroday`,
  insecure: sql`c.insecure`,
  eol: sql`c.eol`,
  ok: sql`c.ok`,
  highestEpss: sql`coalesce(c.highest_epss, -1)`,
  exploitedHosts: sql`c.exploited`,
} satisfies Record<(typeof applicationSorts)[number], unknown>;

const sortTypes: Partial<Record<(typeof applicationSorts)[number], ReturnType<typeof sql>>> = {
  name: sql`text`,
  highestEpss: sql`real`,
};

const columns = [
  'c.application_id',
  'c.ok',
  'c.eol',
  'c.insecure',
  'c.zeroday',
  'c.ignored',
  'c.exploited',
  'c.fixable',
  'c.installations',
  'c.versions',
  'c.highest_epss',
  'a.name',
  'a.publisher',
  'a.channel_tag',
] as const;

/** A page of the applications of a scope, by key. */
export const selectApplications = (
  tx: Tx,
  scope: ListKey,
  filter: Filter & { sort: (typeof applicationSorts)[number]; order: 'asc' | 'desc' },
  after: PageEnd | undefined,
  limit: number,
) => {
  const column = sortColumns[filter.sort];
  let query = matching(tx, scope, filter)
    .select([...columns, hosts.as('hosts'), sql<string>`${column}::text`.as('sort_value')])
    .orderBy(column, filter.order)
    .orderBy('c.application_id', filter.order)
    .limit(limit);
  if (after) {
    const beyond = filter.order === 'asc' ? sql`>` : sql`<`;
    const type = sortTypes[filter.sort] ?? sql`int`;
    query = query.where(
      sql<SqlBool>`(${column}, c.application_id) ${beyond} (${after.value}::text::${type}, ${after.id}::int)`,
    );
  }
  return query.execute();
};
export type CountedApplication = Omit<Awaited<ReturnType<typeof selectApplications>>[number], 'sort_value'>;

export const countApplications = async (tx: Tx, scope: ListKey, filter: Filter): Promise<number> => {
  const { count } = await matching(tx, scope, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const findCountedApplication = (
  tx: Tx,
  scope: ScopeKey,
  applicationId: number,
): Promise<CountedApplication | undefined> =>
  matching(tx, scope, {})
    .where('c.application_id', '=', applicationId)
    .select([...columns, hosts.as('hosts')])
    .executeTakeFirst();

export const findApplication = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('applications as a')
    .leftJoin('channels as c', 'c.channel_tag', 'a.channel_tag')
    .select(['a.application_id', 'a.name', 'a.publisher', 'a.channel_tag', 'c.scheme'])
    .where('a.application_id', '=', applicationId)
    .executeTakeFirst();

/** The totals of a scope and when they were counted; of a moment of the past, when is left open. */
export const readScopeTotals = async (tx: Tx, { customerId, siteId, scopeId, before }: ListKey) => {
  if (before) return { row: await findTotalsBefore(tx, { customerId, scopeId }, before), countedAt: null };
  const row = await tx
    .selectFrom('scope_counts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('scope_id', '=', scopeId)
    .executeTakeFirst();
  const state = await tx
    .selectFrom('count_states')
    .select('counted_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return { row, countedAt: state?.counted_at ?? null };
};
