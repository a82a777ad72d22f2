import { dayMs } from '@patchkeep/rules/time-units';
import type { MadeUpCve, MadeUpExploit, MadeUpFeeds, MadeUpRelease } from '../made-up-feeds.ts';
import { newestRelease, type Product, products, releasedAt, supportEnds } from './products.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);

const faults = [
  'Out-of-bounds write while reading a file',
  'Use after free in the renderer',
  'Path traversal while unpacking',
  'Type confusion in scripts',
  'Missing check of a signature',
  'Privileges kept by a helper service',
];

interface Hole {
  of: Product;
  /** Closed by this release. */
  release: number;
  id: string;
  knownOn: Date;
  fixedOn: Date;
  exploit: MadeUpExploit | undefined;
}

/** Numbers far above those given to anybody: no real record is spoken of. */
const idOf = (product: number, release: number, year: number): string =>
  `CVE-${year}-${9_900_000 + product * 1_000 + release}`;

/** Every hole whose fix comes out until some months after a day; which of them are known is the day's matter. */
const holesUntil = (at: Date): Hole[] =>
  products.flatMap((of, place) => {
    const last = newestRelease(of, daysAfter(at, of.knownDaysBefore ?? 0));
    return Array.from({ length: last }, (_, i) => i + 1)
      .filter((release) => release % of.holeEvery === 0)
      .map((release): Hole => {
        const fixedOn = releasedAt(of, release);
        const knownOn = daysAfter(fixedOn, -(of.knownDaysBefore ?? 0));
        const id = idOf(place, release, knownOn.getUTCFullYear());
        const isExploited = of.exploitedEvery !== undefined && (release / of.holeEvery) % of.exploitedEvery === 0;
        const added = daysAfter(fixedOn, 4);
        return {
          of,
          release,
          id,
          knownOn,
          fixedOn,
          exploit: isExploited ? { id, added: dayOf(added), due: dayOf(daysAfter(added, 21)) } : undefined,
        };
      });
  });

const cveAt = ({ of, release, id, knownOn, fixedOn }: Hole, at: Date): MadeUpCve => ({
  id,
  title: `${faults[release % faults.length]} of ${of.name}`,
  vendor: of.publisher,
  product: of.name,
  cpe: of.cpe,
  ...(fixedOn <= at && { below: of.version(release) }),
  severity: release % 3 === 0 ? 'medium' : 'high',
  published: dayOf(knownOn),
});

/** What came out between two days, as the catalogue gets to know it on the later one. Without the earlier: all of it. */
export const newsOf = (at: Date, since: Date = new Date(0)): MadeUpFeeds => {
  const isNew = (day: Date): boolean => day > since && day <= at;
  const holes = holesUntil(at).filter(({ knownOn }) => knownOn <= at);
  const cves = holes.filter(({ knownOn, fixedOn }) => isNew(knownOn) || isNew(fixedOn)).map((hole) => cveAt(hole, at));
  const exploited = holes.flatMap(({ exploit }) => (exploit && exploit.added <= dayOf(at) ? [exploit] : []));
  const releases = releasesBetween(since, at);
  const scores = Object.fromEntries(
    cves.map(({ id }, i) => [id, exploited.some((each) => each.id === id) ? 0.9 : 0.01 + ((i * 7) % 40) / 100]),
  );
  return {
    ...(cves.length > 0 && { cves, epss: scores }),
    ...(exploited.length > 0 && { exploited }),
    ...(releases.length > 0 && { releases: releases.map(manifestOf) }),
    ...(since.getTime() === 0 && { endOfLife: supportEnds }),
  };
};

export interface Released {
  of: Product;
  release: number;
}

export const releasesBetween = (since: Date, at: Date): Released[] =>
  products.flatMap((of) =>
    Array.from({ length: newestRelease(of, at) + 1 }, (_, release) => ({ of, release })).filter(
      ({ release }) => releasedAt(of, release) > since,
    ),
  );

const manifestOf = ({ of, release }: Released): MadeUpRelease => ({
  packageId: of.packageId,
  name: of.name,
  publisher: of.publisher,
  version: of.version(release),
  releasedOn: dayOf(releasedAt(of, release)),
});
