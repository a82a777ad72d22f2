import { expect, it } from 'vitest';
import { listedDay } from './listed-day.ts';

const end = '2026-11-09T00:00:00.000Z';

it('is the last day of a day, week or month, from the day on since when lists are kept', () => {
  expect(listedDay({ end }, 'day', '2026-11-08')).toBe('2026-11-08');
  expect(listedDay({ end }, 'week', '2026-11-01')).toBe('2026-11-08');
  expect(listedDay({ end: '2026-11-01T00:00:00.000Z' }, 'month', '2026-10-31')).toBe('2026-10-31');
});

it('is none for hours, for days before lists were kept and where nothing was ever counted', () => {
  expect(listedDay({ end: '2026-11-09T07:00:00.000Z' }, 'live', '2026-11-01')).toBeUndefined();
  expect(listedDay({ end }, 'day', '2026-11-09')).toBeUndefined();
  expect(listedDay({ end }, 'day', null)).toBeUndefined();
});
