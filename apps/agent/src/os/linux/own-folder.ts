import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ForeignFolder } from '../foreign-folder.ts';

// Creates the agent's state folder, or checks that only root or this user can change it.

const writableByOthers = 0o022;
const openToOthers = 0o077;
const sticky = 0o1000;

const parentsOf = (path: string): string[] => {
  const parent = dirname(path);
  return parent === path ? [] : [...parentsOf(parent), parent];
};

/** The system's administrator, and whoever this process is: a folder of one's own gives nobody more than they have. */
const isTrusted = (uid: number): boolean => uid === 0 || uid === process.geteuid?.();

/** What is true of the folder, of all above it and of all in it: no link, and an owner who is trusted. */
const judgeOwner = async (path: string) => {
  const found = await lstat(path);
  if (found.isSymbolicLink()) throw new ForeignFolder(path, 'is a symbolic link');
  if (!isTrusted(found.uid)) throw new ForeignFolder(path, `belongs to user ${found.uid}, not to root`);
  return found;
};

const judgeEntries = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    const found = await judgeOwner(path);
    if ((found.mode & writableByOthers) !== 0) throw new ForeignFolder(path, 'can be changed by other users');
    if (found.isDirectory()) await judgeEntries(path);
    else if (!found.isFile()) throw new ForeignFolder(path, 'is neither a file nor a folder');
  }
};

/**
 * Refuses a state folder that somebody else made or could change. An access list shows in the bits of the group, which
 * are then its mask, so one that lets somebody write is noticed here too.
 */
const judgeFolder = async (directory: string): Promise<void> => {
  const folder = resolve(directory);
  for (const parent of parentsOf(folder)) {
    const { mode } = await judgeOwner(parent);
    // In a sticky folder such as /tmp nobody can replace what is another's.
    if ((mode & writableByOthers) !== 0 && (mode & sticky) === 0)
      throw new ForeignFolder(parent, 'can be changed by other users');
  }
  const own = await judgeOwner(folder);
  if (!own.isDirectory()) throw new ForeignFolder(folder, 'is not a folder');
  if ((own.mode & openToOthers) !== 0)
    throw new ForeignFolder(folder, 'is open to other users (its mode must be 0700)');
  await judgeEntries(folder);
};

/** Makes the folder, private from its first moment, where it is missing; refuses one that is not ours alone. */
export const claimFolder = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await judgeFolder(directory);
};
