import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { statementAbout } from '@patchkeep/orders/statement-about';
import { signStatement } from '@patchkeep/orders/statements';
import { readKey } from './keys.ts';

interface Vouching {
  offline: string;
  /** The names of the key files to sign with. Whatever else lies in the folder signs nothing. */
  keys: readonly string[];
  about: string;
  file: Buffer;
}

/** What somebody wrote about the package. */
const readAbout = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`The file of --about is not JSON: ${(error as Error).message}`, { cause: error });
  }
};

/** Signs what somebody knows of a package with the offline keys; its hash and size are taken from the file itself. */
export const vouchFor = ({ offline, keys, about, file }: Vouching): string => {
  const sha256 = createHash('sha256').update(file).digest('hex');
  const statement = statementAbout(readAbout(about), { sha256, bytes: file.length });
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
