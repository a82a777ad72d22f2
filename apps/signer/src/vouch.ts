import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { joinSignatures } from '@patchkeep/orders/envelope';
import { Refused } from '@patchkeep/orders/refusal';
import { statementAbout } from '@patchkeep/orders/statement-about';
import { type PackageStatement, signStatement } from '@patchkeep/orders/statements';
import { readKey } from './keys.ts';

interface Signing {
  offline: string;
  /** The names of the key files to sign with. Whatever else lies in the folder signs nothing. */
  keys: readonly string[];
}

/** What somebody wrote about the package. */
const readAbout = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`The file of --about is not JSON: ${(error as Error).message}`, { cause: error });
  }
};

const sign = ({ offline, keys }: Signing, statement: PackageStatement): string => {
  if (keys.length === 0) throw new Error('Name the keys to sign with: --key catalogue-1.pem --key catalogue-2.pem');
  const stranger = keys.find((name) => !/^catalogue-\d+\.pem$/.test(name));
  if (stranger !== undefined) throw new Error(`${stranger} is not the name of a catalogue key`);
  if (new Set(keys).size < keys.length) throw new Error('A key is named twice');
  return signStatement(
    'package',
    statement,
    keys.map((name) => readKey(join(offline, name))),
  );
};

/** Signs what somebody knows of a package with the offline keys; its hash and size are taken from the file itself. */
export const vouchFor = ({ about, file, ...signing }: Signing & { about: string; file: Buffer }): string => {
  const sha256 = createHash('sha256').update(file).digest('hex');
  return sign(signing, statementAbout(readAbout(about), { sha256, bytes: file.length }));
};

/** Installers may be larger than what fits into memory. */
const measure = (path: string): { sha256: string; bytes: number } => {
  const hash = createHash('sha256');
  const part = Buffer.alloc(1_048_576);
  const file = openSync(path, 'r');
  let bytes = 0;
  for (let count = readSync(file, part); count > 0; count = readSync(file, part)) {
    hash.update(part.subarray(0, count));
    bytes += count;
  }
  closeSync(file);
  return { sha256: hash.digest('hex'), bytes };
};

/** A folder that the packager has made, with the installer still in it; undefined for any other. */
const readProposal = (folder: string): { about: string; installer: string } | undefined => {
  const about = join(folder, 'about.json');
  if (!existsSync(about)) return undefined;
  const installer = readdirSync(folder).find((name) => name.startsWith('installer.'));
  return installer === undefined ? undefined : { about, installer: join(folder, installer) };
};

const added = (path: string, before: string, envelope: string): string => {
  try {
    return joinSignatures(before, envelope);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Error(`${path} was signed for something else than what lies beside it. Find out why, then remove it.`, {
      cause: error,
    });
  }
};

/**
 * Signs every proposal of a folder, and adds to what others have signed before. Gives what was signed, so that people
 * see it. Hash and size are those of each file; what the packager wrote about them counts for nothing.
 */
export const vouchForProposals = ({ proposals, ...signing }: Signing & { proposals: string }): PackageStatement[] => {
  const signed: PackageStatement[] = [];
  for (const { name } of readdirSync(proposals, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const folder = join(proposals, name);
    const proposal = readProposal(folder);
    if (!proposal) continue;
    const statement = statementAbout(readAbout(readFileSync(proposal.about, 'utf8')), measure(proposal.installer));
    const envelope = sign(signing, statement);
    const path = join(folder, 'package.statement');
    const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    writeFileSync(`${path}.new`, before === undefined ? envelope : added(path, before, envelope));
    renameSync(`${path}.new`, path);
    signed.push(statement);
  }
  return signed;
};
