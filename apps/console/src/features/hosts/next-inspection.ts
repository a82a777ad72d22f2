import type { AgentSettings } from '@patchkeep/contract/configuration';
import { constants } from '@patchkeep/contract/constants';
import { nextRuns, type WallTime } from '@patchkeep/rules/inspection-schedule';

/** What a clock on the wall shows in a time zone, or undefined for a zone this browser does not know. */
const wallTimeIn = (timeZone: string, now: Date): WallTime | undefined => {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return {
      year: part('year'),
      month: part('month') - 1,
      date: part('day'),
      hour: part('hour'),
      minute: part('minute'),
    };
  } catch {
    return undefined;
  }
};

const two = (value: number) => String(value).padStart(2, '0');

/** "2026-11-16 13:55 host time"; a site that saved no day inspects every day. */
export const nextInspection = (
  settings: Pick<AgentSettings, 'daysOfWeek' | 'hour' | 'minute'>,
  timeZone: string,
  now: Date,
): string | undefined => {
  const wall = wallTimeIn(timeZone, now);
  const schedule = { ...settings, daysOfWeek: settings.daysOfWeek || constants.allDays };
  const [run] = wall ? nextRuns(schedule, wall, 1) : [];
  return run && `${run.year}-${two(run.month + 1)}-${two(run.date)} ${two(run.hour)}:${two(run.minute)} host time`;
};
