import type { Range } from './advisory.types.ts';

/**
 * What people write where a version should stand: `>= 2.37.0, < 2.37.5`, `5.7.33 and prior`, `before version 23.4`,
 * `Fixed in 7.83.1`, `4.x`, `24.08 (x64)`. Read where it has one meaning; otherwise it stays unread and is reported.
 */
export type VersionText = Omit<Range, 'status' | 'raw'>;

const version = String.raw`(?:v(?:ersion)?\.? ?)?(\d[\da-z]*(?:[._+~-][\da-z]+)*)`;
// Pattern: made of the constants of this file alone; texts are cut at 2,000 characters.
const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const reserved =
  'before|prior|up|through|until|from|since|after|below|less|earlier|older|lower|fixed|all|versions?|to|and|or';
const name = String.raw`(?:(?!(?:${reserved})\b)[a-z][a-z\d+.&()-]* )*`;
const filler = String.raw`(?:all )?(?:versions? )?`;

const below = (to: string): VersionText => ({ isFromIncluded: false, to, isToIncluded: false });
const upTo = (to: string): VersionText => ({ isFromIncluded: false, to, isToIncluded: true });
const since = (from: string): VersionText => ({ from, isFromIncluded: true, isToIncluded: false });
const between = (from: string, to: string, isToIncluded: boolean): VersionText => ({
  ...since(from),
  to,
  isToIncluded,
});
const exactly = (exact: string): VersionText => ({ exact, isFromIncluded: false, isToIncluded: false });
export const everything: VersionText = { isFromIncluded: false, isToIncluded: false };

/** `4.x` and `4.*` are everything from 4 up to, not including, 5. */
const series = (stem: string): VersionText | undefined => {
  const [last] = stem.match(/(?<!\d)\d+$/) ?? [];
  return last === undefined ? undefined : between(stem, `${stem.slice(0, -last.length)}${Number(last) + 1}`, false);
};

const later = String.raw`(?:later|newer|above|up|onwards?|after|greater|higher)(?: versions?)?`;
const earlier = String.raw`(?:prior|earlier|below|older|before|previous|lower)(?: versions?| releases?)?`;
const to = String.raw`(?: ?- ?| ?– ?| to | thru | through | up to | up to and including )`;
const before = String.raw`(?:before|prior to|earlier than|older than|lower than|below|less than|up to,? but not including)`;

const forms: [RegExp, (...found: string[]) => VersionText | undefined][] = [
  // Before the exact version, of which `4.x` looks like one.
  [whole(String.raw`${name}${version}\.[x*]`), series],
  [whole(`${name}${version}`), exactly],
  [whole(`${filler}${before} ${name}${version}`), below],
  [whole(`${filler}(?:up to(?: and including)?|through|until) ${name}${version}`), upTo],
  [whole(`${filler}${name}${version} ?(?:\\(?(?:and|or|&) (?:all )?${earlier}\\)?|\\(inclusive\\))`), upTo],
  [whole(`${filler}${name}${version} (?:and|or|&) ${later}`), since],
  [whole(`${filler}(?:from|since|after|starting(?: with| from)?) ${version}`), since],
  [whole(`${filler}${name}(?:from )?${version},?${to}${version}`), (a = '', b = '') => between(a, b, true)],
  [
    whole(`${filler}${name}(?:from )?${version},? (?:and )?${before} ${version}`),
    (a = '', b = '') => between(a, b, false),
  ],
  [whole(`fixed in ${name}${version}`), below],
  [
    whole(`fixed in ${name}${version} \\(affected ${version}-${version}\\)`),
    (_, a = '', b = '') => between(a, b, true),
  ],
  [whole(`fixed in ${name}${version} \\(affected ${version}\\)`), (_, a = '') => exactly(a)],
];

const readPiece = (piece: string): VersionText | undefined => {
  for (const [form, read] of forms) {
    const found = piece.match(form);
    if (found !== null) return read(...found.slice(1));
  }
  return undefined;
};

const operator = /^(>=|=>|≥|<=|=<|≤|>|<|==|=) ?(.+)$/;

/** `>= 1.2, < 1.4, >= 2.0, < 2.1`: a lower bound after an upper one begins the next range. */
const readOperators = (pieces: readonly string[]): VersionText[] | undefined => {
  const ranges: VersionText[] = [];
  let open: VersionText | undefined;
  for (const piece of pieces) {
    const [, sign = '', bound = ''] = piece.match(operator) ?? [];
    const plain = bound.match(whole(version))?.[1];
    if (plain === undefined) return undefined;
    if (sign.startsWith('=') && sign !== '=>' && sign !== '=<') ranges.push(exactly(plain));
    else if (/[>≥]/.test(sign)) {
      open = { ...since(plain), isFromIncluded: sign !== '>' };
      ranges.push(open);
    } else if (open === undefined) ranges.push(sign === '<' ? below(plain) : upTo(plain));
    else {
      open.to = plain;
      open.isToIncluded = sign !== '<';
      open = undefined;
    }
  }
  return ranges;
};

const nothingSaid = new Set(['', '-', 'n/a', 'unspecified', 'unknown', 'none', 'not applicable', 'see references']);
const all = new Set(['*', 'all', 'all versions', 'any', 'every version']);

/** Longer than any list of versions people write; what is longer is somebody trying. */
const longestText = 2_000;
const tidy = (text: string): string =>
  text
    .slice(0, longestText + 1)
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\.{2,}/g, '.')
    // What a build is for, not what it is: `24.08 (x64)`, `4.53 64bit`, `2.10 (revision 3)`.
    .replace(/ ?\((?:x64|x86|windows|arm64|\d\d-bit|revision \d+)\)| (?:32|64)-?bit$/, '')
    .replace(/ (eap|alpha|beta|rc|build) ?(\d+)$/, '-$1$2')
    .replace(/(?<![.,;])[.,;]+$/, '');

/** The ranges a text means, or nothing when it has no meaning that can be relied on. */
export const readVersionText = (raw: string): VersionText[] | undefined => {
  const text = tidy(raw);
  if (nothingSaid.has(text) || raw.length > longestText) return undefined;
  if (all.has(text)) return [everything];
  const single = readPiece(text);
  if (single !== undefined) return [single];
  const pieces = text
    .replaceAll(/(?<=[\da-z*]) +(?=[<>=≤≥])/g, ', ')
    .split(/(?:,| and (?=[<>=≤≥])|;) */)
    .filter((piece) => piece !== '');
  if (pieces.every((piece) => operator.test(piece))) return readOperators(pieces);
  const read = pieces.map((piece) => readPiece(piece));
  return read.every((piece) => piece !== undefined) ? read : undefined;
};

/** A single bound, such as the text of `lessThan`: a version, or a series whose end is meant. */
export const readBound = (raw: string): { at: string; isSeries: boolean } | undefined => {
  const text = tidy(raw);
  const stem = text.match(/^(.*\d)\.[x*]$/)?.[1];
  const found = (stem ?? text).match(whole(`(?:${name})${version}`))?.[1];
  return found === undefined ? undefined : { at: found, isSeries: stem !== undefined };
};

/** The version after every one of a series: the upper end of `10.1.2063.x`. */
export const afterSeries = (stem: string): string | undefined => series(stem)?.to;

/** Whether a lower bound says that there is none. */
export const isNoBound = (raw: string): boolean =>
  nothingSaid.has(tidy(raw)) || all.has(tidy(raw)) || tidy(raw) === '0';
