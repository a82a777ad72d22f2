import { expect, test } from 'vitest';
import { nextInspection } from './next-inspection.ts';

const now = new Date('2026-11-15T13:00:00Z');
const daily = { daysOfWeek: 127, hour: 13, minute: 55 };

test.each([
  ['UTC', '2026-11-15 13:55 host time'],
  ['Europe/Copenhagen', '2026-11-16 13:55 host time'],
  ['America/New_York', '2026-11-15 13:55 host time'],
])('in %s the next daily inspection is %s', (zone, expected) => {
  expect(nextInspection(daily, zone, now)).toBe(expected);
});
test('no day saved means every day, and an unknown zone means unknown', () => {
  expect(nextInspection({ ...daily, daysOfWeek: 0 }, 'UTC', now)).toBe('2026-11-15 13:55 host time');
  expect(nextInspection(daily, 'Mars/Olympus', now)).toBeUndefined();
});
