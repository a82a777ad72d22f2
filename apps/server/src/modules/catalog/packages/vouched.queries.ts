import type { BuildState } from '@patchkeep/contract/packager';
import type { Preparations, Preparing, VouchedPackage } from '@patchkeep/rules/approvals/supply';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../catalog.tables.ts';

/** A package with what was signed about it. */
export interface Vouched extends VouchedPackage {
  channelTag: string;
  statementHash: Buffer;
}

/**
 * All that was vouched for of these channels and not withdrawn, the newest statement first, expired ones too. A
 * statement is kept only after its file (see `importPackage`), so where it is, the file is. Statements name no language,
 * and older ones no architecture: they are those of the same file in the catalogue.
 */
export const selectVouched = async (tx: Tx, tags: readonly string[]): Promise<Vouched[]> => {
  const { rows } = await sql<Vouched>`
    select s.channel_tag as "channelTag", s.statement_hash as "statementHash", s.version, s.kind, s.scope,
      s.expires_at as "expiresAt",
      jsonb_build_object('architectures', s.architectures, 'family', s.family) as copies,
      coalesce(s.architectures, p.architectures, '{}') as architectures, coalesce(p.languages, '{}') as languages
    from package_statements s
    left join lateral (
      select array_agg(distinct f.architecture) as architectures,
        case when bool_and(f.locale is not null) then array_agg(distinct f.locale) end as languages
      from packages f where f.sha256 = s.sha256
    ) p on true
    where s.channel_tag = any(${[...tags]}::text[]) and s.withdrawn_at is null
    order by s.release desc, s.expires_at desc, s.statement_hash`.execute(tx);
  return rows;
};

const envelopeOf = z.object({ payload: z.base64() });
const patternOf = z.object({ maxLength: z.int(), values: z.array(z.string()).nullable() });
const installable = z.object({ isInstallable: z.literal(true), options: z.record(z.string(), patternOf) });
/** What a package may be told, by name: one of these values, or any text so long. */
export type VouchedOptions = z.output<typeof installable>['options'];
const isJson = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('no JSON');
    return z.NEVER;
  }
});
const saysInstallable = isJson
  .pipe(envelopeOf)
  .transform(({ payload }) => Buffer.from(payload, 'base64').toString())
  .pipe(isJson)
  .pipe(installable);

/**
 * Of what was vouched for of a channel, the statements by which hosts also install where no copy is, as hex, and what
 * each may be told. Read from what was signed: only a job that installs asks, and for one channel.
 */
export const selectInstallable = async (tx: Tx, channelTag: string): Promise<ReadonlyMap<string, VouchedOptions>> => {
  const rows = await tx
    .selectFrom('package_statements')
    .select(['statement_hash', 'envelope'])
    .where('channel_tag', '=', channelTag)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const said = saysInstallable.safeParse(row.envelope);
      return said.success ? [[row.statement_hash.toString('hex'), said.data.options] as const] : [];
    }),
  );
};

/** What the state of a build means to a host that waits. */
const preparingOf: Record<BuildState, Preparing> = {
  waiting: 'coming',
  fetching: 'coming',
  checking: 'coming',
  awaitsVerifier: 'awaitsVerifier',
  awaitsPerson: 'awaitsPerson',
  // Signed, and taken into the catalogue within a minute.
  ready: 'coming',
  held: 'held',
  movedOn: 'unavailable',
  vendorDown: 'unavailable',
  notOffered: 'notOffered',
};
/** It would go on by itself, if the packager were there. */
const isOnItsWay: ReadonlySet<Preparing> = new Set(['coming', 'awaitsVerifier']);

/**
 * How far the packager is with the versions of these channels, and for which copies; nothing of versions that nobody
 * asked it for, nor of packages that are in the catalogue already.
 */
export const selectPreparing = async (tx: Tx, tags: readonly string[]): Promise<Map<string, Preparations>> => {
  const rows = await tx
    .selectFrom('package_builds as b')
    .leftJoin('package_statements as s', 's.statement_hash', 'b.statement_hash')
    .select(['b.channel_tag', 'b.version', 'b.state', 'b.fits'])
    .where('b.channel_tag', '=', sql<string>`any(${[...tags]}::text[])`)
    .where('s.statement_hash', 'is', null)
    .execute();
  if (rows.length === 0) return new Map();
  const contact = await tx.selectFrom('packager_contact').select('silent_since').executeTakeFirst();
  // Nothing is promised that nobody is there to do.
  const isSilent = (contact?.silent_since ?? null) !== null;
  const told = rows.map(({ channel_tag: tag, version, state, fits }) => ({
    tag,
    version,
    prepared: { fits, state: isSilent && isOnItsWay.has(preparingOf[state]) ? 'silent' : preparingOf[state] } as const,
  }));
  return new Map(
    [...Map.groupBy(told, ({ tag }) => tag)].map(([tag, own]) => [
      tag,
      new Map(
        [...Map.groupBy(own, ({ version }) => version)].map(([version, some]) => [
          version,
          some.map(({ prepared }) => prepared),
        ]),
      ),
    ]),
  );
};

/** Statements are only ever added or withdrawn, so that these numbers tell whether something changed. */
export const countStatements = async (tx: Tx): Promise<number> => {
  const { count } = await tx
    .selectFrom('package_statements')
    .select(sql<number>`count(*) + count(withdrawn_at)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
