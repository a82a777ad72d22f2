import type { HostScopes } from './resolve.ts';

/** Hosts grouped by the deciding scopes they belong to: a hundred thousand hosts form a few cohorts. */
export interface HostCohorts {
  /** The cohort of a host, by its number: an index into `scopes`. */
  of(hostNo: number): number;
  scopes: readonly HostScopes[];
}

/** The groups and tags of the hosts of one site, and the scopes that decide about a subject. */
export interface Membership {
  siteId: string;
  /** The groups that hosts are in, each with those above it, nearest first. */
  chains: readonly (readonly string[])[];
  /** By host number: which of `chains`, counted from 1; 0 for none. */
  groupOf: ArrayLike<number>;
  /** By tag: the numbers of its hosts. */
  tagged: ReadonlyMap<string, readonly number[]>;
  /** The groups and tags that decide. All others make no difference between hosts. */
  deciding: ReadonlySet<string>;
  /** Hosts with an override, by number: each is a cohort of its own. */
  overriddenHosts?: ReadonlyMap<number, string>;
}

/** Gives every set of tags a number: a host's grows by one tag at a time. */
const tagSets = (tags: readonly string[], { tagged, groupOf }: Membership) => {
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

/** Hosts of one cohort get the same answer from every policy in which only these scopes decide. */
export const hostCohortsOf = (membership: Membership): HostCohorts => {
  const { siteId, chains, groupOf, tagged, deciding, overriddenHosts = new Map<number, string>() } = membership;
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
  const { setOf, sets } = tagSets(tags, membership);
  const among = (hostNo: number): number =>
    (chainAt[(groupOf[hostNo] ?? 0) - 1] ?? 0) * sets.length + (setOf[hostNo] ?? 0);
  const scopes: HostScopes[] = heard.flatMap((groupChain) => sets.map((tagIds) => ({ siteId, groupChain, tagIds })));
  const alone = new Map<number, number>();
  for (const [hostNo, hostId] of overriddenHosts) {
    const hostScopes = scopes[among(hostNo)] ?? { siteId, groupChain: [], tagIds: [] };
    alone.set(hostNo, scopes.push({ ...hostScopes, hostId }) - 1);
  }
  return { of: (hostNo) => alone.get(hostNo) ?? among(hostNo), scopes };
};
