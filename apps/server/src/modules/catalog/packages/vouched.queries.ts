import type { VouchedPackage } from '@patchkeep/rules/approvals/supply';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../catalog.tables.ts';

/** A package with what was signed about it. */
export interface Vouched extends VouchedPackage {
  channelTag: string;
  statementHash: Buffer;
}

/**
 * All that was vouched for of these channels, the newest statement first, expired ones too. A statement is kept only
 * after its file (see `importPackage`), so where it is, the file is. Statements name no architecture and no language:
 * they are those of the same file in the catalogue.
 */
export const selectVouched = async (tx: Tx, tags: readonly string[]): Promise<Vouched[]> => {
  const { rows } = await sql<Vouched>`
    select s.channel_tag as "channelTag", s.statement_hash as "statementHash", s.version, s.kind, s.scope,
      s.expires_at as "expiresAt",
      coalesce(p.architectures, '{}') as architectures, coalesce(p.languages, '{}') as languages
    from package_statements s
    left join lateral (
      select array_agg(distinct f.architecture) as architectures,
        case when bool_and(f.locale is not null) then array_agg(distinct f.locale) end as languages
      from packages f where f.sha256 = s.sha256
    ) p on true
    where s.channel_tag = any(${[...tags]}::text[])
    order by s.release desc, s.statement_hash`.execute(tx);
  return rows;
};

/** Statements are only ever added, so that their number tells whether there are new ones. */
export const countStatements = async (tx: Tx): Promise<number> => {
  const { count } = await tx
    .selectFrom('package_statements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
