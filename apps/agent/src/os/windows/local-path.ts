import { lstat, readdir } from 'node:fs/promises';
import { win32 } from 'node:path';

/** The files of this machine, looked at without following links. */
export interface Disk {
  kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'missing'>;
  list(folder: string): Promise<string[]>;
}

export const disk: Disk = {
  kindOf: (path) =>
    lstat(path).then(
      (found) => (found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'folder' : 'file'),
      () => 'missing',
    ),
  list: (folder) => readdir(folder).catch(() => []),
};

/**
 * Whether a path names something on one of these drives, such as `CD`. A network path in any of its spellings
 * (`\\\\server`, `//server`, `\\\\?\\UNC\\server`), a device and a path that depends on where the process stands do not:
 * looking at `\\\\server` would make the system sign in there and give its credentials away.
 */
export const isOnLocalDrive = (path: string, drives: string): boolean => {
  const letter = /^([A-Za-z]):[\\/](?![\\/])/.exec(path)?.[1]?.toUpperCase();
  return letter !== undefined && drives.toUpperCase().includes(letter) && !/[\p{Cc}%]/u.test(path);
};

/** The folders above a path, the drive left out. */
const above = (path: string): string[] => {
  const parent = win32.dirname(path);
  return parent === path || win32.dirname(parent) === parent ? [] : [...above(parent), parent];
};

/** What lies at a path, or undefined where it must not be looked at: not on a local drive, or behind a link. */
export const lookAt = async (
  path: string,
  drives: string,
  on: Disk,
): Promise<'file' | 'folder' | 'missing' | undefined> => {
  if (!isOnLocalDrive(path, drives)) return undefined;
  const plain = win32.normalize(path);
  // A link may lead to another machine, and everybody may make one in a folder of their own.
  for (const each of [...above(plain), plain]) {
    const kind = await on.kindOf(each);
    if (kind === 'link') return undefined;
    if (kind === 'missing' || each === plain) return kind;
  }
  return 'folder';
};
