import { genericKey } from '../generic/generic.ts';

/** Citrix names a release by year and month in one number and numbers it in two: 2402 CU1 is 24.2 with something more, 2403.1 is 24.3.1. */
export const citrixKey = (text: string): string | undefined =>
  genericKey(
    text
      .trim()
      .replace(/^(\d\d)(\d\d)(?=\D|$)/, (_, year: string, month: string) => `${year}.${Number(month)}`)
      .replace(/[ _](?:LTSR|CR)\b/i, '')
      .replace(/[ _]CU(\d)/i, '.$1'),
  );
