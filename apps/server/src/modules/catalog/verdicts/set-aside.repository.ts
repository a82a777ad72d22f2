import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

export const insertSetAside = async (
  db: Kysely<Tables>,
  versionId: number,
  reason: string,
  now: Date,
): Promise<void> => {
  await sql`
    insert into set_aside_versions (version_id, reason, set_aside_at) values (${versionId}, ${reason}, ${now})
    on conflict do nothing`.execute(db);
};

/** Forgets what was set aside, so that it is tried again; says which versions it was. */
export const deleteSetAside = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ version_id: number }>`delete from set_aside_versions returning version_id`.execute(db);
  return rows.map(({ version_id }) => version_id);
};

export const selectSetAside = async (db: Kysely<Tables>, limit: number) => {
  const { rows } = await sql<{ versionId: number; name: string; publisher: string; reason: string; at: Date }>`
    select a.version_id as "versionId", v.name, v.publisher, a.reason, a.set_aside_at as at
    from set_aside_versions a join software_versions v on v.version_id = a.version_id
    order by a.set_aside_at desc, a.version_id limit ${limit}`.execute(db);
  return rows;
};
