import type { Installer } from '../os.ts';
import { placeOf } from '../run-place.ts';
import { runProgram } from '../run-program.ts';

const quiet = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };

/** By dpkg itself: what is signed is this one file, and nothing else may come along with it. */
export const runLinuxInstaller = (
  root: string,
  installer: Installer,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const { kind, action, file, user } = installer;
  const { arguments: given, options } = placeOf(installer, file);
  // Both are the machine's.
  if (user !== undefined) return Promise.resolve(undefined);
  if (kind === 'sh') return runProgram('/bin/sh', [file, ...given], signal, { ...options, env: quiet });
  if (kind !== 'deb') return Promise.resolve(undefined);
  const place = root === '/' ? [] : ['--root', root];
  const work = action === 'install' ? ['--install', file] : ['--remove', ...given];
  return runProgram('dpkg', [...place, '--force-confold', ...work], signal, { env: quiet });
};
