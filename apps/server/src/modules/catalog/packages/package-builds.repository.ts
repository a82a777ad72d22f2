import {
  mostWanted,
  type PackageBuild,
  type PackageBuilds,
  type WantedPackages,
  type WantedVariant,
} from '@patchkeep/contract/packager';
import { variantOfCode } from '@patchkeep/rules/software/variant';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import '../catalog.tables.ts';

/** As the packager is told it; undefined for copies that are not Windows', for which it makes nothing. */
const wantedVariantOf = (code: number): WantedVariant | undefined => {
  const { scope, architecture = null, family } = variantOfCode(code);
  return family && { architecture, scope, family };
};

/**
 * The versions that copies somebody reported should have, of the applications a new install knows, and the variants of
 * these copies; what is exploited first. Reads what no tenant owns, so the list tells nothing of any tenant.
 */
export const selectWanted = async (db: Kysely<Tables>): Promise<WantedPackages['wanted']> => {
  const { rows } = await sql<{ channelTag: string; version: string; variants: number[] | null }>`
    select a.channel_tag as "channelTag", v.recommended_version as version,
      array_agg(distinct w.variant order by w.variant) filter (where w.variant is not null) as variants
    from version_verdicts v
    join applications a on a.application_id = v.application_id
    join channels c on c.channel_tag = a.channel_tag and c.is_starter
    left join version_variants w on w.version_id = v.version_id
    where v.recommended_version is not null
    group by 1, 2
    order by bool_or(v.is_exploited) desc, max(v.status) desc, 1, 2
    limit ${mostWanted}`.execute(db);
  return rows.map(({ channelTag, version, variants }) => ({
    channelTag,
    version,
    ...(variants && { variants: variants.flatMap((code) => wantedVariantOf(code) ?? []) }),
  }));
};

/** Brings the table in line with what the packager tells; rows that say the same stay as they are. */
export const replaceBuilds = async (db: Kysely<Tables>, builds: readonly PackageBuild[]): Promise<void> => {
  const rows = JSON.stringify(builds);
  await sql`
    with told as (
      select * from jsonb_to_recordset(${rows}::jsonb) as t (
        build text, "channelTag" text, version text, variant text, fits jsonb, state text, percent integer, holds jsonb,
        evidence jsonb, since timestamptz, "retryAt" timestamptz, "statementHash" text)
    ), gone as (
      delete from package_builds where build_id not in (select build from told)
    )
    insert into package_builds (build_id, channel_tag, version, variant, fits, state, percent, holds, evidence, since,
      retry_at, statement_hash)
    select build, "channelTag", version, variant, nullif(fits, 'null'::jsonb), state, percent, holds, evidence, since, "retryAt",
      decode("statementHash", 'hex')
    from told
    on conflict (build_id) do update
    set variant = excluded.variant, fits = excluded.fits, state = excluded.state, percent = excluded.percent, holds = excluded.holds,
      evidence = excluded.evidence, since = excluded.since, retry_at = excluded.retry_at,
      statement_hash = excluded.statement_hash
    where (package_builds.fits, package_builds.state, package_builds.percent, package_builds.holds, package_builds.evidence,
        package_builds.since, package_builds.retry_at, package_builds.statement_hash)
      is distinct from (excluded.fits, excluded.state, excluded.percent, excluded.holds, excluded.evidence, excluded.since,
        excluded.retry_at, excluded.statement_hash)`.execute(db);
};

/** Ready packages whose statement is not in the catalogue yet. */
export const selectUntaken = (db: Kysely<Tables>): Promise<{ build_id: string }[]> =>
  db
    .selectFrom('package_builds as b')
    .select('b.build_id')
    .where('b.state', '=', 'ready')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('package_statements as s')
            .select('s.version')
            .whereRef('s.statement_hash', '=', 'b.statement_hash'),
        ),
      ),
    )
    .orderBy('b.build_id')
    .execute();

export const selectLifts = async (db: Kysely<Tables>): Promise<WantedPackages['lifted']> => {
  const rows = await db
    .selectFrom('package_lifts as l')
    .innerJoin('package_builds as b', 'b.build_id', 'l.build_id')
    .select(['l.build_id as build', 'l.hold', 'l.reason'])
    .orderBy('l.build_id')
    .execute();
  return rows;
};

/** Whoever lifts a judgement again says a new reason. */
export const upsertLift = async (
  db: Kysely<Tables>,
  lift: { build: string; hold: string; reason: string; now: Date },
): Promise<void> => {
  await db
    .insertInto('package_lifts')
    .values({ build_id: lift.build, hold: lift.hold, reason: lift.reason, lifted_at: lift.now })
    .onConflict((conflict) =>
      conflict.columns(['build_id', 'hold']).doUpdateSet({ reason: lift.reason, lifted_at: lift.now }),
    )
    .execute();
};

export const findBuild = (db: Kysely<Tables>, build: string) =>
  db.selectFrom('package_builds').selectAll().where('build_id', '=', build).executeTakeFirst();

export const listBuilds = (db: Kysely<Tables>) =>
  db.selectFrom('package_builds').selectAll().orderBy('channel_tag').orderBy('version').orderBy('build_id').execute();

/** When the packager answered last; undefined when it was never asked. */
export const findContact = (db: Kysely<Tables>) =>
  db.selectFrom('packager_contact').select(['answered_at', 'silent_since', 'providers', 'mode']).executeTakeFirst();

/** Remembers that the packager answered and what it said of itself; without that, since when it does not answer. */
export const upsertContact = async (
  db: Kysely<Tables>,
  now: Date,
  told?: Pick<PackageBuilds, 'providers' | 'mode'>,
): Promise<void> => {
  const hasAnswered = told !== undefined;
  await sql`
    insert into packager_contact (answered_at, silent_since, providers, mode)
    values (${hasAnswered ? now : null}, ${hasAnswered ? null : now}, ${JSON.stringify(told?.providers ?? [])}::jsonb,
      ${told?.mode ?? null})
    on conflict (only_row) do update
    set answered_at = coalesce(excluded.answered_at, packager_contact.answered_at),
      silent_since = case when ${hasAnswered}::boolean then null
        else coalesce(packager_contact.silent_since, excluded.silent_since) end,
      providers = case when ${hasAnswered}::boolean then excluded.providers
        else packager_contact.providers end,
      mode = coalesce(excluded.mode, packager_contact.mode)`.execute(db);
};
