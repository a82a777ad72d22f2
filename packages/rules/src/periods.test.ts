import { periodUnits } from '@patchkeep/contract/dashboard-config';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodsUpTo } from './periods.ts';

const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });

describe('periods [DASH-19]', () => {
  it.each(periodUnits)('of unit %s follow one another without a gap and end with the one that is not over', (unit) => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 60 }), (now, count) => {
        const periods = periodsUpTo(unit, count, now);
        expect(periods).toHaveLength(count);
        for (const [i, period] of periods.entries()) {
          expect(period.start.getTime()).toBeLessThan(period.end.getTime());
          expect(period.isPartial).toBe(i === count - 1);
          if (i > 0) expect(period.start).toEqual(periods[i - 1]?.end);
        }
        const last = periods.at(-1);
        expect(last && last.start <= now && now < last.end).toBe(true);
        const refs = periods.map(({ yearRef, timeRef, start }) => `${yearRef} ${timeRef} ${start.toISOString()}`);
        expect(new Set(refs).size).toBe(count);
      }),
    );
  });

  it.each([
    ['live', '2026-11-15T09:30:00Z', 2026, 9, '2026-11-15T09:00:00Z', '2026-11-15T10:00:00Z'],
    ['day', '2026-11-15T09:30:00Z', 2026, 319, '2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['day', '2024-12-31T23:59:59Z', 2024, 366, '2024-12-31T00:00:00Z', '2025-01-01T00:00:00Z'],
    // Sunday ends its week.
    ['week', '2026-11-15T09:30:00Z', 2026, 46, '2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z'],
    // The first days of a year may belong to the last week of the one before, and the other way round.
    ['week', '2027-01-01T00:00:00Z', 2026, 53, '2026-12-28T00:00:00Z', '2027-01-04T00:00:00Z'],
    ['week', '2024-12-30T00:00:00Z', 2025, 1, '2024-12-30T00:00:00Z', '2025-01-06T00:00:00Z'],
    ['month', '2026-02-28T23:00:00Z', 2026, 2, '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['quarter', '2026-11-15T09:30:00Z', 2026, 4, '2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['year', '2026-11-15T09:30:00Z', 2026, 1, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ] as const)('%s at %s is %i/%i', (unit, now, yearRef, timeRef, start, end) => {
    expect(periodsUpTo(unit, 1, new Date(now))).toEqual([
      { yearRef, timeRef, start: new Date(start), end: new Date(end), isPartial: true },
    ]);
  });
});
