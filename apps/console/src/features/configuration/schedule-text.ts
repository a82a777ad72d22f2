import { constants } from '@patchkeep/contract/constants';
import type { WallTime } from '@patchkeep/rules/inspection-schedule';

export type Day = keyof typeof constants.dayBits;

/** As a working week reads. */
export const weekDays: readonly Day[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const hasDay = (daysOfWeek: number, day: Day): boolean => (daysOfWeek & constants.dayBits[day]) !== 0;
export const toggleDay = (daysOfWeek: number, day: Day): number => daysOfWeek ^ constants.dayBits[day];

const two = (value: number) => String(value).padStart(2, '0');

export const formatClock = ({ hour, minute }: { hour: number; minute: number }): string =>
  `${two(hour)}:${two(minute)}`;

/** Undefined for what is no time of day. */
export const parseClock = (text: string): { hour: number; minute: number } | undefined => {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined || minute === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
};

/** A moment of the browser's wall clock, as the schedule counts. */
export const wallTimeOf = (now: Date): WallTime => ({
  year: now.getFullYear(),
  month: now.getMonth(),
  date: now.getDate(),
  hour: now.getHours(),
  minute: now.getMinutes(),
});

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** "Monday 2026-11-16, 13:55": no zone, because it is each host's own. */
export const describeRun = (run: WallTime): string => {
  const day = dayFormat.format(Date.UTC(run.year, run.month, run.date));
  return `${day} ${run.year}-${two(run.month + 1)}-${two(run.date)}, ${formatClock(run)}`;
};
