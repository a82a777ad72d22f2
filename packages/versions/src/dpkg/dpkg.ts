import { numberToken } from '../key.ts';

// Debian's order of what stands between numbers: a tilde before the end, the end before letters, letters before the rest.
const stop = '\u0002';
const order = (sign: string): string => {
  if (sign === '~') return '\u0001';
  return /[a-z]/i.test(sign) ? `\u0003${sign}` : `\u0004${sign}`;
};

/** Words and numbers by turns, each word closed by a stop, and an empty pair at the end: a missing number is zero. */
const partKey = (text: string): string => {
  const pairs = [...text.matchAll(/(\D*)(\d*)/g)].filter(([pair]) => pair !== '');
  const encode = (word: string, number: string) => `${[...word].map(order).join('')}${stop}${numberToken(number)}`;
  return [...pairs.map(([, word = '', number = '']) => encode(word, number)), encode('', '')].join('');
};

/** `[epoch:]upstream[-revision]`, as Debian Policy orders it. */
export const dpkgKey = (text: string): string | undefined => {
  const found = text.trim().match(/^(?:(\d+):)?(\d[\w.+~:-]*?)(?:-([\w.+~]+))?$/);
  if (found === null || text.length > 200) return undefined;
  const [, epoch = '0', upstream = '', revision = '0'] = found;
  return `${numberToken(epoch)}${partKey(upstream)}${partKey(revision)}`;
};
