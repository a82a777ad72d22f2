import { statusOf, type Status } from '@patchkeep/rules/status';
import type { Channel } from '@patchkeep/starter/channel';
import { versionTrack } from '@patchkeep/versions/schemes';
import type { CompiledChannel } from './compile.rules.ts';
import { cycleOf, type EolCycle, isOver } from './eol.rules.ts';
import { releaseKey } from './intervals.rules.ts';
import { firstAtOrAfter, Hits, isWithin, layOver, type Placed, type Span, spansOfRules } from './spans.rules.ts';

/** Whether the channel's scheme can place a version among others; if not, nothing can be known against it. */
export const canPlace = (channel: Pick<Channel, 'precision' | 'scheme'>, version: string): boolean =>
  releaseKey(channel, version) !== undefined;

/** What is known beside the records: the day, what is exploited, what is out of support, what can be offered. */
export interface Facts<Id = string> {
  today: string;
  /** The day a CVE was first listed as exploited. */
  exploitedOn: (cveId: Id) => string | undefined;
  cycles: readonly EolCycle[];
  /** The versions the channel could be updated to. */
  releases: readonly string[];
}

export interface Verdict<Id = string> {
  status: Status;
  isExploited: boolean;
  /** Sorted. */
  cveIds: Id[];
  /** Those of them that no known version is free of. */
  zeroDayCveIds: Id[];
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

/** Versions that the scheme can place, in order; `at` is where they stood. */
const place = (channel: Channel, versions: readonly string[]) =>
  versions
    .map((version, at) => ({
      at,
      version,
      key: releaseKey(channel, version),
      track: versionTrack(channel.scheme, version),
    }))
    .filter((entry): entry is typeof entry & { key: string } => entry.key !== undefined)
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));

interface KnownRelease extends Placed {
  version: string;
}
interface Release extends KnownRelease {
  hits: Hits;
}

/** The releases of the version's own line that come after it. */
const newerThan = <R extends KnownRelease>(version: Placed, releases: readonly R[]): R[] =>
  releases.slice(firstAtOrAfter(releases, `${version.key}\u0000`)).filter(({ track }) => track === version.track);

const firstClean = <R extends KnownRelease>(hits: Hits, newer: readonly R[], isHit: (release: R) => boolean) => {
  for (let at = firstAtOrAfter(newer, hits.to); at < newer.length; at += 1)
    if (!isHit(newer[at] as R)) return newer[at]?.version;
  return undefined;
};

const statedEnd = ({ end }: Hits): string | undefined => (end === '' ? undefined : end);

const nothing = { zeroDays: [] as number[], fixedVersion: undefined, recommendedVersion: undefined };

/**
 * What can be offered instead of a version: a CVE has no fix when none of its spans ends and every newer release is hit
 * by it, too. The first release after the last span's end is the first that can be clean.
 */
const offer = (hits: Hits, version: Placed, releases: readonly Release[]) => {
  const newer = newerThan(version, releases);
  const recommendedVersion = newer.at(-1)?.version;
  if (hits.cves.length === 0) return { ...nothing, recommendedVersion };
  const zeroDays = hits.endless.filter((cve) => newer.every((release) => release.hits.has(cve)));
  const clean = firstClean(hits, newer, (release) => hits.meets(release.hits));
  const stated = zeroDays.length === 0 ? statedEnd(hits) : undefined;
  return { zeroDays, fixedVersion: clean ?? stated, recommendedVersion };
};

/** What hits a channel's versions: CVEs by whatever names them, in order, and their spans in the same order. */
export interface SpannedChannel<Id> {
  channel: Channel;
  cveIds: readonly Id[];
  spans: readonly Span[];
}

/** The verdict on each version, in the order given. */
export const judgeSpans = <Id>(
  { channel, cveIds, spans }: SpannedChannel<Id>,
  versions: readonly string[],
  facts: Facts<Id>,
): Verdict<Id>[] => {
  const known = place(channel, facts.releases);
  const knownHits = layOver(spans, known);
  const releases: Release[] = known.map((release, order) => ({ ...release, hits: knownHits[order] as Hits }));
  const isExploited = cveIds.map((cveId) => (facts.exploitedOn(cveId) ?? '9') <= facts.today);
  const name = (cve: number): Id => cveIds[cve] as Id;

  const judge = (version: string, placed: Placed | undefined, hits: Hits): Verdict<Id> => {
    const { zeroDays, ...offered } = placed === undefined ? nothing : offer(hits, placed, releases);
    const cycle = cycleOf(channel, version, facts.cycles);
    const isEol = cycle !== undefined && isOver(cycle, facts.today);
    return {
      status: statusOf({ hasCves: hits.cves.length > 0, hasUnfixedCves: zeroDays.length > 0, isEol }),
      isExploited: hits.cves.some((cve) => isExploited[cve]),
      cveIds: hits.cves.map(name),
      zeroDayCveIds: zeroDays.map(name),
      eolOn: cycle?.endsOn,
      isEol,
      isReadable: placed !== undefined,
      ...offered,
    };
  };

  const placed = place(channel, versions);
  const hits = layOver(spans, placed);
  const byPlace = new Map(placed.map((entry, order) => [entry.at, { entry, hits: hits[order] as Hits }]));
  const unplaced = new Hits();
  return versions.map((version, at) => {
    const found = byPlace.get(at);
    return judge(version, found?.entry, found?.hits ?? unplaced);
  });
};

/**
 * For each version, in the order given, and each of these CVEs that hits it: the first version without that one. It is
 * the verdict's own way of finding it, asked with one CVE alone; those with no fix are left out.
 */
export const fixesByCve = <Id>(
  { channel, cveIds, spans }: SpannedChannel<Id>,
  versions: readonly string[],
  wanted: ReadonlySet<Id>,
  releases: readonly string[],
): Map<Id, string>[] => {
  const fixes = versions.map(() => new Map<Id, string>());
  const known = place(channel, releases);
  const placed = place(channel, versions).map((version) => ({ ...version, newer: newerThan(version, known) }));
  const own = Map.groupBy(
    spans.filter(({ cve }) => wanted.has(cveIds[cve] as Id)),
    ({ cve }) => cve,
  );
  for (const [cve, those] of own)
    layOver(those, placed).forEach((hits, order) => {
      if (hits.cves.length === 0) return;
      const { at, newer } = placed[order] as (typeof placed)[number];
      const fixed =
        firstClean(hits, newer, (release) => those.some((span) => isWithin(span, release))) ?? statedEnd(hits);
      if (fixed !== undefined) fixes[at]?.set(cveIds[cve] as Id, fixed);
    });
  return fixes;
};

/** The same from rules that are not laid out as spans yet. */
export const judgeVersions = (
  { channel, rules }: CompiledChannel,
  versions: readonly string[],
  facts: Facts,
): Verdict[] => judgeSpans({ channel, ...spansOfRules(rules) }, versions, facts);
