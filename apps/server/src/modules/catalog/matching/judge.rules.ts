import { statusOf, type Status } from '@patchkeep/rules/status';
import { versionTrack } from '@patchkeep/versions/schemes';
import type { CompiledChannel, Rule } from './compile.rules.ts';
import { cycleOf, type EolCycle, isOver } from './eol.rules.ts';
import { covers, type Interval, releaseKey } from './intervals.rules.ts';

/** What is known beside the records: the day, what is exploited, what is out of support, what can be offered. */
export interface Facts {
  today: string;
  /** The day a CVE was first listed as exploited. */
  exploitedOn: (cveId: string) => string | undefined;
  cycles: readonly EolCycle[];
  /** The versions the channel could be updated to. */
  releases: readonly string[];
}

export interface Verdict {
  status: Status;
  isExploited: boolean;
  /** Sorted. */
  cveIds: string[];
  /** Those of them that no known version is free of. */
  zeroDayCveIds: string[];
  /** The day support ends or ended, past or to come. */
  eolOn: string | undefined;
  isEol: boolean;
  /** The first version without any of the CVEs; as a record has it where no release is known. */
  fixedVersion: string | undefined;
  /** The newest release, where it is newer. */
  recommendedVersion: string | undefined;
  /** Whether the channel's scheme can place the version; if not, only exact knowledge is missing, not an all-clear. */
  isReadable: boolean;
}

interface Placed {
  key: string;
  track: string | undefined;
}

const firstAtOrAfter = (keys: readonly Placed[], bound: string): number => {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as Placed).key < bound) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const ruleCovers = ({ affected, unaffected }: Rule, { key, track }: Placed): Interval | undefined => {
  const found = affected.find((interval) => covers(interval, key, track));
  return found === undefined || unaffected.some((interval) => covers(interval, key, track)) ? undefined : found;
};

/**
 * The rules that hit each version. Versions are sorted once and every interval is laid over them by two binary searches,
 * so the work is the number of intervals plus the number of hits, not their product.
 */
const hitsOf = (rules: readonly Rule[], placed: readonly Placed[]): Rule[][] => {
  const hits: Rule[][] = placed.map(() => []);
  for (const rule of rules) {
    for (const interval of rule.affected) {
      const end = firstAtOrAfter(placed, interval.to);
      for (let at = firstAtOrAfter(placed, interval.from); at < end; at += 1) {
        const version = placed[at] as Placed;
        const found = hits[at] as Rule[];
        if (found.at(-1) !== rule && ruleCovers(rule, version) !== undefined) found.push(rule);
      }
    }
  }
  return hits;
};

interface Release extends Placed {
  version: string;
  hitBy: Set<string>;
}

/** The channel's releases in order, each with the CVEs that hit it. */
const placeReleases = ({ channel, rules }: CompiledChannel, releases: readonly string[]): Release[] => {
  const placed = releases
    .map((version) => ({ version, key: releaseKey(channel, version), track: versionTrack(channel.scheme, version) }))
    .filter((release): release is typeof release & { key: string } => release.key !== undefined)
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const hits = hitsOf(rules, placed);
  return placed.map((release, at) => ({ ...release, hitBy: new Set(hits[at]?.map(({ cveId }) => cveId)) }));
};

/** A bound above the version says that something follows it, even where no release is known yet. */
const endsAbove = (rules: readonly Rule[], { key, track }: Placed): Interval | undefined =>
  rules
    .flatMap(({ affected }) => affected)
    .find((interval) => interval.range.to !== undefined && interval.to > key && covers(interval, key, track));

const offer = (rules: readonly Rule[], version: Placed, releases: readonly Release[]) => {
  const newer = releases
    .slice(firstAtOrAfter(releases, `${version.key}\u0000`))
    .filter((release) => release.track === version.track);
  const byCve = Map.groupBy(rules, ({ cveId }) => cveId);
  const zeroDayCveIds: string[] = [];
  let bound: Interval | undefined;
  for (const [cveId, own] of byCve) {
    const end = endsAbove(own, version);
    if (end !== undefined && (bound === undefined || end.to > bound.to)) bound = end;
    if (end === undefined && newer.every(({ hitBy }) => hitBy.has(cveId))) zeroDayCveIds.push(cveId);
  }
  const clean = newer.find(({ hitBy }) => [...byCve.keys()].every((cveId) => !hitBy.has(cveId)));
  const stated = bound?.range.isToIncluded === false && zeroDayCveIds.length === 0 ? bound.range.to : undefined;
  return {
    zeroDayCveIds: zeroDayCveIds.toSorted(),
    fixedVersion: byCve.size === 0 ? undefined : (clean?.version ?? stated),
    recommendedVersion: newer.at(-1)?.version,
  };
};

const judge = (
  version: string,
  rules: readonly Rule[],
  placed: Placed | undefined,
  releases: readonly Release[],
  compiled: CompiledChannel,
  facts: Facts,
): Verdict => {
  const cveIds = [...new Set(rules.map(({ cveId }) => cveId))].toSorted();
  const isExploited = cveIds.some((cveId) => {
    const on = facts.exploitedOn(cveId);
    return on !== undefined && on <= facts.today;
  });
  const cycle = cycleOf(compiled.channel, version, facts.cycles);
  const isEol = cycle !== undefined && isOver(cycle, facts.today);
  const offered =
    placed === undefined
      ? { zeroDayCveIds: [], fixedVersion: undefined, recommendedVersion: undefined }
      : offer(rules, placed, releases);
  return {
    status: statusOf({ hasCves: cveIds.length > 0, hasUnfixedCves: offered.zeroDayCveIds.length > 0, isEol }),
    isExploited,
    cveIds,
    eolOn: cycle?.endsOn,
    isEol,
    isReadable: placed !== undefined,
    ...offered,
  };
};

/** The verdict on each version, in the order given. */
export const judgeVersions = (compiled: CompiledChannel, versions: readonly string[], facts: Facts): Verdict[] => {
  const { channel, rules } = compiled;
  const releases = placeReleases(compiled, facts.releases);
  const placed = versions
    .map((version, at) => ({ at, key: releaseKey(channel, version), track: versionTrack(channel.scheme, version) }))
    .filter((entry): entry is typeof entry & { key: string } => entry.key !== undefined)
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const hits = hitsOf(rules, placed);
  const byPlace = new Map(placed.map((entry, order) => [entry.at, { entry, rules: hits[order] ?? [] }]));
  return versions.map((version, at) => {
    const found = byPlace.get(at);
    return judge(version, found?.rules ?? [], found?.entry, releases, compiled, facts);
  });
};
