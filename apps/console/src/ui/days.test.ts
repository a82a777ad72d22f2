import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay, isDay, readPeriod } from './days.ts';

describe('a day', () => {
  it('ends with its last moment where the browser is [ACT-27] [CONST-02]', () => {
    const end = endOfDay('2026-11-15') ?? '';
    expect(new Date(end).getTime()).toBe(new Date(2026, 10, 15, 23, 59, 59, 999).getTime());
    expect(dayOf(end)).toBe('2026-11-15');
    expect(readPeriod({ endTime: '2026-11-15' }).endTime).toBe(end);
  });

  it('is none before the earliest, and none that the calendar does not know', () => {
    expect(['2019-12-31', '2020-01-01', '20260101', 'today'].map((text) => endOfDay(text) !== undefined)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(['2026-02-28', '2026-02-31', '2026-2-3', ''].map(isDay)).toEqual([true, false, false, false]);
    expect(readPeriod({ endTime: '2019-12-31T10:00:00.000Z' }).endTime).toBeUndefined();
  });
});

describe('the period of an address', () => {
  const period = (startTime: string, endTime: string) => {
    const read = readPeriod({ startTime, endTime });
    return [read.startTime, read.endTime].map((moment) => moment && dayOf(moment));
  };

  it('keeps two days in their order, and a single day', () => {
    expect(period('2026-11-01', '2026-11-15')).toEqual(['2026-11-01', '2026-11-15']);
    expect(period('2026-11-15', '2026-11-15')).toEqual(['2026-11-15', '2026-11-15']);
  });

  it('loses a begin that is later than its end', () => {
    expect(period('2026-11-16', '2026-11-15')).toEqual([undefined, '2026-11-15']);
  });
});
