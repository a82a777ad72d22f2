import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import type { EolProduct } from './endoflife.rules.ts';

/** Replaces the cycles of products that changed, and says how many rows that were, by product. */
export const replaceEolProducts = async (
  db: Kysely<Tables>,
  products: readonly EolProduct[],
): Promise<Map<string, number>> => {
  const rows = products.map((product) => {
    const text = JSON.stringify(product);
    return { product, hash: createHash('sha256').update(text).digest() };
  });
  return db.transaction().execute(async (tx) => {
    const { rows: changed } = await sql<{ slug: string }>`
      insert into eol_products as held (slug, title, content_hash)
      select * from unnest(${rows.map(({ product }) => product.slug)}::text[],
        ${rows.map(({ product }) => product.title)}::text[], ${rows.map(({ hash }) => hash)}::bytea[])
      on conflict (slug) do update set title = excluded.title, content_hash = excluded.content_hash
        where held.content_hash <> excluded.content_hash
      returning held.slug`.execute(tx);
    const slugs = new Set(changed.map(({ slug }) => slug));
    if (slugs.size === 0) return new Map();
    await sql`delete from eol_cycles where slug = any(${[...slugs]}::text[])`.execute(tx);
    const touched = rows.filter(({ product }) => slugs.has(product.slug)).map(({ product }) => product);
    const cycles = touched.flatMap(({ slug, cycles: each }) => each.map((cycle) => ({ slug, ...cycle })));
    await sql`
      insert into eol_cycles
        (slug, cycle, released_on, ends_on, is_ended, extended_until, latest, latest_on, is_lts)
      select * from jsonb_to_recordset(${JSON.stringify(cycles)}::jsonb) as c (slug text, cycle text,
        "releasedOn" date, "endsOn" date, "isEnded" boolean, "extendedUntil" date, latest text, "latestOn" date,
        "isLts" boolean)`.execute(tx);
    return new Map(touched.map(({ slug, cycles: each }) => [slug, 1 + each.length]));
  });
};
