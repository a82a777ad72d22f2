import type { Channel } from '@patchkeep/starter/channel';
import type { Advisory, Affected, Cpe } from './advisory.types.ts';
import { cpeKey } from './cpe.rules.ts';

/** Editions that are another product under the same name; any other edition is the product. */
const ownEditions = new Set(['esr', 'mobile', 'android', 'ios']);

const cpeKeys = (cpe: Cpe): string[] =>
  ownEditions.has(cpe.swEdition) ? [`cpe:${cpeKey(cpe)}:${cpe.swEdition}`] : [`cpe:${cpeKey(cpe)}`];

const longestName = 300;
// `Microsoft Visual Studio 2022 version 17.6`, `PowerShell 7.2`: the product, then which of its lines.
const withoutLine = (product: string): string =>
  product.length > longestName
    ? product
    : // Pattern: at most that many characters are looked at.
      product.replace(/ (?:version )?\d+(?:\.\d+)+(?: \(.*\))?$| version .*$/, '');

const nameKeys = ({ vendor, product }: Affected): string[] => {
  if (product === '') return [];
  return [...new Set([product, withoutLine(product), '*'])].map((name) => `cna:${vendor}|${name}`);
};

/** Under which names a statement speaks. A record's own names count only where its authors wrote them. */
export const affectedKeys = (affected: Affected): string[] => [
  ...affected.cpes.flatMap(cpeKeys),
  ...(affected.source === 'cna' ? nameKeys(affected) : []),
];

const productKeys = ({ cpes, cnaNames }: Named): string[] => [
  ...cpes.map((cpe) => `cpe:${cpe}`),
  ...cnaNames.map((name) => `cna:${name}`),
];
type Named = Pick<Channel, 'cpes' | 'cnaNames' | 'describedAs' | 'textOnlyNames'>;

/** Under which names a statement is about the channel. */
export const ownKeys = (channel: Named): ReadonlySet<string> => new Set(productKeys(channel));

/** Whether a record's authors name no product, so that its description is all there is. Others' records have none. */
export const namesNothing = ({ affected }: Advisory): boolean => {
  const own = affected.filter(({ source }) => source === 'cna');
  return own.length > 0 && own.every(({ product }) => product === '');
};

const maxWords = 300;
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    // Pattern: where it begins and fails, no letter follows in the same run that it could begin with again.
    .match(/[a-z\d][\w+#.-]*[\w+#]/g)
    ?.slice(0, maxWords) ?? [];

/**
 * How records and channels find each other: one may concern the other only where their keys meet. It may find too much
 * (a word of a description is no statement); compiling decides.
 */
export const advisoryKeys = (advisory: Advisory): string[] => {
  const words = namesNothing(advisory) ? wordsOf(advisory.description).map((word) => `word:${word}`) : [];
  return [...new Set([...advisory.affected.flatMap(affectedKeys), ...words])];
};

export const channelKeys = (channel: Named): string[] => [
  ...new Set([
    ...productKeys(channel),
    ...(channel.textOnlyNames ?? []).map((name) => `cna:${name}`),
    ...channel.describedAs.map((name) => `word:${wordsOf(name)[0]}`),
  ]),
];
