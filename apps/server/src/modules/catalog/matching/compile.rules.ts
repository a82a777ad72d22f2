import type { Channel } from '@patchkeep/starter/channel';
import type { Advisory, Affected } from './advisory.types.ts';
import { conditionHolds, isForWindows, platformsHold } from './cpe.rules.ts';
import { readDescription } from './description.rules.ts';
import { type Interval, intervalsOf } from './intervals.rules.ts';
import { affectedKeys, namesNothing, ownKeys } from './keys.rules.ts';
import { isForOtherSystems } from './platform-text.rules.ts';

/** One statement of one record that concerns the channel, ready to be compared with versions. */
export interface Rule {
  cveId: string;
  feed: string;
  source: Affected['source'];
  affected: Interval[];
  unaffected: Interval[];
}

export interface CompiledChannel {
  channel: Channel;
  rules: Rule[];
  /** Statements that concern the channel and that nobody could place among its versions. */
  unread: { cveId: string; feed: string; text: string }[];
}

/** A statement that names the channel. A vendor that is complete means its own names, not the CPEs beside them. */
const names = ({ isVendorComplete }: Channel, affected: Affected, keys: ReadonlySet<string>): boolean => {
  const isByName = isVendorComplete === true && affected.source === 'cna';
  const cpes = isByName ? [] : affected.cpes.filter(isForWindows);
  return affectedKeys({ ...affected, cpes }).some((key) => keys.has(key));
};

const isOnWindows = ({ platforms, conditions }: Affected): boolean =>
  platformsHold(platforms) && conditions.every(conditionHolds);

/** The vendor named products in its own record, and this channel is none of them. */
const isDisowned = (channel: Channel, { affected }: Advisory, keys: ReadonlySet<string>): boolean => {
  if (channel.isVendorComplete !== true) return false;
  const vendors = new Set(channel.cnaNames.map((name) => name.split('|')[0]));
  const own = affected.filter(
    ({ source, vendor, product }) => source === 'cna' && product !== '' && vendors.has(vendor),
  );
  return own.length > 0 && !own.some((statement) => affectedKeys(statement).some((key) => keys.has(key)));
};

/** The authors name the channel, and every time for other systems. */
const isLimited = (channel: Channel, { affected }: Advisory, keys: ReadonlySet<string>): boolean => {
  const own = affected.filter((statement) => statement.source === 'cna' && names(channel, statement, keys));
  return own.length > 0 && !own.some(isOnWindows);
};

const textOf = (channel: Channel, advisory: Advisory): Affected[] => {
  if (channel.isDescriptionComplete !== true && !namesNothing(advisory)) return [];
  const ranges = readDescription(advisory.description, channel.describedAs);
  return ranges.length === 0 ? [] : [{ ...nothing, source: 'text', ranges }];
};
const nothing = {
  vendor: '',
  product: '',
  cpes: [],
  platforms: [],
  conditions: [],
  defaultStatus: 'unknown',
  unread: [],
} as const satisfies Partial<Affected>;

const isElsewhere = ({ elsewhere = [] }: Channel, { title = '', description }: Advisory): boolean =>
  elsewhere.some((word) => `${title} ${description}`.toLowerCase().includes(word.toLowerCase()));

/**
 * Whether what all feeds say of a CVE is nothing to this channel: its authors took it back, the vendor counts the
 * channel out, or the text is about another system or a part the channel does not have.
 */
const isSilenced = (channel: Channel, together: readonly Advisory[], keys: ReadonlySet<string>): boolean =>
  together.some(
    (advisory) =>
      advisory.state === 'rejected' ||
      isDisowned(channel, advisory, keys) ||
      isLimited(channel, advisory, keys) ||
      isElsewhere(channel, advisory),
  ) || isForOtherSystems(together);

/** What the records say of a channel. All feeds of a CVE must be given together: they are heard together. */
export const compileChannel = (channel: Channel, advisories: readonly Advisory[]): CompiledChannel => {
  const keys = ownKeys(channel);
  const compiled: CompiledChannel = { channel, rules: [], unread: [] };
  for (const together of Map.groupBy(advisories, ({ cveId }) => cveId).values()) {
    if (isSilenced(channel, together, keys)) continue;
    for (const advisory of together) addStatements(compiled, advisory, keys);
  }
  return compiled;
};

/** A bigger product's record that means this channel, by its text, speaks of the channel under the product's name. */
const keysIn = (channel: Channel, { description }: Advisory, own: ReadonlySet<string>): ReadonlySet<string> => {
  const text = description.toLowerCase();
  const isMeant =
    channel.textOnlyNames !== undefined && channel.describedAs.some((name) => text.includes(name.toLowerCase()));
  return isMeant ? new Set([...own, ...(channel.textOnlyNames ?? []).map((name) => `cna:${name}`)]) : own;
};

const addStatements = (
  { channel, ...compiled }: CompiledChannel,
  advisory: Advisory,
  own: ReadonlySet<string>,
): void => {
  const { cveId, feed } = advisory;
  const keys = keysIn(channel, advisory, own);
  const statements = advisory.affected.filter((statement) => names(channel, statement, keys) && isOnWindows(statement));
  const read = [...statements, ...textOf(channel, advisory)].map((statement) => ({
    source: statement.source,
    ...intervalsOf(channel, statement),
  }));
  // What others add to a record is there for where its authors give no range that can be read (a single version is the
  // one they tried); it errs more often.
  const isAuthorRead =
    channel.isDescriptionComplete !== true &&
    read.some(({ source, affected }) => source === 'cna' && affected.some(({ range }) => range.exact === undefined));
  for (const { source, affected, unaffected, unread } of read) {
    if (source === 'adp' && isAuthorRead) continue;
    if (affected.length > 0) compiled.rules.push({ cveId, feed, source, affected, unaffected });
    compiled.unread.push(...unread.map((text) => ({ cveId, feed, text })));
  }
};
