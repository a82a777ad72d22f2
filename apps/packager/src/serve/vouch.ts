import type { KeyObject } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawKey } from '@patchkeep/orders/envelope';
import { statementAbout } from '@patchkeep/orders/statement-about';
import { type PackageStatement, readStatement, signersOf, signStatement } from '@patchkeep/orders/statements';
import { z } from 'zod';

const aboutFile = z.record(z.string(), z.unknown());
const evidenceFile = z.object({ fetched: z.object({ sha256: z.string(), bytes: z.number() }) });
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export const statementFile = (proposal: string): string => join(proposal, 'package.statement');

/** What a proposal would have signed. Hash and size are those of the file that was looked at. */
export const statementIn = (proposal: string, expires?: number): PackageStatement => {
  const about = aboutFile.parse(readJson(join(proposal, 'about.json')));
  const { fetched } = evidenceFile.parse(readJson(join(proposal, 'evidence.json')));
  return statementAbout({ ...about, ...(expires !== undefined && { expires }) }, fetched);
};

export interface Vouched {
  hash: string;
  expires: number;
}

/** Keeps what was signed about a proposal, once enough of these keys have signed it. */
export const keepStatement = (
  proposal: string,
  envelope: string,
  signers: { keys: string[]; threshold: number },
): Vouched => {
  const { statement, hash } = readStatement('package', envelope, signersOf(signers));
  const path = statementFile(proposal);
  writeFileSync(`${path}.new`, envelope, { flush: true });
  renameSync(`${path}.new`, path);
  return { hash, expires: statement.expires };
};

/** Signs a proposal with the packager's own key alone. */
export const vouchFor = (proposal: string, key: KeyObject, expires?: number): Vouched =>
  keepStatement(proposal, signStatement('package', statementIn(proposal, expires), [key]), {
    keys: [rawKey(key)],
    threshold: 1,
  });
