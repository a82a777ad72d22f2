import type { Rule } from './compile.rules.ts';
import { covers, highest, type Interval } from './intervals.rules.ts';

/** A stretch of versions that one CVE hits, once what a statement takes out again is taken out. */
export interface Span {
  /** Place of the CVE in the sorted list of those that concern the channel. */
  cve: number;
  from: string;
  to: string;
  track: string | undefined;
  /** The first version after it, as a record has it; empty where a record only says that there is one. */
  end: string | undefined;
}

/** A version, or a release, by its key. */
export interface Placed {
  key: string;
  track: string | undefined;
}

const endOf = ({ range, to }: Interval): string | undefined => {
  if (range.to === undefined || to === highest) return undefined;
  return range.isToIncluded ? '' : range.to;
};

const isSameTrack = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b;

/** What is left of a span without an interval: nothing, one piece or two. */
const without = (span: Span, { from, to, track, range }: Interval): Span[] => {
  if (from >= span.to || to <= span.from || !isSameTrack(track, span.track)) return [span];
  const below = { ...span, to: from, end: range.from ?? range.exact ?? '' };
  const above = { ...span, from: to };
  return [below, above].filter((piece) => piece.from < piece.to);
};

const spansOf = (cve: number, { affected, unaffected }: Rule): Span[] =>
  affected.flatMap((interval) => {
    const { from, to, track } = interval;
    const whole: Span[] = [{ cve, from, to, track, end: endOf(interval) }];
    return unaffected.reduce((pieces, taken) => pieces.flatMap((piece) => without(piece, taken)), whole);
  });

/** The spans of all rules, by CVE; CVEs are numbered in the order of their names, so that lists of them come out sorted. */
export const spansOfRules = (rules: readonly Rule[]): { cveIds: string[]; spans: Span[] } => {
  const byCve = Map.groupBy(rules, ({ cveId }) => cveId);
  const cveIds = [...byCve.keys()].toSorted();
  const spans = cveIds.flatMap((cveId, cve) => (byCve.get(cveId) ?? []).flatMap((rule) => spansOf(cve, rule)));
  return { cveIds, spans };
};

export const firstAtOrAfter = (sorted: readonly Placed[], bound: string): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as Placed).key < bound) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** What hits one version, gathered span by span. */
export class Hits {
  /** Sorted, each once. */
  readonly cves: number[] = [];
  /** Those of them for which no span says that something follows. */
  readonly endless: number[] = [];
  /** Where the last of the spans ends, and what a record calls the version there. */
  to = '';
  end: string | undefined;
  #lastEnding = -1;

  add({ cve, to, end }: Span): void {
    if (this.cves.at(-1) !== cve) this.cves.push(cve);
    if (to > this.to) {
      this.to = to;
      this.end = end;
    }
    if (end === undefined) {
      if (this.#lastEnding !== cve && this.endless.at(-1) !== cve) this.endless.push(cve);
      return;
    }
    this.#lastEnding = cve;
    if (this.endless.at(-1) === cve) this.endless.pop();
  }

  has(cve: number): boolean {
    let [low, high] = [0, this.cves.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.cves[middle] as number) < cve) low = middle + 1;
      else high = middle;
    }
    return this.cves[low] === cve;
  }

  meets(other: Hits): boolean {
    const [few, many] = this.cves.length < other.cves.length ? [this, other] : [other, this];
    return few.cves.some((cve) => many.has(cve));
  }
}

/**
 * Lays every span over the sorted versions by two binary searches: the work is the number of spans plus the number of
 * hits, not the product of spans and versions.
 */
export const layOver = (spans: readonly Span[], sorted: readonly Placed[]): Hits[] => {
  const hits = sorted.map(() => new Hits());
  for (const span of spans) {
    const end = firstAtOrAfter(sorted, span.to);
    for (let at = firstAtOrAfter(sorted, span.from); at < end; at += 1)
      if (isSameTrack(span.track, (sorted[at] as Placed).track)) (hits[at] as Hits).add(span);
  }
  return hits;
};

export const isWithin = ({ from, to, track }: Span, placed: Placed): boolean =>
  from <= placed.key && placed.key < to && isSameTrack(track, placed.track);

/** The interval by which a rule hits a version, for whoever asks why. */
export const ruleCovers = ({ affected, unaffected }: Rule, { key, track }: Placed): Interval | undefined => {
  if (unaffected.some((interval) => covers(interval, key, track))) return undefined;
  return affected.find((interval) => covers(interval, key, track));
};
