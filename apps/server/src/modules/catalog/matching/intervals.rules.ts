import type { Channel } from '@patchkeep/starter/channel';
import { type SchemeName, versionKey, versionTrack } from '@patchkeep/versions/schemes';
import type { Affected, Range } from './advisory.types.ts';
import { splitByBranch } from './branches.rules.ts';

/** A range with its bounds as keys of the channel's scheme: from (included) up to (not included). */
export interface Interval {
  range: Range;
  from: string;
  to: string;
  /** The line of releases the bounds speak of, where the scheme has such lines. */
  track: string | undefined;
}

const lowest = '';
// Above every key: keys are made of small marks, digits and letters.
export const highest = '\uFFFF';
// Keys end in a mark; nothing lies between a key and the key with this appended.
const justAfter = (key: string): string => `${key}\u0000`;

/** A version as the channel's releases are told apart by. */
export const releaseOf = ({ precision }: Pick<Channel, 'precision'>, text: string): string =>
  precision === undefined ? text : text.split('.').slice(0, precision).join('.');

export const releaseKey = (channel: Pick<Channel, 'precision' | 'scheme'>, text: string): string | undefined =>
  versionKey(channel.scheme, releaseOf(channel, text));

const boundKey = (channel: Channel, text: string | undefined, isAfter: boolean, none: string): string | undefined => {
  if (text === undefined) return none;
  const key = versionKey(channel.scheme, releaseOf(channel, text));
  return key === undefined || !isAfter ? key : justAfter(key);
};

const trackOf = (scheme: SchemeName, { exact, to, from }: Range): string | undefined => {
  const bound = exact ?? to ?? from;
  return bound === undefined ? undefined : versionTrack(scheme, bound);
};

const intervalOf = (channel: Channel, range: Range, isByAuthor: boolean): Interval | undefined => {
  const track = trackOf(channel.scheme, range);
  if (range.exact !== undefined) {
    const key = boundKey(channel, range.exact, false, lowest);
    return key === undefined ? undefined : { range, from: key, to: justAfter(key), track };
  }
  // An unparseable lower bound (a commit, a word) means unbounded below.
  const from =
    boundKey(channel, range.from, !range.isFromIncluded, lowest) ?? (range.to === undefined ? undefined : lowest);
  const to = boundKey(channel, range.to, range.isToIncluded, highest);
  if (from === undefined || to === undefined) return undefined;
  if (from < to) return { range, from, to, track };
  // A lower bound that is not below the upper one bounds nothing: authors write the fix into both, or of another line.
  return isByAuthor && range.status === 'affected' ? { range, from: lowest, to, track } : undefined;
};

/** What a statement affects and what it takes out again, and the ranges the channel's scheme cannot place. */
export interface Intervals {
  affected: Interval[];
  unaffected: Interval[];
  unread: string[];
}

export const intervalsOf = (channel: Channel, { source, ranges, unread }: Affected): Intervals => {
  const result: Intervals = { affected: [], unaffected: [], unread: [...unread] };
  for (const range of splitByBranch(channel.scheme, ranges)) {
    const interval = intervalOf(channel, range, source === 'cna');
    if (interval === undefined) result.unread.push(range.raw);
    else result[range.status].push(interval);
  }
  return result;
};

export const covers = ({ from, to, track }: Interval, key: string, trackOfVersion: string | undefined): boolean =>
  from <= key && key < to && (track === undefined || trackOfVersion === undefined || track === trackOfVersion);
