import { afterToken, beforeToken, end, numberToken, withoutZeros } from '../key.ts';

/** Words before a release, in the order they come; what is not here comes after it, as the `a` of 1.0.2a does. */
const before = new Map(
  [
    ['dev', 'nightly', 'snapshot', 'canary'],
    ['alpha', 'a', 'eap', 'insider', 'preview', 'pre'],
    ['beta', 'b', 'cr'],
    ['rc', 'c'],
  ].flatMap((words, place) => words.map((word) => [word, String(place)] as const)),
);
// Single letters are a stage only between two numbers (3.13.0a1); at an end they are a patch (1.0.2a, 2.78c).
const isStage = (word: string, next: string | undefined): boolean =>
  before.has(word) && (word.length > 1 || (next !== undefined && /^\d/.test(next)));

/**
 * Numbers and words in any arrangement: the scheme of whoever has none of their own. A leading `v` or product letter is
 * no part of the version; build metadata after `+` orders after the release it belongs to.
 */
export const genericKey = (text: string): string | undefined => {
  const tidy = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]{1,3}[ .]?(?=\d)/, '');
  // A commit is no version, though it may begin with digits.
  if (!/^\d/.test(tidy) || tidy.length > 120 || /^[\da-f]{12,}$/.test(text.trim())) return undefined;
  const parts = tidy.match(/\d+|[a-z]+/g) ?? [];
  const tokens: string[] = [];
  let numbers: string[] = [];
  const flush = () => {
    tokens.push(...withoutZeros(numbers));
    numbers = [];
  };
  for (const [at, part] of parts.entries()) {
    if (/^\d/.test(part)) {
      numbers.push(numberToken(part));
      continue;
    }
    flush();
    const place = before.get(part);
    tokens.push(place !== undefined && isStage(part, parts[at + 1]) ? beforeToken(place) : afterToken(part));
  }
  flush();
  return `${tokens.join('')}${end}`;
};
