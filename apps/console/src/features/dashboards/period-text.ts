import type { PeriodUnit } from '@patchkeep/contract/dashboard-config';
import type { StatusPoint } from '@patchkeep/contract/dashboard-data';
import { browserTimeZone } from '../../ui/format.ts';

export const unitText: Record<PeriodUnit, string> = {
  live: 'Live',
  day: 'Daily',
  week: 'Weekly',
  month: 'Monthly',
  quarter: 'Quarterly',
  year: 'Annually',
};

/** What one period of a unit is called at the head of a table. */
export const periodWord: Record<PeriodUnit, string> = {
  live: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
};

type PeriodOf = Pick<StatusPoint, 'yearRef' | 'timeRef' | 'start'>;

const written = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(at));
const inUtc = ({ start }: PeriodOf, options: Intl.DateTimeFormatOptions) => written(start, 'UTC', options);
const shortYear = (year: number) => `’${String(year % 100).padStart(2, '0')}`;

/** Beneath the axis, and in full. Hours are those of the reader's clock; all longer periods are those of UTC. */
const wordsOf: Record<PeriodUnit, (period: PeriodOf, timeZone: string) => readonly [label: string, name: string]> = {
  live: ({ start }, timeZone) => [
    written(start, timeZone, { hour: '2-digit', minute: '2-digit' }),
    written(start, timeZone, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
  ],
  day: (period) => [
    inUtc(period, { day: 'numeric', month: 'short' }),
    inUtc(period, { day: 'numeric', month: 'long', year: 'numeric' }),
  ],
  week: ({ yearRef, timeRef }) => [`W${timeRef}`, `Week ${timeRef} of ${yearRef}`],
  month: (period) => [
    `${inUtc(period, { month: 'short' })} ${shortYear(period.yearRef)}`,
    inUtc(period, { month: 'long', year: 'numeric' }),
  ],
  quarter: ({ yearRef, timeRef }) => [`Q${timeRef} ${shortYear(yearRef)}`, `Quarter ${timeRef} of ${yearRef}`],
  year: ({ yearRef }) => [String(yearRef), String(yearRef)],
};

export const periodText = (unit: PeriodUnit, period: PeriodOf, timeZone = browserTimeZone()) => {
  const [label, name] = wordsOf[unit](period, timeZone);
  return { label, name };
};
