import { describe, expect, it } from 'vitest';
import { isInspectionDue, nextInspection } from './due.ts';

const weekdays = { daysOfWeek: 62, hour: 13, minute: 55 };
const daily = { daysOfWeek: 127, hour: 13, minute: 55 };
/** Local times, as the host's wall shows them: 2026-11-16 is a Monday. */
const local = (text: string) => new Date(text);

describe('a scheduled inspection', () => {
  it.each([
    ['done since the last run', '2026-11-15T13:56', '2026-11-16T13:54', false],
    ['its minute has come', '2026-11-15T13:56', '2026-11-16T13:55', true],
    ['already done in this minute', '2026-11-16T13:55:01', '2026-11-16T13:55:30', false],
    ['missed while the host was off, caught up at the next start', '2026-11-15T13:56', '2026-11-16T21:00', true],
    ['missed for weeks', '2026-10-01T13:56', '2026-11-16T08:00', true],
    ['a clock that was set back', '2027-01-01T00:00', '2026-11-16T08:00', true],
  ])('%s', (_, inspected, now, isDue) => {
    expect(isInspectionDue(daily, local(inspected), local(now))).toBe(isDue);
  });

  it('on Saturday and Sunday nothing is due when only weekdays are set', () => {
    const friday = local('2026-11-20T13:56');
    expect(isInspectionDue(weekdays, friday, local('2026-11-22T23:00'))).toBe(false);
    expect(isInspectionDue(weekdays, friday, local('2026-11-23T13:55'))).toBe(true);
  });

  it('without a day never', () => {
    const never = { ...daily, daysOfWeek: 0 };
    expect(isInspectionDue(never, local('2020-01-01T00:00'), local('2026-11-16T08:00'))).toBe(false);
    expect(nextInspection(never, local('2026-11-16T08:00'))).toBeUndefined();
  });

  it('the next one is today before the hour and tomorrow after it', () => {
    expect(nextInspection(daily, local('2026-11-16T08:00'))).toEqual(local('2026-11-16T13:55'));
    expect(nextInspection(daily, local('2026-11-16T13:55:20'))).toEqual(local('2026-11-17T13:55'));
  });
});
