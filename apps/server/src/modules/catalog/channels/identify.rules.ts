import type { Channel } from '../matching/channel.ts';

export interface Installed {
  name: string;
  publisher: string;
  version: string;
}

const tidy = (text: string): string =>
  text
    .replaceAll(/\s+[–-]\s+|\s+/g, ' ')
    .replaceAll(/(^[\s,–-]+)|([\s,–-]+$)/g, '')
    .trim();
const brackets = /[([][^)\]]*[)\]]/g;
const architectures = /(?<=[\s-]|^)(x64|x86|x86_64|amd64|arm64|64-bit|32-bit|64bit|32bit|win64|win32)(?=\s|$)/gi;
const dottedVersions = /(?<=[\s-]|^)v?\d+(\.\d+)+([.+_-]?\w+)*(?=\s|$)/gi;
const versionWords = /\s(version|release|build|v)$/i;
const lastNumber = /\s\d+$/;

/** The name from the most to the least exact: without brackets, architecture, version, and a number at its end. */
const formsOf = (name: string): string[] => {
  const forms = [tidy(name)];
  const add = (form: string): void => {
    if (form !== '' && form !== forms.at(-1)) forms.push(form);
  };
  add(tidy(name.replaceAll(brackets, ' ')));
  add(tidy((forms.at(-1) ?? '').replaceAll(architectures, ' ')));
  add(tidy((forms.at(-1) ?? '').replaceAll(dottedVersions, ' ')));
  add(tidy((forms.at(-1) ?? '').replace(versionWords, '')));
  add(tidy((forms.at(-1) ?? '').replace(lastNumber, '')));
  return forms;
};

/** A name without its version: what all versions of a product have in common. A year or a number at its end stays. */
export const plainName = (name: string): string => {
  const forms = formsOf(name);
  return (lastNumber.test(forms.at(-2) ?? '') ? forms.at(-2) : forms.at(-1)) ?? name;
};

const legalForms = /[\s,.]+(inc|llc|ltd|limited|gmbh|corporation|corp|co|ag|sa|s\.a|bv|b\.v|plc|foundation)\.?$/i;
/** A publisher without what lawyers add to its name. */
const plainPublisher = (publisher: string): string => {
  const shorter = tidy(publisher).replace(legalForms, '');
  return shorter === '' || shorter === publisher ? shorter : plainPublisher(shorter);
};

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
  [version, ...(name.match(/\d+(\.\d+)+/g) ?? [])]
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
