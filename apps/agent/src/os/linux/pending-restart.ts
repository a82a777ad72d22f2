import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** More packages than this are not named one by one. */
const mostNamed = 20;

/** Debian and Ubuntu note in two files that a restart is needed, and which packages want it. */
export const readPendingRestart = async (root: string): Promise<string[]> => {
  const note = join(root, 'run/reboot-required');
  const text = await readFile(note, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const packages = (await readFile(`${note}.pkgs`, 'utf8').catch(() => '')).split('\n').filter((name) => name !== '');
  return packages.length === 0 ? ['an update of the system'] : [...new Set(packages)].slice(0, mostNamed);
};
