import { debTag } from '@patchkeep/orders/system-package';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { ReportedSoftware, SoftwareIdentity } from './catalog.tables.ts';
import { requestMatch } from './verdicts/match-request.service.ts';
import { insertVariants, insertVersions, selectVersionIds } from './versions.repository.ts';

const maxCached = 500_000;
const identityOf = ({
  name,
  publisher,
  version,
  productCode,
  fileVersion,
  source,
}: ReportedSoftware): SoftwareIdentity => ({
  name,
  publisher,
  version,
  // Packages of one name in different formats are different software.
  productCode: source === 'dpkg' ? debTag(name) : (productCode ?? ''),
  fileVersion: version === '' ? (fileVersion ?? '') : '',
});
/** Quoted: a separator could be part of a name, and two different reports would then be one. */
const keyOf = ({ name, publisher, version, productCode, fileVersion }: SoftwareIdentity): string =>
  JSON.stringify([name, publisher, version, productCode, fileVersion]);

/**
 * Turns what agents report into catalogue ids: from memory, else from the table, else by adding the row. A version is
 * looked up a thousand times for each time it is new, and a needless insert takes the locks of a real one.
 */
export const versionRegister = (db: Kysely<Tables>, clock: () => Date) => {
  const cache = new Map<string, number>();
  const remember = (rows: readonly (SoftwareIdentity & { versionId: number })[]): void => {
    if (cache.size > maxCached) cache.clear();
    for (const row of rows) cache.set(keyOf(row), row.versionId);
  };
  /** Pairs of a version and a variant that are in the table. */
  const noted = new Set<string>();
  const missing = (wanted: ReadonlyMap<string, SoftwareIdentity>): SoftwareIdentity[] =>
    [...wanted].filter(([key]) => !cache.has(key)).map(([, identity]) => identity);

  return {
    /** The id of each, in the order given. */
    async resolve(software: readonly ReportedSoftware[]): Promise<number[]> {
      const identities = software.map(identityOf);
      const keys = identities.map(keyOf);
      const wanted = new Map(identities.map((identity, i) => [keys[i] ?? '', identity]));
      let unknown = missing(wanted);
      if (unknown.length > 0) {
        remember(await selectVersionIds(db, unknown));
        unknown = missing(wanted);
      }
      if (unknown.length > 0) {
        const sorted = unknown.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
        await insertVersions(db, sorted);
        await requestMatch(db, clock());
        remember(await selectVersionIds(db, sorted));
      }
      return keys.map((key) => {
        const id = cache.get(key);
        if (id === undefined) throw new Error('A version was neither found nor added');
        return id;
      });
    },
    /** Remembers for everybody that somebody has such copies: the packager prepares packages for them. */
    async noteVariants(pairs: readonly (readonly [versionId: number, variant: number])[]): Promise<void> {
      const fresh = pairs.filter(([versionId, variant]) => !noted.has(`${versionId} ${variant}`));
      if (fresh.length === 0) return;
      await insertVariants(db, fresh);
      if (noted.size > maxCached) noted.clear();
      for (const [versionId, variant] of fresh) noted.add(`${versionId} ${variant}`);
    },
  };
};
export type VersionRegister = ReturnType<typeof versionRegister>;
