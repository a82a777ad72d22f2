import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

export interface ChannelRow {
  tag: string;
  name: string;
  vendor: string;
  scheme: string;
  wingetIds: readonly string[];
  cpes: readonly string[];
  endoflifeSlug: string | null;
  homepage: string;
  description: string;
  isDriver: boolean;
  isSuiteMember: boolean;
  isHidden: boolean;
  isStarter: boolean;
  /** What the matcher knows of the channel, in its own shape. */
  rules: unknown;
}

/** Writes the channels that are new or other than before, and names them. */
export const upsertChannels = async (db: Kysely<Tables>, channels: readonly ChannelRow[]): Promise<string[]> => {
  if (channels.length === 0) return [];
  const rows = channels.map((channel) => {
    const text = JSON.stringify(channel);
    return { text, hash: createHash('sha256').update(text).digest() };
  });
  const { rows: changed } = await sql<{ channel_tag: string }>`
    insert into channels as held (channel_tag, name, vendor, scheme, winget_ids, cpes, endoflife_slug, homepage,
      description, is_driver, is_suite_member, is_hidden, is_starter, rules, content_hash)
    select c.tag, c.name, c.vendor, c.scheme, c."wingetIds", c.cpes, c."endoflifeSlug", c.homepage, c.description,
      c."isDriver", c."isSuiteMember", c."isHidden", c."isStarter", c.rules, r.hash
    from unnest(${rows.map(({ text }) => text)}::text[], ${rows.map(({ hash }) => hash)}::bytea[]) as r (text, hash),
      jsonb_to_record(r.text::jsonb) as c (tag text, name text, vendor text, scheme text, "wingetIds" text[],
        cpes text[], "endoflifeSlug" text, homepage text, description text, "isDriver" boolean,
        "isSuiteMember" boolean, "isHidden" boolean, "isStarter" boolean, rules jsonb)
    order by c.tag
    on conflict (channel_tag) do update
      set name = excluded.name, vendor = excluded.vendor, scheme = excluded.scheme,
          winget_ids = excluded.winget_ids, cpes = excluded.cpes, endoflife_slug = excluded.endoflife_slug,
          homepage = excluded.homepage, description = excluded.description, is_driver = excluded.is_driver,
          is_suite_member = excluded.is_suite_member, is_hidden = excluded.is_hidden,
          is_starter = excluded.is_starter, rules = excluded.rules, content_hash = excluded.content_hash
      where held.content_hash <> excluded.content_hash
    returning held.channel_tag`.execute(db);
  return changed.map(({ channel_tag }) => channel_tag);
};

/** Which channel each winget package belongs to; the starter catalogue's word goes before a feed's. */
export const selectWingetChannels = async (db: Kysely<Tables>): Promise<Map<string, string>> => {
  const { rows } = await sql<{ package_id: string; channel_tag: string }>`
    select lower(w) as package_id, c.channel_tag from channels c, unnest(c.winget_ids) w
    order by c.is_starter, c.channel_tag desc`.execute(db);
  return new Map(rows.map((row) => [row.package_id, row.channel_tag]));
};

/** Packages that a channel of the starter catalogue claims move to it, with their versions. */
export const moveManifests = async (db: Kysely<Tables>): Promise<string[]> => {
  const { rows } = await sql<{ channel_tag: string }>`
    update manifests m set channel_tag = c.channel_tag
    from channels c, unnest(c.winget_ids) w
    where c.is_starter and lower(w) = lower(m.package_id) and m.channel_tag <> c.channel_tag
    returning m.channel_tag`.execute(db);
  return [...new Set(rows.map(({ channel_tag }) => channel_tag))];
};
