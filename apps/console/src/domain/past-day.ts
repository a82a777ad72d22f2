import { constants } from '@patchkeep/contract/constants';
import { dayMs } from '@patchkeep/rules/time-units';
import { useSearch } from '@tanstack/react-router';
import { useNow } from '../ui/use-now.ts';

/** Days of the past are those of UTC, as in charts. */
export const dayInUtc = (at: Date): string => at.toISOString().slice(0, 10);
export const yesterday = (now: Date): string => dayInUtc(new Date(now.getTime() - dayMs));

/** "3 November 2026" */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** The past day that the address names; undefined for now. Today and days to come are now. */
export const usePastDay = (): string | undefined => {
  const { asOf } = useSearch({ strict: false });
  const today = dayInUtc(useNow());
  return asOf !== undefined && asOf >= constants.dateMinimum && asOf < today ? asOf : undefined;
};
