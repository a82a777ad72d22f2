import { end, numberToken } from '../key.ts';

// Identifiers of a pre-release: numbers below words, fewer below more, all of them below the release itself.
const marks = { before: '\u0001', stop: '\u0001', number: '\u0002', word: '\u0003' };

const identifier = (part: string): string =>
  /^\d+$/.test(part) ? `${marks.number}${numberToken(part)}` : `${marks.word}${part}\u0000`;

/** Semantic versioning 2.0: build metadata counts for nothing. Missing minor and patch are zero. */
export const semverKey = (text: string): string | undefined => {
  const found = text.trim().match(/^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.0)?(?:-([\da-z.-]+))?(?:\+[\da-z.-]*)?$/i);
  if (found === null || text.length > 120) return undefined;
  const [, major = '0', minor = '0', patch = '0', pre] = found;
  const numbers = [major, minor, patch].map((number) => numberToken(number)).join('');
  if (pre === undefined) return `${numbers}${end}`;
  return `${numbers}${marks.before}${pre.split('.').map(identifier).join('')}${marks.stop}`;
};
