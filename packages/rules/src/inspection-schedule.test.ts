import { constants } from '@patchkeep/contract/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastDue, nextRuns, noDayText, runsOn, scheduleProblem } from './inspection-schedule.ts';

const at = (year: number, month: number, date: number, hour: number, minute: number) => ({
  year,
  month,
  date,
  hour,
  minute,
});
// 15 November 2026 is a Sunday.
const sunday = at(2026, 10, 15, 12, 0);

describe('the inspection schedule', () => {
  it('gives each day its bit, and all of them together 127 [CONF-06]', () => {
    const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
    for (const [index, day] of days.entries())
      expect(days.map((_, other) => runsOn(constants.dayBits[day], other))).toEqual(
        days.map((_, other) => other === index),
      );
    expect(Object.values(constants.dayBits).reduce((sum, bit) => sum + bit, 0)).toBe(constants.allDays);
  });

  it('refuses to be saved without a day, in these words [CONF-07]', () => {
    expect(scheduleProblem({ daysOfWeek: 0 })).toBe(noDayText);
    expect(noDayText).toBe('Invalid Schedule: Please select at least one day of the week to perform inspections on.');
    expect(scheduleProblem({ daysOfWeek: 1 })).toBeUndefined();
  });

  it('tells the next three runs, today only while the time is still to come', () => {
    const daily = { daysOfWeek: 127, hour: 13, minute: 55 };
    expect(nextRuns(daily, sunday, 3)).toEqual([
      at(2026, 10, 15, 13, 55),
      at(2026, 10, 16, 13, 55),
      at(2026, 10, 17, 13, 55),
    ]);
    expect(nextRuns(daily, at(2026, 10, 15, 13, 55), 1)).toEqual([at(2026, 10, 16, 13, 55)]);
    expect(nextRuns({ ...daily, daysOfWeek: constants.dayBits.Friday }, sunday, 2)).toEqual([
      at(2026, 10, 20, 13, 55),
      at(2026, 10, 27, 13, 55),
    ]);
    expect(nextRuns({ ...daily, daysOfWeek: 0 }, sunday, 3)).toEqual([]);
  });

  it('knows the run that should have been, for any schedule and moment', () => {
    const schedule = fc.record({ daysOfWeek: fc.integer({ min: 1, max: 127 }), hour: fc.nat(23), minute: fc.nat(59) });
    const moment = fc.record({
      year: fc.constant(2026),
      month: fc.nat(11),
      date: fc.integer({ min: 1, max: 28 }),
      hour: fc.nat(23),
      minute: fc.nat(59),
    });
    const ms = (wall: typeof sunday) => Date.UTC(wall.year, wall.month, wall.date, wall.hour, wall.minute);
    fc.assert(
      fc.property(schedule, moment, (each, now) => {
        const due = lastDue(each, now);
        const [next] = nextRuns(each, now, 1);
        expect(due && next && ms(due) <= ms(now) && ms(now) < ms(next)).toBe(true);
        // Nothing lies between: the run after the last due one is the next one.
        expect(due && nextRuns(each, due, 1)[0]).toEqual(next);
      }),
    );
  });
});
