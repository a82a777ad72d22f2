import type { Context } from '../../platform/context.ts';
import { keptNumbers, largeFrom } from '../../platform/kept-numbers.ts';
import type { Reach } from './reach.service.ts';
import { siteTotalsOf } from './site-totals.service.ts';

/** Of many, what takes long to work out is worked out once for all who look at the same sites. */
const hundredth = 100;
/** A dashboard has several of these: what takes so long for one is much for all. */
const cheapMs = 5;

export const keptCard = <T>() => {
  const kept = keptNumbers<T>({ cheapMs, rest: hundredth });
  return async (context: Context, reach: Reach, read: () => Promise<T>): Promise<T> => {
    const { customerId, siteIds } = reach;
    const totals = await siteTotalsOf(context, reach);
    // Fewer hosts are asked anew for everybody who looks, and always exact, however busy the machine is.
    if (totals.reduce((sum, { hosts }) => sum + hosts, 0) < largeFrom) return read();
    // The day is part of it: due days and ends of support are of the day.
    const day = context.now.toISOString().slice(0, 10);
    return kept.read(customerId, `${day} ${siteIds.join(' ')}`, read);
  };
};
