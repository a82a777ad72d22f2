import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay, startOfDay } from '../days.ts';
import { browserTimeZone } from '../format.ts';
import { PeriodFields } from './period-fields.tsx';

const draw = (from?: string, until?: string): string => {
  const period = { startTime: from && startOfDay(from), endTime: until && endOfDay(until) };
  return renderToStaticMarkup(<PeriodFields period={period} onChange={() => undefined} />);
};
/** The bounds of the two calendars, in their order. */
const bounds = (markup: string): string[][] =>
  [...markup.matchAll(/type="date"[^>]*min="([^"]*)" max="([^"]*)"/g)].map(([, min = '', max = '']) => [min, max]);

describe('the two days of a filter', () => {
  it('lie between 2020-01-01 and today, are written YYYY-MM-DD, and name the time zone of the browser [CONST-01]', () => {
    const markup = draw();
    const whole = ['2020-01-01', dayOf(new Date())];
    expect(bounds(markup)).toEqual([whole, whole]);
    expect(markup.match(/placeholder="YYYY-MM-DD"/g)).toHaveLength(2);
    expect(markup).toContain(`>${browserTimeZone()}<`);
    expect(draw('2026-11-02')).toContain('value="2026-11-02"');
  });

  it('bound each other: from is not after until, and until is not before from [CONST-03]', () => {
    const today = dayOf(new Date());
    expect(bounds(draw('2026-11-02', '2026-11-15'))).toEqual([
      ['2020-01-01', '2026-11-15'],
      ['2026-11-02', today],
    ]);
    expect(draw('2026-11-16', '2026-11-15')).toContain('Between 2020-01-01 and 2026-11-15');
    expect(draw('2026-11-02', '2026-11-15')).not.toContain('Between');
  });
});
