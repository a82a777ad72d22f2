import { checkArguments } from '@patchkeep/orders/option-rules';
import { readRoot } from '@patchkeep/orders/root';
import { type PackageStatement, readStatement, signersOf } from '@patchkeep/orders/statements';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { insertStatement } from './packages.repository.ts';

interface Parts {
  db: Kysely<Tables>;
  files: FileStore;
  root: string;
}

/**
 * Takes a package into the catalogue: what was signed about it, and the file itself, which is asked for only where it is
 * not here yet. The signatures are checked here too, though only to tell early: a host believes nobody but the keys it
 * pinned.
 */
export const takePackage = async (
  { db, files, root }: Parts,
  envelope: string,
  fetchFile: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<PackageStatement> => {
  const { statement, hash } = readStatement('package', envelope, signersOf(readRoot(root).catalogue));
  checkArguments(statement);
  if ((await files.read(statement.sha256, 0, 1)) === undefined) {
    const sha256 = await files.put(await fetchFile());
    if (sha256 !== statement.sha256) throw new Error('The file is not the one the statement is about');
  }
  await insertStatement(db, hash, statement, envelope);
  return statement;
};

/** Takes a package that the operator brings. Its file is read in any case: a wrong one is told. */
export const importPackage = async (
  parts: Parts,
  envelope: string,
  content: AsyncIterable<Uint8Array>,
): Promise<PackageStatement> => {
  const { statement } = readStatement('package', envelope, signersOf(readRoot(parts.root).catalogue));
  checkArguments(statement);
  const sha256 = await parts.files.put(content);
  if (sha256 !== statement.sha256) throw new Error('The file is not the one the statement is about');
  return takePackage(parts, envelope, () => content);
};
