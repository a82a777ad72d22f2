import { isObject, type Json, listAt, textAt } from '@patchkeep/records/json';
import { compareVersions } from '@patchkeep/versions/schemes';
import type { Affected, Range } from './advisory.types.ts';
import { afterSeries, isNoBound, readBound, readVersionText, type VersionText } from './version-text.rules.ts';

/** What the `versions` of one `affected` entry say, by product: Oracle names several products in one entry's versions. */
export interface VersionStatement {
  product: string | undefined;
  ranges: Range[];
  unread: string[];
}

const wordsOf = (entry: Json): string =>
  ['version', 'lessThan', 'lessThanOrEqual']
    .map((key) => [key, textAt(entry, key)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');

/** `Oracle Java SE:8u411`, `Java SE: 8u251, 11.0.7; Java SE Embedded: 8u251`. A web address is no product. */
const byProduct = (text: string): { product?: string; versions: string }[] => {
  if (!/[a-z]: ?[r\d]/i.test(text) || text.includes('://')) return [{ versions: text }];
  return text.split(';').map((part) => {
    const [, product, versions] = part.trim().match(/^([a-z][^:]*?) ?: ?(.*)$/i) ?? [];
    return product === undefined ? { versions: part } : { product: product.toLowerCase(), versions: versions ?? '' };
  });
};

/**
 * Where a range changes its status on the way: only what comes before the first change keeps the status it began with.
 * A change from outside the range (a typing error in real records) changes nothing.
 */
const firstChange = (entry: Json, from: string | undefined): string | undefined => {
  const at = textAt(listAt(entry, 'changes').find(isObject), 'at');
  const bound = at === undefined ? undefined : readBound(at)?.at;
  return bound !== undefined && (from === undefined || (compareVersions('generic', bound, from) ?? 0) > 0)
    ? bound
    : undefined;
};

const bounded = (entry: Json, version: string, to: string, isToIncluded: boolean): VersionText | undefined => {
  const lower = isNoBound(version) ? undefined : readBound(version)?.at;
  const from = lower === undefined ? { isFromIncluded: false } : { from: lower, isFromIncluded: true };
  const change = firstChange(entry, lower);
  if (change !== undefined) return { ...from, to: change, isToIncluded: false };
  // Only a star says "no end"; none, n/a and 0 say that somebody did not know.
  if (to.trim() === '*') return { ...from, isToIncluded: false };
  const upper = readBound(to);
  if (upper === undefined) return undefined;
  if (!upper.isSeries) {
    // `version` equal to `lessThan` is how Chrome says "everything below"; equal to `lessThanOrEqual`, how curl says "this one".
    if (upper.at === lower)
      return isToIncluded
        ? { exact: upper.at, isFromIncluded: false, isToIncluded: false }
        : { isFromIncluded: false, to: upper.at, isToIncluded: false };
    return { ...from, to: upper.at, isToIncluded };
  }
  const after = afterSeries(upper.at);
  return after === undefined ? undefined : { ...from, to: isToIncluded ? after : upper.at, isToIncluded: false };
};

const readEntry = (entry: Json): VersionStatement[] => {
  const status = textAt(entry, 'status');
  if (status !== 'affected' && status !== 'unaffected') return [];
  const version = textAt(entry, 'version') ?? '';
  const lessThan = textAt(entry, 'lessThan');
  const upTo = textAt(entry, 'lessThanOrEqual');
  const raw = wordsOf(entry);
  const to = lessThan ?? upTo;
  // An unaffected range without width says nothing that could be held against the others.
  if (status === 'unaffected' && to === version) return [];
  if (to !== undefined) {
    const range = bounded(entry, version, to, lessThan === undefined);
    const unread = range === undefined ? [raw] : [];
    return [{ product: undefined, ranges: range === undefined ? [] : [{ status, ...range, raw }], unread }];
  }
  return byProduct(version).map(({ product, versions }) => {
    const read = readVersionText(versions);
    return {
      product,
      ranges: (read ?? []).map((range) => ({ status, ...range, raw })),
      unread: read === undefined ? [raw] : [],
    };
  });
};

/** A default of "affected" counts only where the list names what is fixed, from a version on, and nothing else. */
const byDefault = (defaultStatus: Affected['defaultStatus'], ranges: readonly Range[]): Range[] =>
  defaultStatus === 'affected' &&
  ranges.length > 0 &&
  ranges.every(({ status, from, exact }) => status === 'unaffected' && (from ?? exact) !== undefined) &&
  ranges.some(({ from, to }) => from !== undefined && to === undefined)
    ? [{ status: 'affected', isFromIncluded: false, isToIncluded: false, raw: 'defaultStatus affected' }]
    : [];

export const readVersions = (
  entries: readonly unknown[],
  defaultStatus: Affected['defaultStatus'],
): VersionStatement[] => {
  const byName = new Map<string | undefined, VersionStatement>();
  for (const entry of entries) {
    if (!isObject(entry)) continue;
    for (const { product, ranges, unread } of readEntry(entry)) {
      const known = byName.get(product) ?? { product, ranges: [], unread: [] };
      known.ranges.push(...ranges);
      known.unread.push(...unread);
      byName.set(product, known);
    }
  }
  return [...byName.values()].map((statement) => ({
    ...statement,
    ranges: [...statement.ranges, ...byDefault(defaultStatus, statement.ranges)],
  }));
};
