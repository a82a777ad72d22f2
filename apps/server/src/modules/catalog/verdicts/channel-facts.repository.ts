import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Advisory } from '../matching/advisory.types.ts';
import type { EolCycle } from '../matching/eol.rules.ts';

/** What every feed says of the CVEs that these keys find: feeds are heard together. */
export const selectAdvisoriesFor = async (
  db: Kysely<Tables>,
  keys: readonly string[],
  cveId?: string,
): Promise<Advisory[]> => {
  const only = cveId === undefined ? sql`true` : sql`cve_id = ${cveId}`;
  // Two steps: joined, the planner reads the whole table for the few rows it expects.
  const found = await sql<{ cve_id: string }>`
    select distinct cve_id from advisories where product_keys && ${[...keys]}::text[] and ${only}`.execute(db);
  const { rows } = await sql<{ statement: Advisory }>`
    select statement from advisories where cve_id = any(${found.rows.map(({ cve_id }) => cve_id)}::text[])
    order by cve_id, feed`.execute(db);
  return rows.map(({ statement }) => statement);
};

/** With which revision of its feed each advisory came, by `feed CVE`. */
export const selectFeedRevisions = async (
  db: Kysely<Tables>,
  cveIds: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ feed: string; cve_id: string; revision: number }>`
    select feed, cve_id, revision from advisories where cve_id = any(${[...cveIds]}::text[])`.execute(db);
  return new Map(rows.map((row) => [`${row.feed} ${row.cve_id}`, row.revision]));
};

/** The packed rules of these channels, as far as they have been made. */
export const selectPackedRules = async (db: Kysely<Tables>, tags: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ channel_tag: string; rules: string }>`
    select channel_tag, rules from channel_rules where channel_tag = any(${[...tags]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.channel_tag, row.rules]));
};

export const savePackedRules = async (db: Kysely<Tables>, tag: string, rules: string): Promise<void> => {
  await sql`
    insert into channel_rules (channel_tag, rules) values (${tag}, ${rules})
    on conflict (channel_tag) do update set rules = excluded.rules`.execute(db);
};

/** Forgotten rules are made anew from the advisories when a version of the channel is judged next. */
export const forgetPackedRules = async (db: Kysely<Tables>, tags: readonly string[] | 'all'): Promise<void> => {
  if (tags === 'all') await sql`delete from channel_rules`.execute(db);
  else await sql`delete from channel_rules where channel_tag = any(${[...tags]}::text[])`.execute(db);
};

export interface Release {
  version: string;
  displayVersions: string[];
}

export const selectReleases = async (db: Kysely<Tables>, tags: readonly string[]): Promise<Map<string, Release[]>> => {
  const { rows } = await sql<{ channel_tag: string; version: string; display_versions: string[] }>`
    select channel_tag, version, display_versions from channel_versions
    where channel_tag = any(${[...tags]}::text[]) order by channel_tag, version`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.channel_tag)].map(([tag, same]) => [
      tag,
      same.map((row) => ({ version: row.version, displayVersions: row.display_versions })),
    ]),
  );
};

/** Cycles by product. One that ended on a day nobody wrote down ended when its last release came out, at the latest known. */
export const selectCycles = async (db: Kysely<Tables>, slugs: readonly string[]): Promise<Map<string, EolCycle[]>> => {
  const { rows } = await sql<{ slug: string; cycle: string; ends_on: string | null; is_ended: boolean }>`
    select slug, cycle, is_ended,
      case when ends_on is null and is_ended then coalesce(latest_on, released_on, date '1970-01-01') else ends_on end
        as ends_on
    from eol_cycles where slug = any(${[...slugs]}::text[])`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.slug)].map(([slug, same]) => [
      slug,
      same.map((row) => ({
        cycle: row.cycle,
        isEnded: row.is_ended,
        ...(row.ends_on !== null && { endsOn: row.ends_on }),
      })),
    ]),
  );
};

/** The day each exploited CVE was first listed so, by number. */
export const selectExploitedDays = async (db: Kysely<Tables>): Promise<Map<number, string>> => {
  const { rows } = await sql<{ cve_no: number; exploited_on: string }>`
    select cve_no, exploited_on from cves where exploited_on is not null`.execute(db);
  return new Map(rows.map((row) => [row.cve_no, row.exploited_on]));
};

export interface CveScores {
  cveNo: number;
  cvss: number | null;
  epss: number | null;
}

export const selectScores = async (db: Kysely<Tables>, cveNos: readonly number[]): Promise<CveScores[]> => {
  const { rows } = await sql<CveScores>`
    select c.cve_no as "cveNo", c.cvss_score as cvss, s.epss
    from cves c left join epss_scores s on s.cve_no = c.cve_no
    where c.cve_no = any(${[...cveNos]}::int[])`.execute(db);
  return rows;
};

export interface CodedPackage {
  code: string;
  channelTag: string;
  version: string;
}

/** The packages that install under these codes. */
export const selectByProductCode = async (db: Kysely<Tables>, codes: readonly string[]): Promise<CodedPackage[]> => {
  if (codes.length === 0) return [];
  const { rows } = await sql<CodedPackage>`
    select distinct code, m.channel_tag as "channelTag", m.version
    from packages p join manifests m on m.package_id = p.package_id and m.version = p.version,
      unnest(p.product_codes) code
    where p.product_codes && ${[...codes]}::text[] and code = any(${[...codes]}::text[])`.execute(db);
  return rows;
};
