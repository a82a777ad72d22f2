import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import type { Advisory } from '../../matching/advisory.types.ts';

export interface AdvisoryRow {
  advisory: Advisory;
  productKeys: readonly string[];
}

export interface HashedRow extends AdvisoryRow {
  statement: string;
  hash: Buffer;
}

export const hashed = (row: AdvisoryRow): HashedRow => {
  const statement = JSON.stringify(row.advisory);
  const hash = createHash('sha256').update(statement).update(row.productKeys.join('\u0001')).digest();
  return { ...row, statement, hash };
};

/** Those of which the feed has said something else until now, or nothing. */
export const selectDifferent = async (
  db: Kysely<Tables>,
  feed: string,
  rows: readonly HashedRow[],
): Promise<Set<string>> => {
  const { rows: found } = await sql<{ cve_id: string }>`
    select n.cve_id
    from unnest(${rows.map(({ advisory }) => advisory.cveId)}::text[], ${rows.map(({ hash }) => hash)}::bytea[])
      as n (cve_id, hash)
    left join advisories held on held.feed = ${feed} and held.cve_id = n.cve_id
    where held.content_hash is distinct from n.hash`.execute(db);
  return new Set(found.map(({ cve_id }) => cve_id));
};

/** What finds these CVEs, in whatever feed. */
export const selectProductKeys = async (db: Kysely<Tables>, cveIds: readonly string[]): Promise<string[]> => {
  if (cveIds.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select distinct unnest(product_keys) as key from advisories where cve_id = any(${[...cveIds]}::text[])`.execute(db);
  return rows.map(({ key }) => key);
};

/**
 * Stores what a feed says, one statement for many records, and names the CVEs of which it now says something else.
 * A record older than the stored one changes nothing: some feeds bring the same CVE in several files.
 */
export const upsertAdvisories = async (
  db: Kysely<Tables>,
  feed: string,
  revision: number,
  rows: readonly HashedRow[],
): Promise<string[]> => {
  const { rows: changed } = await sql<{ cve_id: string }>`
    insert into advisories as held (feed, cve_id, content_hash, revision, product_keys, statement)
    select ${feed}, a.cve_id, a.content_hash, ${revision}::int, string_to_array(a.keys, chr(1)), a.statement::jsonb
    from unnest(${rows.map(({ advisory }) => advisory.cveId)}::text[], ${rows.map(({ hash }) => hash)}::bytea[],
                ${rows.map(({ productKeys }) => productKeys.join('\u0001'))}::text[],
                ${rows.map(({ statement }) => statement)}::text[]) as a (cve_id, content_hash, keys, statement)
    on conflict (feed, cve_id) do update
      set content_hash = excluded.content_hash, revision = excluded.revision,
          product_keys = excluded.product_keys, statement = excluded.statement
      where held.content_hash <> excluded.content_hash
        and coalesce(held.statement ->> 'modifiedAt', '') <= coalesce(excluded.statement ->> 'modifiedAt', '~')
    returning held.cve_id`.execute(db);
  return changed.map(({ cve_id }) => cve_id);
};

export const selectAdvisories = async (db: Kysely<Tables>, cveIds: readonly string[]): Promise<Advisory[]> => {
  const { rows } = await sql<{ statement: Advisory }>`
    select statement from advisories where cve_id = any(${[...cveIds]}::text[])`.execute(db);
  return rows.map(({ statement }) => statement);
};
