import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

export interface WantedApplication {
  identityKey: string;
  channelTag: string | null;
  name: string;
  publisher: string;
}

const select = async (db: Kysely<Tables>, keys: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ identity_key: string; application_id: number }>`
    select identity_key, application_id from applications where identity_key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.identity_key, row.application_id]));
};

/** The ids of applications, adding those nobody had installed before. */
export const applicationIds = async (
  db: Kysely<Tables>,
  wanted: ReadonlyMap<string, WantedApplication>,
): Promise<Map<string, number>> => {
  const known = await select(db, [...wanted.keys()]);
  const missing = [...wanted.values()]
    .filter(({ identityKey }) => !known.has(identityKey))
    .toSorted((a, b) => (a.identityKey < b.identityKey ? -1 : 1));
  if (missing.length === 0) return known;
  await sql`
    insert into applications (identity_key, channel_tag, name, sort_name, publisher)
    select * from unnest(${missing.map((each) => each.identityKey)}::text[],
      ${missing.map((each) => each.channelTag)}::text[], ${missing.map((each) => each.name)}::text[],
      ${missing.map((each) => each.name.toLowerCase())}::text[], ${missing.map((each) => each.publisher)}::text[])
    on conflict do nothing`.execute(db);
  return select(db, [...wanted.keys()]);
};
