import { BoundedMap } from '../../../platform/bounded-map.ts';
import type { Context } from '../../../platform/context.ts';
import { listCountedHosts, siteOf } from '../../hosts/public.ts';
import { readMembersHash } from './membership.queries.ts';

/** Which hosts count in a site, and the group of each; hosts are small numbers, so an array says it at once. */
export interface Members {
  groups: (string | null)[];
  /** By host number: the place of its group, one higher; 0 for a host that does not count. */
  groupOf: Uint16Array | Int32Array;
}

/** By site. */
const remembered = new BoundedMap<string, { hash: string; members: Members }>(50);

const lay = (parts: Awaited<ReturnType<typeof listCountedHosts>>): Members => {
  const groups = [...new Set(parts.map((part) => part.groupId))];
  const highest = parts.reduce((most, part) => part.hostNos.reduce((a, b) => Math.max(a, b), most), 0);
  const groupOf = groups.length < 65_000 ? new Uint16Array(highest + 1) : new Int32Array(highest + 1);
  for (const { groupId, hostNos } of parts) {
    const place = groups.indexOf(groupId) + 1;
    for (const hostNo of hostNos) groupOf[hostNo] = place;
  }
  return { groups, groupOf };
};

/**
 * The members of the site, as of the last count: a list must show the hosts that its number counted. Reading a hundred
 * thousand of them takes longer than a page may, so they are kept until a count sees others.
 */
export const loadMembers = async (context: Context): Promise<Members> => {
  const { customerId, siteId } = siteOf(context);
  const hash = await readMembersHash(context.tx, customerId);
  const known = remembered.get(siteId);
  if (known && hash !== undefined && known.hash === hash) return known.members;
  const parts = await listCountedHosts(context.tx, customerId, context.now);
  const members = lay(parts.filter((part) => part.siteId === siteId));
  if (hash === undefined) remembered.delete(siteId);
  else remembered.set(siteId, { hash, members });
  return members;
};
