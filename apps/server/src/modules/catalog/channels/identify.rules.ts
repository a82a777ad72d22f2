import type { Channel } from '../matching/channel.ts';
import { formsOf, plainName, plainPublisher } from './plain-name.rules.ts';

export interface Installed {
  name: string;
  publisher: string;
  version: string;
}

/** What tells software nobody knows apart: its name without a version, and who made it. */
export const unknownIdentity = ({ name, publisher }: Pick<Installed, 'name' | 'publisher'>): string =>
  `name:${plainName(name).toLowerCase()}|${plainPublisher(publisher).toLowerCase()}`;
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
const isInLine = ({ name, version }: Installed, { line, scheme }: Channel): boolean =>
  [version, ...(name.match(/(?<!\d)\d+(?:\.\d+)+/g) ?? [])]
    .map((text) => (scheme === 'java' ? text.replace(/^1\./, '') : text))
    .some((text) => isOfLine(text, line));

/** Recognises installed software by name, publisher and line of versions. Channels given first go first. */
export const identifier = (channels: Iterable<Channel>) => {
  const byName = new Map<string, Channel[]>();
  for (const channel of channels)
    for (const name of channel.installedAs) {
      const same = byName.get(name.toLowerCase());
      if (same === undefined) byName.set(name.toLowerCase(), [channel]);
      else same.push(channel);
    }
  /** Those that go by one of the name's forms, the most exact first; asked once per name, not per version of it. */
  const candidates = new Map<string, Channel[]>();
  const candidatesOf = (name: string): Channel[] => {
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
