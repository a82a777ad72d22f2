import type { Installer } from '../os.ts';
import { runProgram } from '../run-program.ts';

const quiet = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };

/** By dpkg itself: what is signed is this one file, and nothing else may come along with it. */
export const runLinuxInstaller = (
  root: string,
  { kind, action, file, arguments: given, user }: Installer,
  signal: AbortSignal,
): Promise<number | undefined> => {
  // Debian packages are the machine's.
  if (kind !== 'deb' || user !== undefined) return Promise.resolve(undefined);
  const place = root === '/' ? [] : ['--root', root];
  const work = action === 'install' ? ['--install', file] : ['--remove', ...given];
  return runProgram('dpkg', [...place, '--force-confold', ...work], signal, { env: quiet });
};
