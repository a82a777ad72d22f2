import { compareVersions, type SchemeName, versionTrack } from '@patchkeep/versions/schemes';

/** A package that was proposed: hosts refuse a smaller release of the channel than they have seen. */
export interface Released {
  version: string;
  /** Architecture, scope and kind: `x64 machine msi`. */
  variant: string;
  release: number;
  /** Of the file. */
  sha256: string;
}

/** Room for corrections, and for versions between two that were there before them. */
const apart = 1_024;

interface Line {
  scheme: SchemeName;
  known: readonly Released[];
}

const order = (scheme: SchemeName, a: string, b: string): number => {
  const compared = compareVersions(scheme, a, b);
  if (compared === undefined) throw new Error(`The versions ${a} and ${b} cannot be compared (${scheme})`);
  return compared;
};

const between = (below: number, above: number): number => {
  const release = Math.floor((below + above) / 2);
  if (release <= below) throw new Error(`There is no release left between ${below} and ${above}`);
  return release;
};

const neighboursOf = ({ scheme, known }: Line, version: string) => {
  const releases = (sign: number): number[] =>
    known.flatMap((one) => (Math.sign(order(scheme, one.version, version)) === sign ? [one.release] : []));
  return {
    above: Math.min(...releases(1)),
    below: Math.max(0, ...releases(-1)),
    same: known.filter((one) => order(scheme, one.version, version) === 0),
  };
};

/**
 * The release of a package: it follows the version, not the time, so that a version of an older line that is prepared
 * late does not lock newer ones out. Variants of a version share it; another file for the same variant is a correction
 * and gets the next one.
 */
export const releaseFor = (line: Line, next: Omit<Released, 'release'>): number => {
  const { above, below, same } = neighboursOf(line, next.version);
  if (same.length === 0) return above === Infinity ? (Math.floor(below / apart) + 1) * apart : between(below, above);
  const current = Math.max(...same.map(({ release }) => release));
  const before = same.findLast(({ variant }) => variant === next.variant);
  if (before === undefined || before.sha256 === next.sha256) return current;
  if (current + 1 >= above) throw new Error(`There is no release left between ${current} and ${above}`);
  return current + 1;
};

/** So many versions another ledger may know of a channel that this one has never seen. */
const mostUnseen = 64;

/**
 * Whether a release that another packager gave can be right by this ledger. Two ledgers need not be equal: a version that
 * one of them refused is in the other. But a release must follow the version by both, and not run far ahead, or a thief
 * of one packager could lock newer versions out.
 */
export const isReleaseFit = (line: Line, next: Omit<Released, 'release'>, release: number): boolean => {
  const { above, below, same } = neighboursOf(line, next.version);
  const least = same.length === 0 && above !== Infinity ? below + 1 : releaseFor(line, next);
  return release >= least && release < above && release <= least + mostUnseen * apart;
};

/** Whether a newer version of the same line was proposed before: hosts that got it must not go back. */
export const isOlderThanKnown = ({ scheme, known }: Line, version: string): boolean =>
  known.some(
    (one) =>
      versionTrack(scheme, one.version) === versionTrack(scheme, version) && order(scheme, one.version, version) > 0,
  );
