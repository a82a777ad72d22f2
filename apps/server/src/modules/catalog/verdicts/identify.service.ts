import type { Channel } from '@patchkeep/starter/channel';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type UnknownSoftware, unmatchedSoftware } from '../channels/identity.rules.ts';
import { type CodedPackage, selectByProductCode } from './channel-facts.repository.ts';
import { type Matched, type NameMatcher, nameMatcher } from './name-matcher.service.ts';
import { insertSetAside } from './set-aside.repository.ts';
import type { InstalledVersion } from './verdicts.repository.ts';

interface HowIdentified {
  installed: InstalledVersion;
  identifiedBy: 'productCode' | 'name' | 'none' | 'setAside';
}
export type Identified = HowIdentified &
  (
    | {
        tag: string;
        /** The release itself, where the code of its package tells. */
        release: string | undefined;
      }
    | { tag: undefined; unknown: UnknownSoftware }
  );

/** With what names are matched, and who hears of one that takes too long. */
export interface MatchTools {
  matcher?: NameMatcher;
  log?: Log | undefined;
}

/** One thread for the process: it starts with the first name and stays for the next. */
const ownMatcher = nameMatcher();

/** The same key may belong to every version of a product; only one that names a single release tells the version. */
const onlyRelease = (packages: readonly CodedPackage[]): string | undefined => {
  const versions = new Set(packages.map(({ version }) => version));
  return versions.size === 1 ? packages[0]?.version : undefined;
};

/** Says what each installed thing is: by the code its package installs under, else by its name and publisher. */
export const identifyService = (
  db: Kysely<Tables>,
  channels: readonly Channel[],
  now: Date,
  { matcher = ownMatcher, log }: MatchTools,
) => {
  const setAside = async ({ versionId, name, publisher }: InstalledVersion, reason: string): Promise<void> => {
    log?.warn({ versionId, name, publisher, reason }, 'software set aside: its name could not be matched in time');
    await insertSetAside(db, versionId, reason, now);
  };

  /** By name; what was set aside is not tried again. */
  const matchNames = async (installed: readonly InstalledVersion[]): Promise<Matched<InstalledVersion>[]> => {
    const tried = installed.filter(({ isSetAside }) => !isSetAside);
    const named = tried.map((each) => ({ ...each, version: each.version || each.fileVersion }));
    const matched = await matcher.match(channels, named, setAside);
    const matchOf = new Map(matched.map(({ installed: { versionId }, match }) => [versionId, match]));
    return installed.map((each) => ({ installed: each, match: matchOf.get(each.versionId) }));
  };

  const known = new Set(channels.map(({ tag }) => tag));
  return async (installed: readonly InstalledVersion[]): Promise<Identified[]> => {
    const codes = new Set(installed.map(({ productCode }) => productCode.toUpperCase()).filter((code) => code !== ''));
    // A channel that a feed brings at this moment is not among those to judge by; its turn comes with the feed.
    const coding = (await selectByProductCode(db, [...codes])).filter(({ channelTag }) => known.has(channelTag));
    const packages = Map.groupBy(coding, ({ code }) => code);
    return (await matchNames(installed)).map(({ installed: each, match }): Identified => {
      const coded = packages.get(each.productCode.toUpperCase()) ?? [];
      const tags = new Set(coded.map(({ channelTag }) => channelTag));
      // A code that several channels use says nothing by itself; the name then chooses among them, or alone.
      const [only] = tags;
      // A Debian package is recognised by its own name, whoever maintains it.
      const isSystemPackage = known.has(each.productCode);
      const tag = isSystemPackage ? each.productCode : tags.size === 1 ? only : match;
      if (tag === undefined)
        return { installed: each, tag, unknown: unmatchedSoftware(each), identifiedBy: 'setAside' };
      if (typeof tag !== 'string') return { installed: each, tag: undefined, unknown: tag, identifiedBy: 'none' };
      const own = coded.filter(({ channelTag }) => channelTag === tag);
      return {
        installed: each,
        tag,
        identifiedBy: isSystemPackage || own.length > 0 ? 'productCode' : 'name',
        release: onlyRelease(own),
      };
    });
  };
};
