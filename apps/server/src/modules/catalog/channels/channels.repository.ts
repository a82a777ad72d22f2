import { createHash } from 'node:crypto';
import type { Channel } from '@patchkeep/starter/channel';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

export interface ChannelRow {
  tag: string;
  /** Ships with the product; otherwise a feed brought it. */
  isStarter: boolean;
  homepage: string;
  description: string;
  /** What the matcher knows of it, stored as it is. */
  channel: Channel;
}

/** Writes the channels that are new or other than before, and names them. What a feed says moves no starter channel. */
export const upsertChannels = async (db: Kysely<Tables>, rows: readonly ChannelRow[]): Promise<string[]> => {
  if (rows.length === 0) return [];
  const texts = rows.map((row) => JSON.stringify(row));
  const hashes = texts.map((text) => createHash('sha256').update(text).digest());
  const { rows: changed } = await sql<{ channel_tag: string }>`
    insert into channels as held (channel_tag, name, vendor, scheme, winget_ids, cpes, endoflife_slug, homepage,
      description, is_driver, is_suite_member, is_hidden, is_starter, rules, content_hash)
    select c.tag, c.channel ->> 'name', c.channel ->> 'vendor', c.channel ->> 'scheme',
      array(select jsonb_array_elements_text(c.channel -> 'wingetIds')),
      array(select jsonb_array_elements_text(c.channel -> 'cpes')), c.channel ->> 'endoflife', c.homepage,
      c.description, coalesce((c.channel ->> 'isDriver')::boolean, false),
      coalesce((c.channel ->> 'isSuiteMember')::boolean, false), coalesce((c.channel ->> 'isHidden')::boolean, false),
      c."isStarter", c.channel, r.hash
    from unnest(${texts}::text[], ${hashes}::bytea[]) as r (text, hash),
      jsonb_to_record(r.text::jsonb)
        as c (tag text, "isStarter" boolean, homepage text, description text, channel jsonb)
    order by c.tag
    on conflict (channel_tag) do update
      set name = excluded.name, vendor = excluded.vendor, scheme = excluded.scheme,
          winget_ids = excluded.winget_ids, cpes = excluded.cpes, endoflife_slug = excluded.endoflife_slug,
          homepage = excluded.homepage, description = excluded.description, is_driver = excluded.is_driver,
          is_suite_member = excluded.is_suite_member, is_hidden = excluded.is_hidden,
          is_starter = excluded.is_starter, rules = excluded.rules, content_hash = excluded.content_hash
      where held.content_hash <> excluded.content_hash and (excluded.is_starter or not held.is_starter)
    returning held.channel_tag`.execute(db);
  return changed.map(({ channel_tag }) => channel_tag);
};

/** Sets the operator's mark, which no feed moves; gives the name of the channel. */
export const setWorkInProgress = async (
  db: Kysely<Tables>,
  tag: string,
  isMarked: boolean,
): Promise<string | undefined> =>
  (
    await db
      .updateTable('channels')
      .set({ is_work_in_progress: isMarked })
      .where('channel_tag', '=', tag)
      .returning('name')
      .executeTakeFirst()
  )?.name;

/** Every channel as the matcher reads it, those that ship with the product first. */
export const selectChannels = async (db: Kysely<Tables>): Promise<Channel[]> => {
  const { rows } = await sql<{ rules: Channel }>`
    select rules from channels order by is_starter desc, channel_tag`.execute(db);
  return rows.map(({ rules }) => rules);
};

export const findChannel = async (db: Kysely<Tables>, tag: string): Promise<Channel | undefined> => {
  const row = await db.selectFrom('channels').select('rules').where('channel_tag', '=', tag).executeTakeFirst();
  return row?.rules;
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

/** Versions of channels as their manifests tell them, all packages of a channel taken together. */
export const refreshChannelVersions = async (tx: Kysely<Tables>, channelTags: readonly string[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into channel_versions as held (channel_tag, version, display_versions, released_on)
    select m.channel_tag, m.version,
      array(select distinct d from manifests o, unnest(o.display_versions) d
            where o.channel_tag = m.channel_tag and o.version = m.version order by d),
      min(m.released_on)
    from manifests m where m.channel_tag = any(${[...channelTags]}::text[])
    group by m.channel_tag, m.version
    on conflict (channel_tag, version) do update
      set display_versions = excluded.display_versions, released_on = excluded.released_on
      where (held.*) is distinct from (excluded.*)`.execute(tx);
  return Number(numAffectedRows ?? 0);
};
