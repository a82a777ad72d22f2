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

/** What unknown software was told apart by until the letters of its name counted: small letters of both. */
const formerKey = ({ name, publisher }: WantedApplication): string =>
  `name:${name.toLowerCase()}|${publisher.toLowerCase()}`;

/** Takes over rows of former keys that are spelled the same: rules and counts that name them stay true. */
const adoptFormer = async (db: Kysely<Tables>, missing: readonly WantedApplication[]): Promise<void> => {
  const unknown = missing.filter(({ channelTag }) => channelTag === null);
  if (unknown.length === 0) return;
  await sql`
    update applications a set identity_key = w.key, publisher = w.publisher
    from unnest(${unknown.map((each) => each.identityKey)}::text[], ${unknown.map(formerKey)}::text[],
      ${unknown.map(({ name }) => name)}::text[], ${unknown.map(({ publisher }) => publisher)}::text[])
      as w (key, former_key, name, publisher)
    where a.identity_key = w.former_key and a.channel_tag is null and a.name = w.name
      and starts_with(a.publisher, w.publisher)`.execute(db);
};

/** The ids of applications, adding those nobody had installed before. */
export const applicationIds = async (
  db: Kysely<Tables>,
  wanted: ReadonlyMap<string, WantedApplication>,
): Promise<Map<string, number>> => {
  const missingFrom = (known: ReadonlyMap<string, number>): WantedApplication[] =>
    [...wanted.values()]
      .filter(({ identityKey }) => !known.has(identityKey))
      .toSorted((a, b) => (a.identityKey < b.identityKey ? -1 : 1));
  let known = await select(db, [...wanted.keys()]);
  if (missingFrom(known).length === 0) return known;
  await adoptFormer(db, missingFrom(known));
  known = await select(db, [...wanted.keys()]);
  const missing = missingFrom(known);
  if (missing.length === 0) return known;
  await sql`
    insert into applications (identity_key, channel_tag, name, sort_name, publisher)
    select * from unnest(${missing.map((each) => each.identityKey)}::text[],
      ${missing.map((each) => each.channelTag)}::text[], ${missing.map((each) => each.name)}::text[],
      ${missing.map((each) => each.name.toLowerCase())}::text[], ${missing.map((each) => each.publisher)}::text[])
    on conflict do nothing`.execute(db);
  return select(db, [...wanted.keys()]);
};
