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

/** The signatures are checked here too, though only to tell early: a host believes nobody but the keys it pinned. */
const take = async (
  { db, root }: Parts,
  envelope: string,
  keepFile: (statement: PackageStatement) => Promise<void>,
): Promise<PackageStatement> => {
  const { statement, hash } = readStatement('package', envelope, signersOf(readRoot(root).catalogue));
  checkArguments(statement);
  await keepFile(statement);
  await insertStatement(db, hash, statement, envelope);
  return statement;
};

const keepIn = async (files: FileStore, content: AsyncIterable<Uint8Array>, sha256: string): Promise<void> => {
  if ((await files.put(content)) !== sha256) throw new Error('The file is not the one the statement is about');
};

/** Takes a package from the packager into the catalogue; its file is asked for only where it is not here yet. */
export const takePackage = (
  parts: Parts,
  envelope: string,
  fetchFile: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<PackageStatement> =>
  take(parts, envelope, async ({ sha256 }) => {
    const isHere = (await parts.files.read(sha256, 0, 1)) !== undefined;
    if (!isHere) await keepIn(parts.files, await fetchFile(), sha256);
  });

/** Takes a package that the operator brings. Its file is read in any case: a wrong one is told. */
export const importPackage = (
  parts: Parts,
  envelope: string,
  content: AsyncIterable<Uint8Array>,
): Promise<PackageStatement> => take(parts, envelope, ({ sha256 }) => keepIn(parts.files, content, sha256));
