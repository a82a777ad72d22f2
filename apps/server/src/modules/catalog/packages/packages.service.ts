import { checkArguments } from '@patchkeep/orders/option-rules';
import { readRoot } from '@patchkeep/orders/root';
import { type PackageStatement, readStatement, signersOf } from '@patchkeep/orders/statements';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { insertStatement } from './packages.repository.ts';

/**
 * Takes a package into the catalogue: what was signed about it, and the file itself. The signatures are checked here
 * too, though only to tell early: a host believes nobody but the keys it pinned.
 */
export const importPackage = async (
  { db, files, root }: { db: Kysely<Tables>; files: FileStore; root: string },
  envelope: string,
  content: AsyncIterable<Uint8Array>,
): Promise<PackageStatement> => {
  const { statement, hash } = readStatement('package', envelope, signersOf(readRoot(root).catalogue));
  checkArguments(statement);
  const sha256 = await files.put(content);
  if (sha256 !== statement.sha256) throw new Error('The file is not the one the statement is about');
  await insertStatement(db, hash, statement, envelope);
  return statement;
};
