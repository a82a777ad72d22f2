import type { InspectionSchedule } from '@patchkeep/contract/agent/protocol';
import { lastDue, nextRuns, type WallTime } from '@patchkeep/rules/inspection-schedule';

/** A moment as the clock on the wall of this host shows it. */
export const wallTime = (at: Date): WallTime => ({
  year: at.getFullYear(),
  month: at.getMonth(),
  date: at.getDate(),
  hour: at.getHours(),
  minute: at.getMinutes(),
});

const asMoment = ({ year, month, date, hour, minute }: WallTime): Date => new Date(year, month, date, hour, minute);

/** A clock that was set back leaves an inspection in the future, which must not silence the schedule until then. */
const isFromTheFuture = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + 300_000;

/** Has a run of the schedule come since the last inspection? One missed while the host was off is caught up so. */
export const isInspectionDue = (schedule: InspectionSchedule, inspectedAt: Date, now: Date): boolean => {
  const due = lastDue(schedule, wallTime(now));
  if (due === undefined) return false;
  if (isFromTheFuture(inspectedAt, now)) return true;
  return asMoment(due) > inspectedAt;
};

/** When the schedule next wants an inspection, or undefined when it never does. */
export const nextInspection = (schedule: InspectionSchedule, now: Date): Date | undefined =>
  nextRuns(schedule, wallTime(now), 1).map(asMoment)[0];
