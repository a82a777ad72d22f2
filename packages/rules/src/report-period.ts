import { constants } from '@patchkeep/contract/constants';
import { periodsUpTo } from './periods.ts';
import { dayMs } from './time-units.ts';

/** The first and the last day of a report, in UTC. */
export interface ReportDays {
  from: string;
  until: string;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The last months as days, the newest first; the first of them is the month of today, up to today. */
export const monthsUpTo = (count: number, now: Date): ReportDays[] =>
  periodsUpTo('month', count, now)
    .map(({ start, end, isPartial }) => ({
      from: dayOf(start),
      until: isPartial ? dayOf(now) : dayOf(new Date(end.getTime() - 1)),
    }))
    .toReversed();

/** What a report is about unless somebody says otherwise: the last month that is over. */
export const lastWholeMonth = (now: Date): ReportDays =>
  monthsUpTo(2, now)[1] ?? { from: dayOf(now), until: dayOf(now) };

/** Why there is no report of these days; undefined when there is one. */
export const refuseReportDays = ({ from, until }: ReportDays, now: Date): string | undefined => {
  if (from > until) return 'The first day comes after the last one';
  if (from < constants.dateMinimum || until > dayOf(now))
    return `Choose days between ${constants.dateMinimum} and ${dayOf(now)}`;
  const days = (startOf(until).getTime() - startOf(from).getTime()) / dayMs + 1;
  return days > constants.reportDaysMax ? `Choose at most ${constants.reportDaysMax} days` : undefined;
};

/** The moments that the days reach from and to, the second one without itself. */
export const momentsOf = ({ from, until }: ReportDays): { start: Date; end: Date } => ({
  start: startOf(from),
  end: new Date(startOf(until).getTime() + dayMs),
});
