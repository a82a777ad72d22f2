import type { HostPlace } from './resolve.ts';

/** Where hosts stand as far as some places tell them apart: a hundred thousand of them share a few standpoints. */
export interface Standpoints {
  /** By host number: which of `places` it has. */
  of(hostNo: number): number;
  places: readonly HostPlace[];
}

/** The hosts of one site by number, and the places that decide about a subject. */
export interface Standing {
  siteId: string;
  /** The groups that hosts are in, each with those above it, nearest first. */
  chains: readonly (readonly string[])[];
  /** By host number: which of `chains`, counted from 1; 0 for none. */
  groupOf: ArrayLike<number>;
  /** By tag: the numbers of its hosts. */
  tagged: ReadonlyMap<string, readonly number[]>;
  /** Groups and tags; all others are silent and tell nobody apart. */
  deciding: ReadonlySet<string>;
  /** Hosts with a word of their own, by number: each stands alone. */
  ownWords?: ReadonlyMap<number, string>;
}

/** Gives every set of tags a number: a host's grows by one tag at a time. */
const tagSets = (tags: readonly string[], { tagged, groupOf }: Standing) => {
  const setOf = new Uint32Array(groupOf.length);
  const sets: string[][] = [[]];
  const joined: Map<string, number>[] = [new Map()];
  for (const tag of tags)
    for (const hostNo of tagged.get(tag) ?? []) {
      if (hostNo >= groupOf.length) continue;
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

/** Hosts with one standpoint get the same answer from every policy that only these places decide in. */
export const standpointsOf = (standing: Standing): Standpoints => {
  const { siteId, chains, groupOf, tagged, deciding, ownWords = new Map<number, string>() } = standing;
  const heard: string[][] = [[]];
  const numbers = new Map([['', 0]]);
  const chainAt = chains.map((chain) => {
    const own = chain.filter((groupId) => deciding.has(groupId));
    const known = numbers.get(own.join(' '));
    const number = known ?? heard.push(own) - 1;
    numbers.set(own.join(' '), number);
    return number;
  });
  const tags = [...tagged.keys()].filter((tagId) => deciding.has(tagId)).toSorted();
  const { setOf, sets } = tagSets(tags, standing);
  const among = (hostNo: number): number =>
    (chainAt[(groupOf[hostNo] ?? 0) - 1] ?? 0) * sets.length + (setOf[hostNo] ?? 0);
  const places: HostPlace[] = heard.flatMap((groupChain) => sets.map((tagIds) => ({ siteId, groupChain, tagIds })));
  const alone = new Map<number, number>();
  for (const [hostNo, hostId] of ownWords) {
    const place = places[among(hostNo)] ?? { siteId, groupChain: [], tagIds: [] };
    alone.set(hostNo, places.push({ ...place, hostId }) - 1);
  }
  return { of: (hostNo) => alone.get(hostNo) ?? among(hostNo), places };
};
