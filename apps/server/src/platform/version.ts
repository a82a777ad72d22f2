import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

/** The version of the product: of the server, and of the agent, signer and console that are built with it. */
export const release: string = manifest.version;

/** The release, plus a mark of the console that goes with it: a new console build is a new version to every tab. */
export const productVersion = (consoleDir: string): string => {
  const index = join(consoleDir, 'index.html');
  if (!existsSync(index)) return release;
  return `${release}+${createHash('sha256').update(readFileSync(index)).digest('hex').slice(0, 8)}`;
};
