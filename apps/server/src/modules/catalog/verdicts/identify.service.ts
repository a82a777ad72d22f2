import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { identifier } from '../channels/identify.rules.ts';
import type { Channel } from '../matching/channel.ts';
import { type CodedPackage, selectByProductCode } from './channel-facts.repository.ts';
import type { InstalledVersion } from './verdicts.repository.ts';

export interface Identified {
  installed: InstalledVersion;
  tag: string | undefined;
  identifiedBy: 'productCode' | 'name' | 'none';
  /** The release itself, where the code of its package tells. */
  release: string | undefined;
}

/** The same key may belong to every version of a product; only one that names a single release tells the version. */
const onlyRelease = (packages: readonly CodedPackage[]): string | undefined => {
  const versions = new Set(packages.map(({ version }) => version));
  return versions.size === 1 ? packages[0]?.version : undefined;
};

/** Says what each installed thing is: by the code its package installs under, else by its name and publisher. */
export const identifyService = (db: Kysely<Tables>, channels: readonly Channel[]) => {
  const byName = identifier(channels);
  return async (installed: readonly InstalledVersion[]): Promise<Identified[]> => {
    const codes = new Set(installed.map(({ productCode }) => productCode.toUpperCase()).filter((code) => code !== ''));
    const packages = Map.groupBy(await selectByProductCode(db, [...codes]), ({ code }) => code);
    return installed.map((each) => {
      const named = byName({ ...each, version: each.version || each.fileVersion });
      const coded = packages.get(each.productCode.toUpperCase()) ?? [];
      const tags = new Set(coded.map(({ channelTag }) => channelTag));
      // A code that several channels use says nothing by itself; the name then chooses among them, or alone.
      const [only] = tags;
      const tag = tags.size === 1 ? only : named;
      if (tag === undefined) return { installed: each, tag, identifiedBy: 'none', release: undefined };
      const own = coded.filter(({ channelTag }) => channelTag === tag);
      return {
        installed: each,
        tag,
        identifiedBy: own.length > 0 ? 'productCode' : 'name',
        release: onlyRelease(own),
      };
    });
  };
};
