import { constants } from '@patchkeep/contract/constants';
import { browserTimeZone, formatAbsolute } from './format.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A day of the calendar, as in 2026-11-15; the 31st of February is none. */
export const isDay = (text: string): boolean => {
  const at = day.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

const momentOfDay = (text: string, ...time: [number, number, number, number]): string | undefined => {
  if (!day.test(text) || text < constants.dateMinimum) return undefined;
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  const moment = new Date(year, month - 1, date, ...time);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
};

/** The first and the last moment of a day where the browser is. */
export const startOfDay = (text: string): string | undefined => momentOfDay(text, 0, 0, 0, 0);
export const endOfDay = (text: string): string | undefined => momentOfDay(text, 23, 59, 59, 999);

/** The day of a moment where the browser is. */
export const dayOf = (moment: string | Date, timeZone = browserTimeZone()): string =>
  formatAbsolute(new Date(moment), timeZone).slice(0, 10);

/** An address may name a day, or the moment that one became: a link means the same to whoever opens it. */
const dayOrMoment =
  (ofDay: (text: string) => string | undefined) =>
  (text: string | undefined): string | undefined => {
    if (text === undefined || day.test(text)) return text && ofDay(text);
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime()) || moment.toISOString() < constants.dateMinimum) return undefined;
    return moment.toISOString();
  };
const startOfDayOrMoment = dayOrMoment(startOfDay);
const endOfDayOrMoment = dayOrMoment(endOfDay);

/** Moments; undefined where the period is open. */
export interface Period {
  startTime: string | undefined;
  endTime: string | undefined;
}

/** The period of an address. One that ends before it begins could match nothing: its begin is dropped. */
export const readPeriod = (raw: { startTime?: string | undefined; endTime?: string | undefined }): Period => {
  const startTime = startOfDayOrMoment(raw.startTime);
  const endTime = endOfDayOrMoment(raw.endTime);
  const isTurned = startTime !== undefined && endTime !== undefined && startTime > endTime;
  return { startTime: isTurned ? undefined : startTime, endTime };
};
