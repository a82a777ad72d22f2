import { constants } from '@patchkeep/contract/constants';
import type { Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import { siteOf } from '../../hosts/public.ts';
import { dayOf, endOfPastDay } from './past-day.rules.ts';
import { findListsSince } from './past-lists.queries.ts';

/** The end of a day that has begun; undefined when the day is today, of which only now is known. */
export const endOfDay = (date: string, now: Date): Date | undefined => {
  if (date < constants.dateMinimum || date > dayOf(now)) throw invalid('Choose a day of the past');
  return endOfPastDay(date, now);
};

/** The first day of which lists of applications are kept; null before the first count. */
export const readListsSince = async ({ tx }: Context, customerId: string): Promise<string | null> => {
  const since = await findListsSince(tx, customerId);
  return since ? dayOf(since) : null;
};

/** The same for a list of applications, of which fewer days are kept. No day means now. */
export const endOfListed = async (context: Context, date: string | undefined): Promise<Date | undefined> => {
  const end = date === undefined ? undefined : endOfDay(date, context.now);
  if (date === undefined || !end) return undefined;
  const keptSince = (await readListsSince(context, siteOf(context).customerId)) ?? dayOf(context.now);
  if (date < keptSince) throw invalid(`Lists of applications are kept from ${keptSince} on`, { keptSince });
  return end;
};
