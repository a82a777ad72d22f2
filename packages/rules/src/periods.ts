import type { PeriodUnit } from '@patchkeep/contract/dashboard-config';

export interface Period {
  yearRef: number;
  timeRef: number;
  start: Date;
  /** Up to and without this moment. */
  end: Date;
  isPartial: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const utc = (year: number, month: number, day = 1): Date => new Date(Date.UTC(year, month, day));
const floorTo = (at: Date, ms: number): Date => new Date(Math.floor(at.getTime() / ms) * ms);
const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
/** Monday is 0. */
const weekday = (at: Date): number => (at.getUTCDay() + 6) % 7;
const dayOfYear = (at: Date): number => Math.floor((at.getTime() - utc(at.getUTCFullYear(), 0).getTime()) / dayMs) + 1;

/** Where the period that holds a moment begins, and where one begins that many periods later. */
const startOf: Record<PeriodUnit, (at: Date, steps: number) => Date> = {
  live: (at, steps) => later(floorTo(at, hourMs), steps * hourMs),
  day: (at, steps) => later(floorTo(at, dayMs), steps * dayMs),
  week: (at, steps) => later(floorTo(at, dayMs), (steps * 7 - weekday(at)) * dayMs),
  month: (at, steps) => utc(at.getUTCFullYear(), at.getUTCMonth() + steps),
  quarter: (at, steps) => utc(at.getUTCFullYear(), (Math.floor(at.getUTCMonth() / 3) + steps) * 3),
  year: (at, steps) => utc(at.getUTCFullYear() + steps, 0),
};

/** A week belongs to the year of its Thursday, as ISO 8601 counts. */
const weekRef = (start: Date) => {
  const thursday = later(start, 3 * dayMs);
  return { yearRef: thursday.getUTCFullYear(), timeRef: Math.ceil(dayOfYear(thursday) / 7) };
};

const refOf = (unit: PeriodUnit, start: Date): { yearRef: number; timeRef: number } => {
  if (unit === 'week') return weekRef(start);
  const month = start.getUTCMonth();
  const timeRef = {
    live: start.getUTCHours(),
    day: dayOfYear(start),
    month: month + 1,
    quarter: Math.floor(month / 3) + 1,
    year: 1,
  }[unit];
  return { yearRef: start.getUTCFullYear(), timeRef };
};

/** The last `count` periods up to the one that `now` is in, oldest first. All sides cut time here and nowhere else. */
export const periodsUpTo = (unit: PeriodUnit, count: number, now: Date): Period[] =>
  Array.from({ length: count }, (_, i) => {
    const start = startOf[unit](now, i - count + 1);
    const end = startOf[unit](start, 1);
    return { ...refOf(unit, start), start, end, isPartial: end > now };
  });
