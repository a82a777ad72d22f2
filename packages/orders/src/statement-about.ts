import { z } from 'zod';
import { checkArguments } from './option-rules.ts';
import { type PackageStatement, statements } from './statements.ts';

/** What is known of a package, in the form that is signed. Hash and size are those of the file, whatever `about` says. */
export const statementAbout = (
  about: Readonly<Record<string, unknown>>,
  { sha256, bytes }: { sha256: string; bytes: number },
): PackageStatement => {
  const read = statements.package.schema.safeParse({ ...about, sha256, bytes });
  if (!read.success) throw new Error(`What is known of the package does not fit.\n${z.prettifyError(read.error)}`);
  checkArguments(read.data);
  // Whoever steals the server can order everything that was vouched for: without this, on every host.
  if (!read.data.installedAs && !read.data.isInstallable)
    throw new Error(
      'It does not say how hosts list the copies that it updates (installedAs), nor that it may be installed where none is (isInstallable).',
    );
  return read.data;
};
