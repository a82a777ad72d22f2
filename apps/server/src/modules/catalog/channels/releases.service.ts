import { isScheme, versionKey } from '@patchkeep/versions/schemes';
import type { Tx } from '../../../platform/db/tenant.ts';
import { listReleasesBy, readCatalogMark } from './releases.queries.ts';

export interface Release {
  version: string;
  /** A day, YYYY-MM-DD. */
  releasedOn: string | null;
  /** The catalogue describes its installers. Whether there is a package for a host is another question. */
  hasManifest: boolean;
}

const remembered = { mark: '', releases: new Map<string, readonly Release[]>() };

const newestFirst = (rows: Awaited<ReturnType<typeof listReleasesBy>>): Release[] =>
  rows
    .flatMap(({ scheme, version, released_on: releasedOn, has_manifest: hasManifest }) => {
      const key = versionKey(isScheme(scheme) ? scheme : 'generic', version);
      return key === undefined ? [] : [{ key, version, releasedOn, hasManifest }];
    })
    .toSorted((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : 0))
    .map(({ version, releasedOn, hasManifest }) => ({ version, releasedOn, hasManifest }));

/**
 * The releases of channels, newest first. Sorting them means reading every version of every channel, so what
 * was found is kept until the catalogue changes; it is the same for all customers.
 */
export const releasesOf = async (tx: Tx, tags: readonly string[]): Promise<Map<string, readonly Release[]>> => {
  const mark = await readCatalogMark(tx);
  if (remembered.mark !== mark) {
    remembered.mark = mark;
    remembered.releases = new Map();
  }
  // Held on to: while this waits, another call may find a newer catalogue and begin anew.
  const { releases } = remembered;
  const wanted = [...new Set(tags)];
  const missing = wanted.filter((tag) => !releases.has(tag));
  if (missing.length > 0) {
    const found = Map.groupBy(await listReleasesBy(tx, missing), (row) => row.channel_tag);
    for (const tag of missing) releases.set(tag, newestFirst(found.get(tag) ?? []));
  }
  return new Map(wanted.map((tag) => [tag, releases.get(tag) ?? []]));
};
