import { entriesOf } from '@patchkeep/records/entries';
import type { Channel } from '@patchkeep/starter/channel';
import { compareVersions, type SchemeName, versionKey } from '@patchkeep/versions/schemes';
import { documentsOf } from '@patchkeep/winget/documents';
import { type InstallerManifest, readInstallers } from '@patchkeep/winget/installers';
import { type ManifestGroup, manifestGroups } from '@patchkeep/winget/manifest-groups';

export const maxBytes = 8 * 1024 ** 3;
const maxRejections = 1_000;

export interface Rejection {
  /** The folder of the manifest. */
  manifest: string;
  reason: string;
}

export interface NewestManifests {
  /** By the identifier as the starter spells it. */
  newest: Map<string, InstallerManifest>;
  /** How many versions of these packages were read, and how many installers they list. */
  versions: number;
  installers: number;
  rejected: Rejection[];
}

/** What the scheme cannot read is older than all that it can. */
const isNewer = (scheme: SchemeName, version: string, than: string | undefined): boolean => {
  if (than === undefined) return true;
  const order = compareVersions(scheme, version, than);
  return order === undefined ? versionKey(scheme, than) === undefined : order > 0;
};

/** What the manifest of one version says, or why nothing can be taken from it. */
export const readGroup = (
  { files, version }: ManifestGroup,
  packageId: string,
): { manifest: InstallerManifest; rejected: string[] } | { rejected: string } => {
  const read = readInstallers(documentsOf(files.filter(({ path }) => !path.includes('.locale.'))));
  if (!('manifest' in read)) return read;
  const { manifest } = read;
  if (manifest.packageId.toLowerCase() !== packageId.toLowerCase())
    return { rejected: `it says that it is ${manifest.packageId}` };
  if (manifest.version !== version) return { rejected: `it says that it is version ${manifest.version}` };
  if (manifest.installers.length === 0) return { rejected: read.rejected[0] ?? 'no installers' };
  return read;
};

/**
 * The newest manifest of each package of these channels, from folders or archives of winget manifests. One that cannot
 * be read is named and left out, and the version before it counts. One version at a time is held, besides the newest.
 */
export const readNewestManifests = async (
  paths: readonly string[],
  channels: readonly Channel[],
): Promise<NewestManifests> => {
  const wanted = new Map(
    channels.flatMap(({ wingetIds, scheme }) => wingetIds.map((id) => [id.toLowerCase(), { id, scheme }] as const)),
  );
  const found: NewestManifests = { newest: new Map(), versions: 0, installers: 0, rejected: [] };
  for (const path of paths)
    for await (const group of manifestGroups(entriesOf(path, maxBytes))) {
      const known = wanted.get(group.packageId.toLowerCase());
      if (known === undefined) continue;
      found.versions++;
      const read = readGroup(group, known.id);
      for (const reason of 'manifest' in read ? new Set(read.rejected) : [read.rejected])
        if (found.rejected.length < maxRejections) found.rejected.push({ manifest: group.folder, reason });
      if (!('manifest' in read)) continue;
      found.installers += read.manifest.installers.length;
      if (isNewer(known.scheme, group.version, found.newest.get(known.id)?.version))
        found.newest.set(known.id, read.manifest);
    }
  return found;
};
