import { expect, test } from 'vitest';
import { deadlineOf, fieldText, nextEvening } from './deadline.ts';

const noon = new Date(2026, 10, 15, 12, 0);

test('this evening is today until ten, and tomorrow after', () => {
  expect(nextEvening(noon)).toEqual(new Date(2026, 10, 15, 22, 0));
  expect(nextEvening(new Date(2026, 10, 15, 22, 0))).toEqual(new Date(2026, 10, 16, 22, 0));
  expect(nextEvening(new Date(2026, 11, 31, 23, 0))).toEqual(new Date(2027, 0, 1, 22, 0));
});

test('a deadline is at once, this evening, or a time to come', () => {
  expect(deadlineOf('now', '', noon)).toBeUndefined();
  expect(deadlineOf('tonight', '', noon)).toEqual(new Date(2026, 10, 15, 22, 0));
  expect(deadlineOf('at', '2026-11-16T03:30', noon)).toEqual(new Date(2026, 10, 16, 3, 30));
  expect(deadlineOf('at', '2026-11-15T11:59', noon)).toBeNull();
  expect(deadlineOf('at', '2026-11-16 03:30', noon)).toEqual(new Date(2026, 10, 16, 3, 30));
  expect(deadlineOf('at', '11/16/2026 03:30', noon)).toBeNull();
  expect(deadlineOf('at', 'tomorrow', noon)).toBeNull();
  expect(deadlineOf('at', fieldText(new Date(2026, 0, 2, 3, 4)), new Date(2026, 0, 1))).toEqual(
    new Date(2026, 0, 2, 3, 4),
  );
});
