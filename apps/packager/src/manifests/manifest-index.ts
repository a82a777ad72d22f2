import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { entriesOf } from '@patchkeep/records/entries';
import type { Channel } from '@patchkeep/starter/channel';
import type { InstallerManifest } from '@patchkeep/winget/installers';
import { manifestGroups } from '@patchkeep/winget/manifest-groups';
import { maxBytes, readGroup } from './newest-manifests.ts';

/** The manifests of all versions of the known applications: by the identifier in lower case, then by version. */
export type ManifestIndex = ReadonlyMap<string, ReadonlyMap<string, InstallerManifest>>;

const readAll = async (paths: readonly string[], channels: readonly Channel[]): Promise<ManifestIndex> => {
  const known = new Set(channels.flatMap(({ wingetIds }) => wingetIds.map((id) => id.toLowerCase())));
  const index = new Map<string, Map<string, InstallerManifest>>();
  for (const path of paths)
    for await (const group of manifestGroups(entriesOf(path, maxBytes))) {
      const id = group.packageId.toLowerCase();
      if (!known.has(id)) continue;
      const read = readGroup(group, group.packageId);
      if (!('manifest' in read)) continue;
      const versions = index.get(id) ?? new Map<string, InstallerManifest>();
      versions.set(group.version, read.manifest);
      index.set(id, versions);
    }
  return index;
};

/** Changes when an archive of manifests is replaced, or something in the folder that is named. */
const stampOf = async (paths: readonly string[]): Promise<string> => {
  const stats = await Promise.all(paths.map((path) => stat(path)));
  return stats.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join(',');
};

/** Reads the manifests once, and again when their files are others than before; undefined while there are none yet. */
export const openManifests = (paths: readonly string[], channels: readonly Channel[]) => {
  let known: { stamp: string; index: ManifestIndex } | undefined;
  return async (): Promise<ManifestIndex | undefined> => {
    if (!paths.every((path) => existsSync(path))) return undefined;
    const stamp = await stampOf(paths);
    if (known?.stamp !== stamp) known = { stamp, index: await readAll(paths, channels) };
    return known.index;
  };
};

/** The manifest of one version of a package, from folders or archives of winget manifests. Throws when there is none. */
export const manifestOfVersion = async (
  paths: readonly string[],
  packageId: string,
  version: string,
): Promise<InstallerManifest> => {
  for (const path of paths)
    for await (const group of manifestGroups(entriesOf(path, maxBytes))) {
      if (group.packageId.toLowerCase() !== packageId.toLowerCase() || group.version !== version) continue;
      const read = readGroup(group, packageId);
      if ('manifest' in read) return read.manifest;
      throw new Error(`The manifest of ${packageId} ${version} cannot be used: ${read.rejected}`);
    }
  throw new Error(`There is no manifest of ${packageId} ${version} in ${paths.join(', ')}`);
};
