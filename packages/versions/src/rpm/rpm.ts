import { numberToken } from '../key.ts';

// Rpm's order at any place: a tilde before the end, a caret right after it, then words, then numbers.
const marks: Record<string, string> = { '~': '\u0001', '^': '\u0003' };
const stop = '\u0002';

const segment = (text: string): string => {
  const sign = marks[text];
  if (sign !== undefined) return sign;
  return /^\d/.test(text) ? `\u0005${numberToken(text)}` : `\u0004${text}\u0000`;
};

const partKey = (text: string): string =>
  `${(text.match(/\d+|[a-z]+|[~^]/gi) ?? []).map((part) => segment(part)).join('')}${stop}`;

/** `[epoch:]version[-release]`; what separates segments counts for nothing. */
export const rpmKey = (text: string): string | undefined => {
  const found = text.trim().match(/^(?:(\d+):)?([\w.+~^]+)(?:-([\w.+~^]+))?$/);
  if (found === null || text.length > 200 || !/\d/.test(text)) return undefined;
  const [, epoch = '0', version = '', release = ''] = found;
  return `${numberToken(epoch)}${partKey(version)}${partKey(release)}`;
};
