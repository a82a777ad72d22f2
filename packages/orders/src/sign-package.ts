import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { checkArguments } from './option-rules.ts';
import { signStatement, statements } from './statements.ts';

/** Signs what is known of a package. Hash and size are those of the file itself, whatever `about` says. */
export const signPackage = (
  about: Readonly<Record<string, unknown>>,
  { sha256, bytes }: { sha256: string; bytes: number },
  keys: readonly KeyObject[],
): string => {
  const read = statements.package.schema.safeParse({ ...about, sha256, bytes });
  if (!read.success) throw new Error(`What is known of the package does not fit.\n${z.prettifyError(read.error)}`);
  checkArguments(read.data);
  return signStatement('package', read.data, keys);
};
