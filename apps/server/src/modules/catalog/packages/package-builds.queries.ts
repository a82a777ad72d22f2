import type { BuildState } from '@patchkeep/contract/packager';
import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../catalog.tables.ts';

export interface BuildFilter {
  state?: BuildState | undefined;
  search?: string | undefined;
}

/** The row that a page ended with, by what the list is sorted by: the row itself may be gone by the next page. */
export interface LastBuild {
  name: string;
  version: string;
  build: string;
}

/** A statement is in the catalogue only after its file, so where it is, the file is. */
const builds = (tx: Tx) =>
  tx
    .selectFrom('package_builds as b')
    .innerJoin('channels as c', 'c.channel_tag', 'b.channel_tag')
    .leftJoin('package_statements as s', 's.statement_hash', 'b.statement_hash');

const matching = (tx: Tx, { state, search = '' }: BuildFilter) => {
  const part = search.trim().toLowerCase();
  let query = builds(tx);
  if (state !== undefined) query = query.where('b.state', '=', state);
  if (part !== '') query = query.where(sql<SqlBool>`position(${part}::text in lower(c.name)) > 0`);
  return query;
};

const sortName = sql<string>`lower(c.name)`;
const columns = [
  'b.build_id',
  'b.channel_tag',
  'c.name',
  sortName.as('sort_name'),
  'b.version',
  'b.variant',
  'b.state',
  'b.percent',
  'b.holds',
  'b.since',
  'b.retry_at',
  's.expires_at',
] as const;

export const selectBuilds = (tx: Tx, filter: BuildFilter, after: LastBuild | undefined, limit: number) => {
  let query = matching(tx, filter)
    .select([...columns])
    .orderBy(sortName)
    .orderBy('b.version')
    .orderBy('b.build_id')
    .limit(limit);
  if (after)
    query = query.where(
      sql<SqlBool>`(${sortName}, b.version, b.build_id) >
        (${after.name}::text, ${after.version}::text, ${after.build}::text)`,
    );
  return query.execute();
};
export type ListedBuild = Awaited<ReturnType<typeof selectBuilds>>[number];

export const countBuilds = async (tx: Tx, filter: BuildFilter): Promise<number> => {
  const counted = await matching(tx, filter)
    .select(sql<number>`count(*)::int`.as('builds'))
    .executeTakeFirst();
  return counted?.builds ?? 0;
};

export const findListedBuild = (tx: Tx, build: string) =>
  builds(tx)
    .select([...columns, 'b.evidence'])
    .where('b.build_id', '=', build)
    .executeTakeFirst();

/** Applications of which a version is wanted, and those of them with a package that hosts can be given now. */
export const countApplications = async (tx: Tx, now: Date): Promise<{ applications: number; ready: number }> => {
  const { applications, ready } = await builds(tx)
    .select(({ fn }) => [
      fn.count<number>('b.channel_tag').distinct().as('applications'),
      fn.count<number>('b.channel_tag').distinct().filterWhere('s.expires_at', '>', now).as('ready'),
    ])
    .executeTakeFirstOrThrow();
  return { applications: Number(applications), ready: Number(ready) };
};

export const countByState = (tx: Tx) =>
  tx
    .selectFrom('package_builds')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
