import type { Advisory, Affected } from './advisory.ts';
import type { Channel } from './channel.ts';
import { conditionHolds, isForWindows, platformsHold } from './cpe.rules.ts';
import { readDescription } from './description.rules.ts';
import { type Interval, intervalsOf } from './intervals.rules.ts';
import { affectedKeys, namesNothing, ownKeys } from './keys.rules.ts';

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

const concerns = (affected: Affected, keys: ReadonlySet<string>): boolean =>
  affectedKeys({ ...affected, cpes: affected.cpes.filter(isForWindows) }).some((key) => keys.has(key)) &&
  platformsHold(affected.platforms) &&
  affected.conditions.every(conditionHolds);

/** The vendor named products in its own record, and this channel is none of them. */
const isDisowned = (channel: Channel, { affected }: Advisory, keys: ReadonlySet<string>): boolean => {
  if (channel.isVendorComplete !== true) return false;
  const vendors = new Set(channel.cnaNames.map((name) => name.split('|')[0]));
  const own = affected.filter(
    ({ source, vendor, product }) => source === 'cna' && product !== '' && vendors.has(vendor),
  );
  return own.length > 0 && !own.some((statement) => affectedKeys(statement).some((key) => keys.has(key)));
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

/**
 * What the records say of a channel. A record rejected by its authors says nothing, in whichever feed it stands; a
 * vendor that disowns the channel takes the other feeds' statements with it.
 */
export const compileChannel = (channel: Channel, advisories: readonly Advisory[]): CompiledChannel => {
  const keys = ownKeys(channel);
  const compiled: CompiledChannel = { channel, rules: [], unread: [] };
  const silenced = new Set<string>();
  for (const advisory of advisories)
    if (advisory.state === 'rejected' || isDisowned(channel, advisory, keys)) silenced.add(advisory.cveId);
  for (const advisory of advisories) {
    if (silenced.has(advisory.cveId)) continue;
    const { cveId, feed } = advisory;
    const statements = advisory.affected.filter((affected) => concerns(affected, keys));
    for (const statement of [...statements, ...textOf(channel, advisory)]) {
      const { affected, unaffected, unread } = intervalsOf(channel, statement);
      if (affected.length > 0) compiled.rules.push({ cveId, feed, source: statement.source, affected, unaffected });
      compiled.unread.push(...unread.map((text) => ({ cveId, feed, text })));
    }
  }
  return compiled;
};
