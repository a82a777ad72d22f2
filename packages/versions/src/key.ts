/**
 * A version as a text whose plain order is the order of versions: compared with `<`, sorted and searched without
 * knowing the scheme. A total order by construction, and as fast as comparing two short strings.
 *
 * A key is a row of marked tokens and one end mark. The marks are ordered: what comes before a release sorts below the
 * end, what comes after it above.
 */
const mark = { before: '\u0001', end: '\u0002', after: '\u0003', number: '\u0004' };

const digitsOf = (digits: string): string => digits.replace(/^0+/, '');

/** Numbers of any length: the count of digits first, so that 10 sorts above 9. */
export const numberToken = (digits: string): string => {
  const plain = digitsOf(digits);
  return `${mark.number}${String.fromCharCode(0x10 + Math.min(plain.length, 0xff))}${plain}`;
};

export const zero = numberToken('0');
export const end = mark.end;

/** A word such as `rc` that puts the version before the one without it. */
export const beforeToken = (word: string): string => `${mark.before}${word}${mark.before}`;

/** A letter or word that puts the version after the one without it: `1.0.2a`. */
export const afterToken = (word: string): string => `${mark.after}${word}${mark.before}`;

/** Numbers without what is zero at their end: 1.2 and 1.2.0.0 are one version. */
export const withoutZeros = (tokens: readonly string[]): string[] => {
  const last = tokens.findLastIndex((token) => token !== zero);
  return tokens.slice(0, last + 1);
};

export const numbersKey = (numbers: readonly (string | number)[]): string =>
  `${withoutZeros(numbers.map((number) => numberToken(String(number)))).join('')}${end}`;
