import type { KeyObject } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawKey } from '@patchkeep/orders/envelope';
import { statementAbout } from '@patchkeep/orders/statement-about';
import { readStatement, signersOf, signStatement } from '@patchkeep/orders/statements';
import { z } from 'zod';

const aboutFile = z.record(z.string(), z.unknown());
const evidenceFile = z.object({ fetched: z.object({ sha256: z.string(), bytes: z.number() }) });
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export const statementFile = (proposal: string): string => join(proposal, 'package.statement');

/** Signs a proposal with the packager's own key. Hash and size are those of the file that was looked at. */
export const vouchFor = (proposal: string, key: KeyObject, expires?: number): { hash: string; expires: number } => {
  const about = aboutFile.parse(readJson(join(proposal, 'about.json')));
  const { fetched } = evidenceFile.parse(readJson(join(proposal, 'evidence.json')));
  const told = statementAbout({ ...about, ...(expires !== undefined && { expires }) }, fetched);
  const envelope = signStatement('package', told, [key]);
  const { statement, hash } = readStatement('package', envelope, signersOf({ keys: [rawKey(key)], threshold: 1 }));
  const path = statementFile(proposal);
  writeFileSync(`${path}.new`, envelope, { flush: true });
  renameSync(`${path}.new`, path);
  return { hash, expires: statement.expires };
};
