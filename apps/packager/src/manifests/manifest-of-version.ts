import { entriesOf } from '@patchkeep/records/entries';
import type { InstallerManifest } from '@patchkeep/winget/installers';
import { manifestGroups } from '@patchkeep/winget/manifest-groups';
import { maxBytes, readGroup } from './newest-manifests.ts';

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
