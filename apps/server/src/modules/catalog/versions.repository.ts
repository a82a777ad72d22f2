import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { ReportedSoftware, SoftwareIdentity } from './catalog.tables.ts';

const columns = (identities: readonly SoftwareIdentity[]) => [
  identities.map(({ name }) => name),
  identities.map(({ publisher }) => publisher),
  identities.map(({ version }) => version),
];

/** The ids of those that have one. */
export const selectVersionIds = async (db: Kysely<Tables>, identities: readonly SoftwareIdentity[]) => {
  const [names, publishers, versions] = columns(identities);
  const { rows } = await sql<SoftwareIdentity & { version_id: number }>`
    select v.version_id, v.name, v.publisher, v.version
    from unnest(${names}::text[], ${publishers}::text[], ${versions}::text[]) as w (name, publisher, version)
    join software_versions v
      on md5(v.name || chr(1) || v.publisher || chr(1) || v.version) = md5(w.name || chr(1) || w.publisher || chr(1) || w.version)
      and v.name = w.name and v.publisher = w.publisher and v.version = w.version`.execute(db);
  return rows;
};

/** Adds what is new, in order: two processes that meet the same newcomers queue up instead of deadlocking. */
export const insertVersions = async (db: Kysely<Tables>, software: readonly ReportedSoftware[]): Promise<void> => {
  const [names, publishers, versions] = columns(software);
  await sql`
    insert into software_versions (name, publisher, version, product_code, file_version, source)
    select * from unnest(${names}::text[], ${publishers}::text[], ${versions}::text[],
      ${software.map(({ productCode = '' }) => productCode)}::text[],
      ${software.map(({ fileVersion = '' }) => fileVersion)}::text[],
      ${software.map(({ source = '' }) => source)}::text[])
    on conflict do nothing`.execute(db);
};
