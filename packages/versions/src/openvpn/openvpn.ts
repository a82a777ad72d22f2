import { genericKey } from '../generic/generic.ts';
import { numbersKey } from '../key.ts';

/**
 * The installer folds patch level and installer number into one part: 2.6.901 is 2.6.9-I001, 2.6.1001 is 2.6.10-I001,
 * 2.5.020 to 2.5.040 are 2.5.2 to 2.5.4 with one digit each, 2.6.009 is 2.6.0. The installer number makes no release.
 */
const unfold = (part: string): number => {
  if (/^0\d\d$/.test(part)) return Number(part[1]);
  return part.length >= 3 ? Math.floor(Number(part) / 100) : Number(part);
};

export const openvpnKey = (text: string): string | undefined => {
  const found = text
    .trim()
    .toLowerCase()
    .match(/^v?(\d+)\.(\d+)\.(\d{1,5})(?:-i\d+)?$/);
  if (found === null) return genericKey(text);
  const [, major = '', minor = '', patch = ''] = found;
  return numbersKey([major, minor, unfold(patch)]);
};
