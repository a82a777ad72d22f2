import { numbersKey } from '../key.ts';

const partsOf = (text: string): number[] | undefined => {
  const found = text.trim().match(/^v?(\d{2,4})\.(\d{1,3})\.(\d{4,6})(?:\.\d+)?$/);
  return found === null ? undefined : [Number(found[1]) % 2000, Number(found[2]), Number(found[3])];
};

/** Acrobat's numbers: 24.002.20965, whose year older records write in full (2020.013.20074). */
export const adobeKey = (text: string): string | undefined => {
  const parts = partsOf(text);
  if (parts !== undefined) return numbersKey(parts);
  const plain = text.trim().match(/^v?(\d+(?:\.\d+)*)$/)?.[1];
  return plain === undefined ? undefined : numbersKey(plain.split('.'));
};

/**
 * Which of Acrobat's tracks a build is of: the third number begins with 2 on Continuous and with 3 on Classic, and
 * Classic has a track for each year. A bound on one track says nothing about another.
 */
export const adobeTrack = (text: string): string | undefined => {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const [year = 0, , build = 0] = parts;
  return Math.floor(build / 10_000) === 3 ? `classic ${year}` : 'continuous';
};
