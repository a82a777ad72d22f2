import { isByClass } from './facts.ts';
import { type Decision, type HostPlace, type Policy, resolve } from './resolve.ts';

/** Do two decisions have the same effect, whoever made them? */
export const isSameEffect = (a: Decision | null, b: Decision | null): boolean => {
  if (a === null || b === null || a.mode !== b.mode) return a === b;
  if (a.mode === 'auto') return a.delayDays === b.delayDays;
  if (a.mode !== 'manual') return true;
  // A classification is approved as it was that day.
  const isSameDay = !isByClass(a) || a.decidedAt?.getTime() === b.decidedAt?.getTime();
  return a.version === b.version && isByClass(a) === isByClass(b) && isSameDay;
};

/**
 * What tells a host's answer from another's under these policies: its site, its nearest deciding group, its deciding
 * tags, and itself when it has a word of its own. 100,000 hosts have a few of these.
 */
export const combinationKey = (place: HostPlace, policies: readonly Policy[]): string => {
  const { hostId, siteId, groupChain, tagIds } = place;
  const isHeard = hostId !== undefined && policies.some(({ at }) => at.host.has(hostId));
  const groups = policies.map(({ at }) =>
    at.group.size === 0 ? '' : (groupChain.find((id) => at.group.has(id)) ?? ''),
  );
  const tags = tagIds.filter((id) => policies.some(({ at }) => at.tag.has(id)));
  return [siteId, isHeard ? hostId : '', ...groups, ...(tags.length > 1 ? tags.toSorted() : tags)].join(' ');
};

/** Hosts for whom the same decision holds before, and the same after. */
export interface Combination<T, D extends Decision> {
  before: D | null;
  after: D | null;
  isTouched: boolean;
  members: T[];
}

/** Who is touched when one policy follows another: each combination is resolved once, however many hosts have it. */
export const combinationsBetween = <T, D extends Decision>(
  before: Policy<D>,
  after: Policy<D>,
  items: Iterable<T>,
  placeOf: (item: T) => HostPlace,
): Combination<T, D>[] => {
  const policies = [before, after];
  const byKey = new Map<string, Combination<T, D>>();
  for (const item of items) {
    const place = placeOf(item);
    const key = combinationKey(place, policies);
    const known = byKey.get(key);
    if (known === undefined) {
      const was = resolve(before, place).winner;
      const is = resolve(after, place).winner;
      byKey.set(key, { before: was, after: is, isTouched: !isSameEffect(was, is), members: [item] });
    } else known.members.push(item);
  }
  return [...byKey.values()];
};
