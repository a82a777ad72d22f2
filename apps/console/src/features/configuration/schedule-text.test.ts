import { constants } from '@patchkeep/contract/constants';
import { nextRuns } from '@patchkeep/rules/inspection-schedule';
import { expect, test } from 'vitest';
import { describeRun, formatClock, hasDay, parseClock, toggleDay, wallTimeOf, weekDays } from './schedule-text.ts';

test('seven toggles make all days, and each takes itself back', () => {
  const all = weekDays.reduce(toggleDay, 0);
  expect(all).toBe(constants.allDays);
  expect(weekDays.every((day) => hasDay(all, day))).toBe(true);
  expect(weekDays.reduce(toggleDay, all)).toBe(0);
});

test.each([
  ['13:55', { hour: 13, minute: 55 }],
  ['00:00', { hour: 0, minute: 0 }],
  ['24:00', undefined],
  ['7:05', undefined],
  ['', undefined],
])('%j as a time of day', (text, expected) => {
  expect(parseClock(text)).toEqual(expected);
  if (expected) expect(formatClock(expected)).toBe(text);
});

test('the next three runs read as days of the host', () => {
  const after = wallTimeOf(new Date(2026, 10, 15, 14, 0));
  const runs = nextRuns(
    { daysOfWeek: constants.dayBits.Monday | constants.dayBits.Friday, hour: 13, minute: 5 },
    after,
    3,
  );
  expect(runs.map(describeRun)).toEqual([
    'Monday 2026-11-16, 13:05',
    'Friday 2026-11-20, 13:05',
    'Monday 2026-11-23, 13:05',
  ]);
});
