import { tooMany } from '../errors.ts';

const maxKept = 10_000;

/**
 * Calls that one holder may make at once, and those it gets back with each second: a program in a circle stops itself.
 * The holders are those whose token was right.
 */
export const callBuckets = ({ burst, perSecond }: { burst: number; perSecond: number }) => {
  const buckets = new Map<string, { level: number; at: number }>();
  return (holder: string, now: number): void => {
    const { level, at } = buckets.get(holder) ?? { level: 0, at: now };
    const left = Math.max(0, level - ((now - at) / 1_000) * perSecond);
    if (left + 1 > burst) throw tooMany(Math.ceil((left + 1 - burst) / perSecond));
    if (buckets.size >= maxKept) buckets.clear();
    buckets.set(holder, { level: left + 1, at: now });
  };
};
