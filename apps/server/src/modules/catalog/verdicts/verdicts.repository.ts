import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { SoftwareIdentity } from '../catalog.tables.ts';

/** A version somebody has installed, and what was said of it before. */
export interface InstalledVersion extends SoftwareIdentity {
  versionId: number;
  /** Its name could not be matched in time, and is not tried again. */
  isSetAside: boolean;
  /** Of the verdict it has, hexadecimal; null without one. */
  verdictHash: string | null;
}

/** Everything the catalogue says of a version. */
export interface VerdictRow {
  versionId: number;
  applicationId: number;
  identifiedBy: string;
  channelVersion: string | null;
  status: number;
  isExploited: boolean;
  /** Both sorted. */
  cveNos: number[];
  zeroDayNos: number[];
  eolOn: string | null;
  fixedVersion: string | null;
  recommendedVersion: string | null;
  highestCvss: number | null;
  highestEpss: number | null;
}

/** Which versions to judge: all, those without a verdict, those of some channels with the unknown, or some by id. */
export type VersionScope =
  | { kind: 'all' }
  | { kind: 'new' }
  | { kind: 'channels'; tags: readonly string[]; withUnknown: boolean }
  | { kind: 'versions'; versionIds: readonly number[] };

const scopeSql = (scope: VersionScope) => {
  if (scope.kind === 'all') return sql`true`;
  if (scope.kind === 'new') return sql`d.version_id is null`;
  if (scope.kind === 'versions') return sql`v.version_id = any(${[...scope.versionIds]}::int[])`;
  return sql`(d.application_id in (select application_id from applications where channel_tag = any(${[...scope.tags]}::text[]))
        or (${scope.withUnknown} and (d.version_id is null or d.identified_by in ('none', 'setAside'))))`;
};

/** A page of them by id: nobody knows how many there are. */
export const selectInstalledVersions = async (
  db: Kysely<Tables>,
  scope: VersionScope,
  after: number,
  limit: number,
): Promise<InstalledVersion[]> => {
  const { rows } = await sql<InstalledVersion>`
    select v.version_id as "versionId", v.name, v.publisher, v.version, v.product_code as "productCode",
      v.file_version as "fileVersion", encode(d.content_hash, 'hex') as "verdictHash",
      a.version_id is not null as "isSetAside"
    from software_versions v left join version_verdicts d on d.version_id = v.version_id
      left join set_aside_versions a on a.version_id = v.version_id
    where v.version_id > ${after} and ${scopeSql(scope)}
    order by v.version_id limit ${limit}`.execute(db);
  return rows;
};

/** The verdicts that a day has overtaken: support ended, and the status does not say so yet. */
export const selectOverdueVersions = async (db: Kysely<Tables>, today: string): Promise<number[]> => {
  const { rows } = await sql<{ version_id: number }>`
    select version_id from version_verdicts where eol_on <= ${today}::date and status = 0`.execute(db);
  return rows.map(({ version_id }) => version_id);
};

const arrayText = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

/** Writes verdicts that differ, under the catalogue's next revision; where the status moves, the former one is noted. */
export const upsertVerdicts = async (
  db: Kysely<Tables>,
  rows: readonly (VerdictRow & { hash: Buffer })[],
  revision: number,
  now: Date,
): Promise<void> => {
  const column = <K extends keyof VerdictRow>(key: K): VerdictRow[K][] => rows.map((row) => row[key]);
  await sql`
    with noted as (
      insert into verdict_changes (version_id, until, status)
      select d.version_id, ${now}::timestamptz, d.status
      from version_verdicts d
      join unnest(${column('versionId')}::int[], ${column('status')}::smallint[]) as g (version_id, status)
        on g.version_id = d.version_id and g.status <> d.status
      on conflict do nothing
    )
    insert into version_verdicts (version_id, application_id, identified_by, channel_version, status, is_exploited,
      cve_nos, zero_day_nos, eol_on, fixed_version, recommended_version, highest_cvss, highest_epss, content_hash,
      revision)
    select v.version_id, v.application_id, v.identified_by, v.channel_version, v.status, v.is_exploited,
      v.cve_nos::int[], v.zero_day_nos::int[], v.eol_on, v.fixed_version, v.recommended_version, v.highest_cvss,
      v.highest_epss, v.content_hash, ${revision}::int
    from unnest(${column('versionId')}::int[], ${column('applicationId')}::int[], ${column('identifiedBy')}::text[],
      ${column('channelVersion')}::text[], ${column('status')}::smallint[], ${column('isExploited')}::boolean[],
      ${column('cveNos').map(arrayText)}::text[], ${column('zeroDayNos').map(arrayText)}::text[],
      ${column('eolOn')}::date[], ${column('fixedVersion')}::text[], ${column('recommendedVersion')}::text[],
      ${column('highestCvss')}::real[], ${column('highestEpss')}::real[], ${rows.map(({ hash }) => hash)}::bytea[])
      as v (version_id, application_id, identified_by, channel_version, status, is_exploited, cve_nos, zero_day_nos,
        eol_on, fixed_version, recommended_version, highest_cvss, highest_epss, content_hash)
    on conflict (version_id) do update
      set application_id = excluded.application_id, identified_by = excluded.identified_by,
          channel_version = excluded.channel_version, status = excluded.status, is_exploited = excluded.is_exploited,
          cve_nos = excluded.cve_nos, zero_day_nos = excluded.zero_day_nos, eol_on = excluded.eol_on,
          fixed_version = excluded.fixed_version, recommended_version = excluded.recommended_version,
          highest_cvss = excluded.highest_cvss, highest_epss = excluded.highest_epss,
          content_hash = excluded.content_hash, revision = excluded.revision`.execute(db);
};

export const nextRevision = async (db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ revision: number }>`
    update catalog_revision set revision = revision + 1 returning revision`.execute(db);
  return rows[0]?.revision ?? 0;
};

/** Scores move daily and change no verdict: only what is shown beside it is brought up to date. */
export const refreshHighestEpss = async (db: Kysely<Tables>, revision: number): Promise<number[]> => {
  const { rows } = await sql<{ version_id: number }>`
    update version_verdicts v set highest_epss = n.highest, revision = ${revision}
    from (select d.version_id, max(s.epss) as highest
          from version_verdicts d, unnest(d.cve_nos) c join epss_scores s on s.cve_no = c
          group by d.version_id) n
    where n.version_id = v.version_id and v.highest_epss is distinct from n.highest
    returning v.version_id`.execute(db);
  return rows.map((row) => row.version_id);
};
