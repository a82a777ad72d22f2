import type { PackageStatement } from '@patchkeep/orders/statements';
import { type Kysely, sql } from 'kysely';
import '../catalog.tables.ts';
import type { Tables } from '../../../platform/db/tables.ts';

/** Keeps a statement as it was signed. The same one twice is one. */
export const insertStatement = async (
  db: Kysely<Tables>,
  hash: string,
  statement: PackageStatement,
  envelope: string,
): Promise<void> => {
  await db
    .insertInto('package_statements')
    .values({
      statement_hash: Buffer.from(hash, 'hex'),
      channel_tag: statement.channelTag,
      version: statement.version,
      release: statement.release,
      kind: statement.kind,
      scope: statement.scope,
      architectures: statement.architectures ?? null,
      family: statement.family ?? null,
      sha256: Buffer.from(statement.sha256, 'hex'),
      bytes: statement.bytes,
      expires_at: new Date(statement.expires),
      envelope,
    })
    .onConflict((conflict) => conflict.column('statement_hash').doNothing())
    .execute();
};

/** What was vouched for of these versions counts no more. True when that is news. */
export const withdrawStatements = async (
  db: Kysely<Tables>,
  versions: readonly { channelTag: string; version: string }[],
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update package_statements s set withdrawn_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as w ("channelTag" text, version text)
    where s.channel_tag = w."channelTag" and s.version = w.version and s.withdrawn_at is null`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Which of these files are installers that somebody vouched for. */
export const listPackageFiles = async (db: Kysely<Tables>, sha256s: readonly Buffer[]): Promise<Buffer[]> => {
  const rows = await db
    .selectFrom('package_statements')
    .select('sha256')
    .distinct()
    .where('sha256', '=', sql<Buffer>`any(${[...sha256s]}::bytea[])`)
    .execute();
  return rows.map((row) => row.sha256);
};
