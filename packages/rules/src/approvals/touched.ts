import { isByClass } from './facts.ts';
import type { Decision } from './resolve.ts';

/** Do two decisions have the same effect, whoever made them? A change touches the hosts for whom that is not so. */
export const isSameEffect = (a: Decision | null, b: Decision | null): boolean => {
  if (a === null || b === null || a.mode !== b.mode) return a === b;
  if (a.mode === 'auto') return a.delayDays === b.delayDays;
  if (a.mode !== 'manual') return true;
  // A classification is approved as it was that day.
  const isSameDay = !isByClass(a) || a.decidedAt?.getTime() === b.decidedAt?.getTime();
  return a.version === b.version && isByClass(a) === isByClass(b) && isSameDay;
};
