import type { Installer } from '@patchkeep/winget/installers';

/**
 * The one file of an archive that is to be run, by the name that the archive has for it; undefined where the manifest
 * names several or none, or a path that leaves the archive.
 */
export const nestedFileOf = ({ nestedFiles }: Pick<Installer, 'nestedFiles'>): string | undefined => {
  const [only, another] = nestedFiles;
  if (only === undefined || another !== undefined) return undefined;
  const parts = only.replaceAll('\\', '/').split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[:\p{Cc}]/u.test(part));
  return isPlain ? parts.join('/') : undefined;
};
