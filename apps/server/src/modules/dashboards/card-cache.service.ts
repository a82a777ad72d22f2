import type { Context } from '../../platform/context.ts';
import { staleWhileRevalidate, largeFrom } from '../../platform/stale-while-revalidate.ts';
import type { Reach } from './reach.service.ts';
import { siteTotalsOf } from './site-totals.service.ts';

/** TTL = 100 × computation time. */
const ttlFactor = 100;
/** A dashboard has several cards, so a few milliseconds per card are already worth caching. */
const cheapMs = 5;

/** Caches the numbers of a card, once for all users who see the same sites. */
export const cardCache = <T>() => {
  const cache = staleWhileRevalidate<T>({ cheapMs, ttlFactor });
  return async (context: Context, reach: Reach, read: () => Promise<T>): Promise<T> => {
    const { customerId, siteIds } = reach;
    const totals = await siteTotalsOf(context, reach);
    // Small fleets are not cached, so their numbers are always exact.
    if (totals.reduce((sum, { hosts }) => sum + hosts, 0) < largeFrom) return read();
    // The key contains the day, because due dates and ends of support depend on it.
    const day = context.now.toISOString().slice(0, 10);
    return cache.read(customerId, `${day} ${siteIds.join(' ')}`, read);
  };
};
