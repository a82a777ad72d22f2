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
