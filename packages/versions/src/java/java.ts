import { numbersKey } from '../key.ts';

/**
 * One release under its many names: 8u411, 1.8.0_411, 8.0.411, 1.8.0.411 and Oracle's installer 8.0.4110.9 (the update
 * times ten). What follows the third number is a build of the same release.
 */
export const javaKey = (text: string): string | undefined => {
  const tidy = text
    .trim()
    .toLowerCase()
    .replace(/^(?:jdk|jre|java|openjdk)[ -]?/, '');
  const short = tidy.match(/^(\d+)u(\d+)(?:$|[^\d])/);
  if (short !== null) return numbersKey([short[1] ?? '', 0, short[2] ?? '']);
  if (!/^\d+(?:[._]\d+)*(?:$|[-+ ])/.test(tidy)) return undefined;
  const numbers = (tidy.match(/^\d+(?:[._]\d+)*/)?.[0] ?? '').split(/[._]/).map(Number);
  const [major = 0, minor = 0, update = 0] = numbers[0] === 1 ? numbers.slice(1) : numbers;
  if (!Number.isSafeInteger(major) || !Number.isSafeInteger(update)) return undefined;
  const isTimesTen = major <= 8 && update >= 1000 && update % 10 === 0;
  return numbersKey([major, minor, isTimesTen ? update / 10 : update]);
};
