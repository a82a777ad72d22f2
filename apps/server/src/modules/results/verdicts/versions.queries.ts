import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

/**
 * Versions with their verdicts as this customer sees them: where a correction speaks, it speaks alone.
 */
const judged = (tx: Tx, customerId: string) => {
  const ours = <T>(column: string) =>
    sql<T>`case when k.version_id is null then ${sql.ref(`v.${column}`)} else ${sql.ref(`k.${column}`)} end`;
  return tx
    .selectFrom('software_versions as s')
    .leftJoin('version_verdicts as v', 'v.version_id', 's.version_id')
    .leftJoin('corrected_verdicts as k', (join) =>
      join.onRef('k.version_id', '=', 's.version_id').on('k.customer_id', '=', customerId),
    )
    .innerJoin('applications as a', (join) => join.on(sql`a.application_id`, '=', ours<number>('application_id')))
    .leftJoin('channels as c', 'c.channel_tag', 'a.channel_tag')
    .select([
      's.version_id',
      's.name as reported_name',
      's.publisher as reported_publisher',
      's.version as reported_version',
      'a.application_id',
      'a.name',
      'a.publisher',
      'a.channel_tag',
      'c.scheme',
      sql<number | null>`(c.rules ->> 'precision')::int`.as('precision'),
      'c.is_driver',
      'c.is_hidden',
      'c.is_suite_member',
      'k.correction_id',
      sql<string>`case when k.version_id is null then v.identified_by else 'correction' end`.as('identified_by'),
      ours<string | null>('channel_version').as('channel_version'),
      ours<number>('status').as('status'),
      ours<number[]>('cve_nos').as('cve_nos'),
      ours<number[]>('zero_day_nos').as('zero_day_nos'),
      ours<string | null>('eol_on').as('eol_on'),
      ours<string | null>('fixed_version').as('fixed_version'),
      ours<string | null>('recommended_version').as('recommended_version'),
      ours<number | null>('highest_cvss').as('highest_cvss'),
      ours<number | null>('highest_epss').as('highest_epss'),
      sql<string>`coalesce(case when k.version_id is null then v.channel_version else k.channel_version end, s.version)`.as(
        'version',
      ),
    ]);
};

export const selectJudged = (tx: Tx, customerId: string, versionIds: readonly number[]) =>
  judged(tx, customerId)
    .where('s.version_id', '=', sql<number>`any(${[...versionIds]}::int[])`)
    .execute();
export type JudgedVersion = Awaited<ReturnType<typeof selectJudged>>[number];

/** The versions of an application that hosts of the site have. */
export const selectHeldVersions = async (tx: Tx, customerId: string, siteId: string, applicationId: number) => {
  const { rows } = await sql<{ version_id: number; hosts: number; ignored: number }>`
    select n.version_id, n.hosts, n.ignored
    from version_counts n
    where n.customer_id = ${customerId} and n.site_id = ${siteId} and n.version_id in (
      select v.version_id from version_verdicts v where v.application_id = ${applicationId}
        and not exists (select from corrected_verdicts k
          where k.customer_id = ${customerId} and k.version_id = v.version_id and k.application_id <> ${applicationId})
      union all
      select k.version_id from corrected_verdicts k
      where k.customer_id = ${customerId} and k.application_id = ${applicationId})`.execute(tx);
  return rows;
};

/** The versions with a CVE that hosts of the site have. */
export const selectVersionsWithCve = async (tx: Tx, customerId: string, siteId: string, cveNo: number) => {
  const { rows } = await sql<{ version_id: number; hosts: number; ignored: number }>`
    select n.version_id, n.hosts, n.ignored
    from version_counts n
    where n.customer_id = ${customerId} and n.site_id = ${siteId} and n.version_id in (
      select v.version_id from version_verdicts v where v.cve_nos @> array[${cveNo}::int]
        and not exists (select from corrected_verdicts k
          where k.customer_id = ${customerId} and k.version_id = v.version_id)
      union all
      select k.version_id from corrected_verdicts k
      where k.customer_id = ${customerId} and ${cveNo} = any(k.cve_nos))`.execute(tx);
  return rows;
};

export const selectReleases = async (tx: Tx, channelTag: string): Promise<Map<string, string | null>> => {
  const rows = await tx
    .selectFrom('channel_versions')
    .select(['version', 'released_on'])
    .where('channel_tag', '=', channelTag)
    .execute();
  return new Map(rows.map((row) => [row.version, row.released_on]));
};
