import { dayOf, isObject, listAt, textAt } from '@patchkeep/records/json';

export interface EolCycle {
  cycle: string;
  releasedOn: string | null;
  endsOn: string | null;
  isEnded: boolean;
  extendedUntil: string | null;
  latest: string | null;
  latestOn: string | null;
  isLts: boolean;
}
export interface EolProduct {
  slug: string;
  title: string;
  cycles: EolCycle[];
}

/** The part of a product's page that is data: between the first two lines of three dashes. */
export const frontMatter = (page: string): string | undefined =>
  page.replaceAll('\r\n', '\n').match(/^---\n([\s\S]*?)\n---(\n|$)/)?.[1];

const cycleOf = (release: unknown): EolCycle | undefined => {
  const cycle = textAt(release, 'releaseCycle')?.trim();
  if (!isObject(release) || cycle === undefined || cycle === '') return undefined;
  const eol = textAt(release, 'eol')?.trim();
  const lts = textAt(release, 'lts')?.trim();
  return {
    cycle,
    releasedOn: dayOf(textAt(release, 'releaseDate')) ?? null,
    endsOn: dayOf(eol) ?? null,
    // Without a day: yes or no, as of the file.
    isEnded: eol === 'true',
    extendedUntil: dayOf(textAt(release, 'eoes')) ?? null,
    latest: textAt(release, 'latest')?.trim() ?? null,
    latestOn: dayOf(textAt(release, 'latestReleaseDate')) ?? null,
    isLts: lts !== undefined && lts !== 'false',
  };
};

/** A product of endoflife.date. Read with every value as text: a cycle "3.10" is not the number 3.1. */
export const parseEolProduct = (
  slug: string,
  yaml: unknown,
): { product: EolProduct; unreadCycles: number } | { rejected: string } => {
  if (!isObject(yaml)) return { rejected: 'no front matter' };
  const releases = listAt(yaml, 'releases');
  if (releases.length === 0) return { rejected: 'no releases' };
  const cycles = releases.map(cycleOf).filter((cycle) => cycle !== undefined);
  const unique = [...new Map(cycles.map((cycle) => [cycle.cycle, cycle])).values()];
  return {
    product: { slug, title: textAt(yaml, 'title')?.trim() ?? slug, cycles: unique },
    unreadCycles: releases.length - unique.length,
  };
};
