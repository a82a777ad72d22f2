import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { SoftwareIdentity } from './catalog.tables.ts';

const columns = (identities: readonly SoftwareIdentity[]) => sql`
  ${identities.map(({ name }) => name)}::text[], ${identities.map(({ publisher }) => publisher)}::text[],
  ${identities.map(({ version }) => version)}::text[], ${identities.map(({ productCode }) => productCode)}::text[],
  ${identities.map(({ fileVersion }) => fileVersion)}::text[]`;

/** The expression of the unique index, by which rows are found. */
const hashOf = (table: 'v' | 'w') => {
  const [name, publisher, version, code] = ['name', 'publisher', 'version', 'product_code'].map((column) =>
    sql.ref(`${table}.${column}`),
  );
  return sql`md5(length(${name})::text || '.' || length(${publisher})::text || '.' || length(${version})::text || '.'
    || length(${code})::text || '.' || ${name} || ${publisher} || ${version} || ${code}
    || case when ${version} = '' then ${sql.ref(`${table}.file_version`)} else '' end)`;
};

/** The ids of those that have one. */
export const selectVersionIds = async (db: Kysely<Tables>, identities: readonly SoftwareIdentity[]) => {
  const { rows } = await sql<SoftwareIdentity & { versionId: number }>`
    select v.version_id as "versionId", w.name, w.publisher, w.version, w.product_code as "productCode",
      w.file_version as "fileVersion"
    from unnest(${columns(identities)}) as w (name, publisher, version, product_code, file_version)
    join software_versions v
      on ${hashOf('v')} = ${hashOf('w')}
      and v.name = w.name and v.publisher = w.publisher and v.version = w.version and v.product_code = w.product_code
      and (v.version <> '' or v.file_version = w.file_version)`.execute(db);
  return rows;
};

/** Adds what is new, in order: two processes that meet the same newcomers queue up instead of deadlocking. */
export const insertVersions = async (db: Kysely<Tables>, identities: readonly SoftwareIdentity[]): Promise<void> => {
  await sql`
    insert into software_versions (name, publisher, version, product_code, file_version)
    select * from unnest(${columns(identities)})
    on conflict do nothing`.execute(db);
};

/** In order, for the same reason. */
export const insertVariants = async (
  db: Kysely<Tables>,
  pairs: readonly (readonly [versionId: number, variant: number])[],
): Promise<void> => {
  const sorted = pairs.toSorted(([a, b], [c, d]) => a - c || b - d);
  await sql`
    insert into version_variants (version_id, variant)
    select * from unnest(${sorted.map(([versionId]) => versionId)}::int[], ${sorted.map(([, variant]) => variant)}::smallint[])
    on conflict do nothing`.execute(db);
};
