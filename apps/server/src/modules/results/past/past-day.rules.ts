import { dayMs } from '@patchkeep/rules/time-units';

/** Days are those of UTC, for whoever looks. */
export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The moment at which a day ends; undefined for a day that is not over. */
export const endOfPastDay = (date: string, now: Date): Date | undefined => {
  const end = new Date(Date.parse(`${date}T00:00:00Z`) + dayMs);
  return end > now ? undefined : end;
};
