import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkArguments } from '@patchkeep/orders/option-rules';
import { signStatement, statements } from '@patchkeep/orders/statements';
import { readKey } from './keys.ts';

/** Signs what somebody knows of a package with the offline keys; its hash and size are taken from the file itself. */
export const vouchFor = (offline: string, about: string, file: Buffer): string => {
  const known = JSON.parse(about) as Record<string, unknown>;
  const statement = statements.package.schema.parse({
    ...known,
    sha256: createHash('sha256').update(file).digest('hex'),
    bytes: file.length,
  });
  checkArguments(statement);
  const keys = readdirSync(offline)
    .filter((name) => /^catalogue-\d+\.pem$/.test(name))
    .map((name) => readKey(join(offline, name)));
  if (keys.length === 0) throw new Error('There are no catalogue keys in this folder');
  return signStatement('package', statement, keys);
};
