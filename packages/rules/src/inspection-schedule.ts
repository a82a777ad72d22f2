import type { InspectionSchedule } from '@patchkeep/contract/agent/protocol';
import { constants } from '@patchkeep/contract/constants';
import { dayMs } from './time-units.ts';

export const noDayText = 'Invalid Schedule: Please select at least one day of the week to perform inspections on.';

/** Why a schedule may not be saved, or undefined. */
export const scheduleProblem = ({ daysOfWeek }: Pick<InspectionSchedule, 'daysOfWeek'>): string | undefined =>
  daysOfWeek === 0 ? noDayText : undefined;

/** The bit of a day counted as JavaScript counts it: Sunday is 0. */
const bitOfDay = Object.values(constants.dayBits);

export const runsOn = (daysOfWeek: number, day: number): boolean => (daysOfWeek & (bitOfDay[day] ?? 0)) !== 0;

/** A moment on the host's own wall clock: no zone, because the schedule has none. */
export interface WallTime {
  year: number;
  /** 0 to 11. */
  month: number;
  date: number;
  hour: number;
  minute: number;
}

const asUtc = ({ year, month, date, hour, minute }: WallTime): number => Date.UTC(year, month, date, hour, minute);
const fromUtc = (ms: number): WallTime => {
  const at = new Date(ms);
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth(),
    date: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
  };
};

/** The next `count` runs strictly after a moment, on the host's wall clock. None when no day is set. */
export const nextRuns = (schedule: InspectionSchedule, after: WallTime, count: number): WallTime[] => {
  const runs: WallTime[] = [];
  if (schedule.daysOfWeek === 0) return runs;
  const midnight = asUtc({ ...after, hour: 0, minute: 0 });
  for (let day = 0; runs.length < count; day++) {
    const at = midnight + day * dayMs + (schedule.hour * 60 + schedule.minute) * 60_000;
    if (at > asUtc(after) && runsOn(schedule.daysOfWeek, new Date(at).getUTCDay())) runs.push(fromUtc(at));
  }
  return runs;
};

/** The last run at or before a moment: an inspection older than this was missed and is caught up at once. */
export const lastDue = (schedule: InspectionSchedule, now: WallTime): WallTime | undefined => {
  if (schedule.daysOfWeek === 0) return undefined;
  const midnight = asUtc({ ...now, hour: 0, minute: 0 });
  for (let day = 0; ; day++) {
    const at = midnight - day * dayMs + (schedule.hour * 60 + schedule.minute) * 60_000;
    if (at <= asUtc(now) && runsOn(schedule.daysOfWeek, new Date(at).getUTCDay())) return fromUtc(at);
  }
};

/** What a clock on the wall shows in a time zone, or undefined for a zone that is not known here. */
export const wallTimeIn = (timeZone: string, now: Date): WallTime | undefined => {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return {
      year: part('year'),
      month: part('month') - 1,
      date: part('day'),
      hour: part('hour'),
      minute: part('minute'),
    };
  } catch {
    return undefined;
  }
};

/** When a host in that zone inspects next; a site that saved no day inspects every day. Null for an unknown zone. */
export const nextRunIn = (schedule: InspectionSchedule, timeZone: string, now: Date): Date | null => {
  const wall = wallTimeIn(timeZone, now);
  const [run] = wall ? nextRuns({ ...schedule, daysOfWeek: schedule.daysOfWeek || constants.allDays }, wall, 1) : [];
  if (!wall || !run) return null;
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  const next = new Date(minute + asUtc(run) - asUtc(wall));
  // The clocks may go back or forward until then.
  const shown = wallTimeIn(timeZone, next);
  return shown ? new Date(next.getTime() + asUtc(run) - asUtc(shown)) : next;
};
