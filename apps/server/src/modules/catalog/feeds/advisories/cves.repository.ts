import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import type { CveFacts, ExploitedFacts } from './cve-facts.rules.ts';

export const selectKnownExploited = async (
  db: Kysely<Tables>,
  cveIds: readonly string[],
): Promise<Map<string, ExploitedFacts>> => {
  const rows = await db
    .selectFrom('known_exploited')
    .select(['cve_id', 'added_on', 'due_on', 'is_ransomware', 'title'])
    .where('cve_id', '=', sql<string>`any(${[...cveIds]}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.cve_id,
      { addedOn: row.added_on, dueOn: row.due_on, isRansomware: row.is_ransomware, title: row.title },
    ]),
  );
};

/** Those of them the catalogue has no row of. */
export const selectUnknownCves = async (db: Kysely<Tables>, cveIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ cve_id: string }>`
    select w.cve_id from unnest(${[...cveIds]}::text[]) as w (cve_id)
    where not exists (select from cves c where c.cve_id = w.cve_id)`.execute(db);
  return rows.map(({ cve_id }) => cve_id);
};

export const selectCveNos = async (db: Kysely<Tables>, cveIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ cve_id: string; cve_no: number }>`
    select cve_id, cve_no from cves where cve_id = any(${[...cveIds]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.cve_id, row.cve_no]));
};

/** Writes what differs and says how many rows did. */
export const upsertCves = async (db: Kysely<Tables>, facts: readonly CveFacts[]): Promise<number> => {
  const rows = facts.map((fact) => {
    const text = JSON.stringify(fact);
    return { text, hash: createHash('sha256').update(text).digest() };
  });
  const { numAffectedRows } = await sql`
    insert into cves as held (cve_id, content_hash, title, description, published_on, modified_at, cvss_version,
      cvss_vector, cvss_score, cvss_source, cvss_all, exploited_on, exploited_due, is_ransomware, is_rejected,
      is_disputed, reference_urls, feeds)
    select f.fact ->> 'cveId', f.hash, f.fact ->> 'title', f.fact ->> 'description',
      (f.fact ->> 'publishedOn')::date, (f.fact ->> 'modifiedAt')::timestamptz, f.fact -> 'cvss' ->> 'version',
      f.fact -> 'cvss' ->> 'vector', (f.fact -> 'cvss' ->> 'score')::real, f.fact -> 'cvss' ->> 'source',
      f.fact -> 'cvssAll', (f.fact ->> 'exploitedOn')::date, (f.fact ->> 'exploitedDue')::date,
      (f.fact ->> 'isRansomware')::boolean, (f.fact ->> 'isRejected')::boolean, (f.fact ->> 'isDisputed')::boolean,
      array(select jsonb_array_elements_text(f.fact -> 'references')),
      array(select jsonb_array_elements_text(f.fact -> 'feeds'))
    from (select u.fact::jsonb, u.hash
          from unnest(${rows.map(({ text }) => text)}::text[], ${rows.map(({ hash }) => hash)}::bytea[])
            as u (fact, hash)) f
    on conflict (cve_id) do update
      set content_hash = excluded.content_hash, title = excluded.title, description = excluded.description,
          published_on = excluded.published_on, modified_at = excluded.modified_at,
          cvss_version = excluded.cvss_version, cvss_vector = excluded.cvss_vector, cvss_score = excluded.cvss_score,
          cvss_source = excluded.cvss_source, cvss_all = excluded.cvss_all, exploited_on = excluded.exploited_on,
          exploited_due = excluded.exploited_due, is_ransomware = excluded.is_ransomware,
          is_rejected = excluded.is_rejected, is_disputed = excluded.is_disputed,
          reference_urls = excluded.reference_urls, feeds = excluded.feeds
      where held.content_hash <> excluded.content_hash`.execute(db);
  return Number(numAffectedRows ?? 0);
};
