import { describe, expect, it } from 'vitest';
import { lastWholeMonth, momentsOf, monthsUpTo, refuseReportDays } from './report-period.ts';

const now = new Date('2026-11-18T04:00:00Z');

describe('the days of a report', () => {
  it('are those of the last whole month unless others are asked for', () => {
    expect(lastWholeMonth(now)).toEqual({ from: '2026-10-01', until: '2026-10-31' });
    expect(lastWholeMonth(new Date('2027-01-01T00:00:00Z'))).toEqual({ from: '2026-12-01', until: '2026-12-31' });
    expect(lastWholeMonth(new Date('2028-03-31T23:59:59Z'))).toEqual({ from: '2028-02-01', until: '2028-02-29' });
  });

  it('of the month of today end today', () => {
    expect(monthsUpTo(3, now)).toEqual([
      { from: '2026-11-01', until: '2026-11-18' },
      { from: '2026-10-01', until: '2026-10-31' },
      { from: '2026-09-01', until: '2026-09-30' },
    ]);
  });

  it('reach from the first moment of the first to the last moment of the last', () => {
    expect(momentsOf({ from: '2026-10-01', until: '2026-10-31' })).toEqual({
      start: new Date('2026-10-01T00:00:00Z'),
      end: new Date('2026-11-01T00:00:00Z'),
    });
  });

  it('are in order, in the past and a year at most', () => {
    const refused = (from: string, until: string) => refuseReportDays({ from, until }, now);
    expect(refused('2026-10-01', '2026-10-31')).toBeUndefined();
    expect(refused('2026-11-18', '2026-11-18')).toBeUndefined();
    expect(refused('2026-11-02', '2026-11-01')).toBe('The first day comes after the last one');
    expect(refused('2026-11-01', '2026-11-19')).toBe('Choose days between 2020-01-01 and 2026-11-18');
    expect(refused('2019-12-31', '2020-01-31')).toBe('Choose days between 2020-01-01 and 2026-11-18');
    expect(refused('2025-11-18', '2026-11-18')).toBeUndefined();
    expect(refused('2025-11-17', '2026-11-18')).toBe('Choose at most 366 days');
  });
});
