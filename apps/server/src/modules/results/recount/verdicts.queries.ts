import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

export const readCatalogRevision = async (db: Kysely<Tables>): Promise<number> =>
  (await db.selectFrom('catalog_revision').select('revision').executeTakeFirst())?.revision ?? 0;

export const listExploitedNos = async (db: Kysely<Tables>): Promise<Set<number>> => {
  const rows = await db.selectFrom('cves').select('cve_no').where('exploited_on', 'is not', null).execute();
  return new Set(rows.map((row) => row.cve_no));
};

/** What counting asks of a verdict, be it the catalogue's or a customer's own. */
const countedColumns = [
  'v.version_id',
  'v.application_id',
  'v.status',
  'v.cve_nos',
  'v.zero_day_nos',
  'v.eol_on',
  'v.fixed_version',
  'v.recommended_version',
  'v.highest_epss',
  sql<string>`coalesce(v.channel_version, s.version)`.as('version'),
] as const;

const judged = (db: Kysely<Tables>) =>
  db
    .selectFrom('version_verdicts as v')
    .innerJoin('software_versions as s', 's.version_id', 'v.version_id')
    .select(countedColumns);

export const selectVerdicts = (db: Kysely<Tables>, versionIds: readonly number[]) =>
  judged(db)
    .where('v.version_id', '=', sql<number>`any(${[...versionIds]}::int[])`)
    .execute();

/** Rows of that revision too: it is counted up before the last of its rows is written, and once more after. */
export const selectVerdictsSince = (db: Kysely<Tables>, revision: number) =>
  judged(db).where('v.revision', '>=', revision).execute();

export type VerdictRow = Awaited<ReturnType<typeof selectVerdicts>>[number];

/** What a customer's corrections make of versions. */
export const selectCorrectedVerdicts = (tx: Tx, customerId: string, versionIds?: readonly number[]) => {
  let query = tx
    .selectFrom('corrected_verdicts as v')
    .innerJoin('software_versions as s', 's.version_id', 'v.version_id')
    .select(countedColumns)
    .where('v.customer_id', '=', customerId);
  if (versionIds) query = query.where('v.version_id', '=', sql<number>`any(${[...versionIds]}::int[])`);
  return query.execute();
};

/** The schemes by which the versions of these applications compare. */
export const selectSchemes = async (
  db: Kysely<Tables>,
  applicationIds: readonly number[],
): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('applications as a')
    .innerJoin('channels as c', 'c.channel_tag', 'a.channel_tag')
    .select(['a.application_id', 'c.scheme'])
    .where('a.application_id', '=', sql<number>`any(${[...applicationIds]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.application_id, row.scheme]));
};
