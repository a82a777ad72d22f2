import type { AgentSettings } from '@patchkeep/contract/configuration';
import { constants } from '@patchkeep/contract/constants';
import { nextRuns, wallTimeIn } from '@patchkeep/rules/inspection-schedule';

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
