import type { Context } from '../../platform/context.ts';
import type { Reach } from './reach.service.ts';

/** What several cards of one dashboard need is read once for all of them: quicker, and they cannot disagree. */
export const oncePerRequest = <T>(read: (context: Context, reach: Reach) => Promise<T>) => {
  const known = new WeakMap<Context, Promise<T>>();
  return (context: Context, reach: Reach): Promise<T> => {
    const reading = known.get(context) ?? read(context, reach);
    known.set(context, reading);
    return reading;
  };
};
