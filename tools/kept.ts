import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where things that take long to make are kept between runs. Not in a folder that every user of the machine may write. */
const home =
  process.env['PATCHKEEP_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'patchkeep');

/**
 * A folder that takes long to make, made once for the same ingredients and kept: another ingredient is another folder.
 * Two that begin at the same time both make it, and the second throws its own away.
 */
export const keptFolder = (
  name: string,
  ingredients: readonly (string | Buffer)[],
  make: (folder: string) => void,
): string => {
  const hash = createHash('sha256');
  for (const each of ingredients) hash.update(`${each.length}:`).update(each);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const kept = join(home, `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(kept)) return kept;
  const making = mkdtempSync(`${kept}-`);
  try {
    make(making);
    renameSync(making, kept);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
  return kept;
};
