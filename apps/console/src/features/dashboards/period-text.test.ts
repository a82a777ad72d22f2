import { periodUnits } from '@patchkeep/contract/dashboard-config';
import { periodsUpTo } from '@patchkeep/rules/periods';
import { expect, it, test } from 'vitest';
import { periodText, unitText } from './period-text.ts';

it('calls the units by their names [DASH-14]', () => {
  expect(periodUnits.map((unit) => unitText[unit])).toEqual([
    'Live',
    'Daily',
    'Weekly',
    'Monthly',
    'Quarterly',
    'Annually',
  ]);
});

const now = new Date('2026-11-15T23:30:00Z');

test.each([
  ['live', '00:00', '16 November at 00:00'],
  ['day', '15 Nov', '15 November 2026'],
  ['week', 'W46', 'Week 46 of 2026'],
  ['month', 'Nov ’26', 'November 2026'],
  ['quarter', 'Q4 ’26', 'Quarter 4 of 2026'],
  ['year', '2026', '2026'],
] as const)('%s: the current one is %s, in full %s', (unit, label, name) => {
  const [period] = periodsUpTo(unit, 1, now);
  if (!period) throw new Error('No period');
  const texts = periodText(unit, { ...period, start: period.start.toISOString() }, 'Europe/Copenhagen');
  expect(texts).toEqual({ label, name });
});
