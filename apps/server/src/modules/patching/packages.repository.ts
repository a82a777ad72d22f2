import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import './patching.tables.ts';
import type { PackageStatement } from '@patchkeep/orders/statements';

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
      sha256: Buffer.from(statement.sha256, 'hex'),
      bytes: statement.bytes,
      expires_at: new Date(statement.expires),
      envelope,
    })
    .onConflict((conflict) => conflict.column('statement_hash').doNothing())
    .execute();
};
