import type { Channel } from '@patchkeep/starter/channel';
import { formsOf, plainName, plainPublisher } from './plain-name.rules.ts';

export interface Installed {
  name: string;
  publisher: string;
  version: string;
}

/** What recognising by name has to know of a channel. */
export type NamedChannel = Pick<Channel, 'tag' | 'installedAs' | 'publishers' | 'line' | 'scheme'>;

/** Software nobody knows, as it is shown and told apart. */
export interface UnknownSoftware {
  identityKey: string;
  name: string;
  publisher: string;
}

/**
 * What tells software nobody knows apart: its name without a version, and who made it. Letter by letter what is shown
 * of it: were the key coarser, the first customer to report it would choose how all others see it spelled.
 */
export const unknownSoftware = (installed: Pick<Installed, 'name' | 'publisher'>): UnknownSoftware => {
  const name = plainName(installed.name);
  const publisher = plainPublisher(installed.publisher);
  return { identityKey: `software:${JSON.stringify([name, publisher])}`, name, publisher };
};

/** The same for software whose name is not to be looked into: as it was reported, version and all. */
export const unmatchedSoftware = ({ name, publisher }: Pick<Installed, 'name' | 'publisher'>): UnknownSoftware => ({
  identityKey: `software:${JSON.stringify([name, publisher])}`,
  name,
  publisher,
});
export const channelIdentity = (tag: string): string => `channel:${tag}`;

const isOfLine = (version: string, line: string | undefined): boolean =>
  line === undefined || version === line || (version.startsWith(line) && !/^\d/.test(version.slice(line.length)));

/** One of the two begins with the other: makers write themselves with and without their legal form or address. */
const isBy = (publishers: readonly string[], publisher: string): boolean => {
  const said = publisher.trim().toLowerCase();
  return (
    said === '' ||
    publishers.length === 0 ||
    publishers.map((each) => each.toLowerCase()).some((each) => said.startsWith(each) || each.startsWith(said))
  );
};

/** Of a version, or of the version that the name carries; Java 8 calls itself 1.8 as well. */
const isInLine = ({ name, version }: Installed, { line, scheme }: NamedChannel): boolean =>
  [version, ...(name.match(/(?<!\d)\d+(?:\.\d+)+/g) ?? [])]
    .map((text) => (scheme === 'java' ? text.replace(/^1\./, '') : text))
    .some((text) => isOfLine(text, line));

/** Recognises installed software by name, publisher and line of versions. Channels given first go first. */
export const identifier = (channels: Iterable<NamedChannel>) => {
  const byName = new Map<string, NamedChannel[]>();
  for (const channel of channels)
    for (const name of channel.installedAs) {
      const same = byName.get(name.toLowerCase());
      if (same === undefined) byName.set(name.toLowerCase(), [channel]);
      else same.push(channel);
    }
  /** Those that go by one of the name's forms, the most exact first; asked once per name, not per version of it. */
  const candidates = new Map<string, NamedChannel[]>();
  const candidatesOf = (name: string): NamedChannel[] => {
    const known = candidates.get(name);
    if (known !== undefined) return known;
    const found = formsOf(name).flatMap((form) => byName.get(form.toLowerCase()) ?? []);
    candidates.set(name, found);
    return found;
  };
  return (installed: Installed): string | undefined =>
    candidatesOf(installed.name).find((each) => isBy(each.publishers, installed.publisher) && isInLine(installed, each))
      ?.tag;
};
