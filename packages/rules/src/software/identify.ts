import type { SchemeName } from '@patchkeep/versions/schemes';
import { formsOf } from './plain-name.ts';

export interface Installed {
  name: string;
  publisher: string;
  version: string;
}

/** What recognising by name has to know of a channel. */
export interface NamedChannel {
  tag: string;
  /** How installed software calls itself, without versions, architectures and languages. */
  installedAs: readonly string[];
  /** How publishers begin; empty is any. */
  publishers: readonly string[];
  /** Only versions that begin so. */
  line?: string | undefined;
  scheme: SchemeName;
}

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
