import type { HostPlace } from '@patchkeep/rules/approvals/resolve';
import type { Context } from '../../platform/context.ts';
import type { Members } from '../results/public.ts';
import { listTagged } from './holders.queries.ts';
import type { Places } from './places.service.ts';

/** Where hosts stand as far as some places tell them apart: a hundred thousand of them share a few standpoints. */
export interface Standpoints {
  /** By host number: which of `places` it has. */
  of(hostNo: number): number;
  places: readonly HostPlace[];
}

/** Gives every set of tags a number: a host's grows by one tag at a time. */
const tagSets = (lists: readonly (readonly number[])[], size: number) => {
  const setOf = new Uint32Array(size);
  const sets: number[][] = [[]];
  const joined: Map<number, number>[] = [new Map()];
  for (const [tag, hostNos] of lists.entries())
    for (const hostNo of hostNos) {
      if (hostNo >= size) continue;
      const before = setOf[hostNo] ?? 0;
      let after = joined[before]?.get(tag);
      if (after === undefined) {
        after = sets.push([...(sets[before] ?? []), tag]) - 1;
        joined.push(new Map());
        joined[before]?.set(tag, after);
      }
      setOf[hostNo] = after;
    }
  return { setOf, sets };
};

/**
 * The standpoints of a site's hosts, by the groups and tags that decide. Tags are read once for all subjects that will
 * be asked about; which standpoints differ is worked out anew for each set of deciding places.
 */
export const loadStandpoints = async (
  context: Context,
  siteId: string,
  { groups, groupOf }: Members,
  places: Places,
  tagIds: ReadonlySet<string>,
) => {
  const tagged = await listTagged(context.tx, places.customerId, siteId, [...tagIds]);
  const known = new Map<string, Standpoints>();
  return (deciding: ReadonlySet<string>): Standpoints => {
    const tags = [...tagged.keys()].filter((tagId) => deciding.has(tagId)).toSorted();
    const chains = groups.map((group) =>
      group === null ? [] : places.chainOf(group).filter((groupId) => deciding.has(groupId)),
    );
    const distinct = [...new Set(chains.map((chain) => chain.join(' ')))];
    const key = `${tags.join(' ')}|${chains.map((chain) => chain.join(' ')).join('|')}`;
    const found = known.get(key);
    if (found) return found;
    const chainAt = chains.map((chain) => distinct.indexOf(chain.join(' ')));
    const { setOf, sets } = tagSets(
      tags.map((tagId) => tagged.get(tagId) ?? []),
      groupOf.length,
    );
    const made: Standpoints = {
      of: (hostNo) => (chainAt[(groupOf[hostNo] ?? 0) - 1] ?? 0) * sets.length + (setOf[hostNo] ?? 0),
      places: distinct.flatMap((chain) =>
        sets.map((set) => ({
          siteId,
          groupChain: chain === '' ? [] : chain.split(' '),
          tagIds: set.flatMap((tag) => tags[tag] ?? []),
        })),
      ),
    };
    if (known.size > 20) known.clear();
    known.set(key, made);
    return made;
  };
};
