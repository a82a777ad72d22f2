import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import type { Context } from '../../platform/context.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { loadMembers } from '../results/public.ts';
import { listTagged } from './holders.queries.ts';
import type { Place, Places } from './places.service.ts';
import {
  type CountedChannel,
  readCountRevision,
  selectCountedChannels,
  selectUpdateHosts,
  type UpdateHosts,
} from './subjects.queries.ts';
import { classKey } from './subjects.service.ts';

/** How much of a subject there is at a place. */
export interface Counted {
  hosts: number;
  insecureHosts: number;
  worstStatus: VulnerabilityStatus | null;
  versions: number;
}

/** The scopes that numbers were counted for and that make up a place. */
const scopesOf = (place: Place, places: Places): readonly string[] =>
  place.level === 'system' ? places.siteIds : [place.scopeId];

const worstOf = ({ zeroday, insecure, eol, hosts }: CountedChannel): VulnerabilityStatus | null => {
  if (zeroday > 0) return 'zeroday';
  if (insecure > 0) return 'insecure';
  if (eol > 0) return 'eol';
  return hosts > 0 ? 'ok' : null;
};

export const countChannels = async (context: Context, place: Place, places: Places): Promise<Map<string, Counted>> => {
  const rows = await selectCountedChannels(context.tx, places.customerId, scopesOf(place, places));
  return new Map(
    rows.map((row) => [
      row.channel_tag,
      {
        hosts: row.hosts,
        insecureHosts: row.insecure + row.zeroday,
        worstStatus: worstOf(row),
        versions: row.versions,
      },
    ]),
  );
};

/** Which hosts of a site are at a place; undefined when all are. */
export const membersAt = async (context: Context, place: Place, places: Places): Promise<Uint8Array | undefined> => {
  if (place.level === 'system' || place.level === 'site') return undefined;
  const { groups, groupOf } = await loadMembers(context);
  const isThere = new Uint8Array(groupOf.length);
  if (place.level === 'group') {
    const isReached = groups.map((group) => group !== null && places.chainOf(group).includes(place.scopeId));
    groupOf.forEach((at, hostNo) => {
      if (at > 0 && isReached[at - 1]) isThere[hostNo] = 1;
    });
    return isThere;
  }
  const tagged = await listTagged(context.tx, places.customerId, place.siteId ?? '', [place.scopeId]);
  for (const hostNo of tagged.get(place.scopeId) ?? []) if ((groupOf[hostNo] ?? 0) > 0) isThere[hostNo] = 1;
  return isThere;
};

const count = (rows: readonly UpdateHosts[], isThere: Uint8Array | undefined): Map<string, number> => {
  const counts = new Map<string, number>();
  const add = (subject: string, hosts: number) => counts.set(subject, (counts.get(subject) ?? 0) + hosts);
  for (const own of Map.groupBy(rows, (row) => `${row.site_id} ${classKey(row.classification)}`).values()) {
    const ofClass = new Set<number>();
    for (const row of own) {
      const ofUpdate = new Set<number>();
      for (const list of [row.missing_host_nos, row.pending_host_nos])
        for (const hostNo of unpackNumbers(list))
          if (!isThere || isThere[hostNo] === 1) {
            ofUpdate.add(hostNo);
            ofClass.add(hostNo);
          }
      if (ofUpdate.size > 0) add(`kb:${row.kb}`, ofUpdate.size);
    }
    const [first] = own;
    if (first && first.classification !== '' && ofClass.size > 0) add(classKey(first.classification), ofClass.size);
  }
  return counts;
};

const mostRemembered = 200;
const remembered = new Map<string, { revision: number; counts: Map<string, number> }>();

/**
 * Hosts that need each Windows update at a place, and each classification. Every list of hosts has to be gone through
 * for a group or tag, so the numbers are kept until the customer is counted anew.
 */
export const countUpdates = async (context: Context, place: Place, places: Places): Promise<Map<string, number>> => {
  const revision = await readCountRevision(context.tx, places.customerId);
  const key = [place.scopeId, ...places.siteIds].join(' ');
  const known = remembered.get(key);
  if (known?.revision === revision) return known.counts;
  const rows = await selectUpdateHosts(context.tx, places.customerId, places.siteIds);
  const counts = count(rows, await membersAt(context, place, places));
  remembered.delete(key);
  remembered.set(key, { revision, counts });
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  return counts;
};
