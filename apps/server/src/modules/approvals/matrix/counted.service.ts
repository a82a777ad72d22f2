import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { keyOfKb } from '@patchkeep/rules/kb';
import { BoundedMap } from '../../../platform/bounded-map.ts';
import type { Context } from '../../../platform/context.ts';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { loadMembers } from '../../results/public.ts';
import { listTagged } from '../policy/holders.queries.ts';
import type { Scope, Scopes } from '../policy/scopes.service.ts';
import {
  type CountedChannel,
  readCountRevision,
  selectCountedChannels,
  selectUpdateHosts,
  type UpdateHosts,
} from '../policy/subjects.queries.ts';
import { classKey } from '../policy/subjects.service.ts';

/** How much of a subject there is at a scope. */
export interface Counted {
  hosts: number;
  insecureHosts: number;
  worstStatus: VulnerabilityStatus | null;
  versions: number;
}

/** The counted scopes that a scope consists of. */
const scopesOf = (scope: Scope, scopes: Scopes): readonly string[] =>
  scope.level === 'system' ? scopes.siteIds : [scope.scopeId];

const worstOf = ({ zeroday, insecure, eol, hosts }: CountedChannel): VulnerabilityStatus | null => {
  if (zeroday > 0) return 'zeroday';
  if (insecure > 0) return 'insecure';
  if (eol > 0) return 'eol';
  return hosts > 0 ? 'ok' : null;
};

export const countChannels = async (context: Context, scope: Scope, scopes: Scopes): Promise<Map<string, Counted>> => {
  const rows = await selectCountedChannels(context.tx, scopes.customerId, scopesOf(scope, scopes));
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

/** Which hosts of a site are at a scope; undefined when all are. */
export const membersAt = async (context: Context, scope: Scope, scopes: Scopes): Promise<Uint8Array | undefined> => {
  if (scope.level === 'system' || scope.level === 'site') return undefined;
  const { groups, groupOf } = await loadMembers(context);
  const isThere = new Uint8Array(groupOf.length);
  if (scope.level === 'group') {
    const isReached = groups.map((group) => group !== null && scopes.chainOf(group).includes(scope.scopeId));
    groupOf.forEach((at, hostNo) => {
      if (at > 0 && isReached[at - 1]) isThere[hostNo] = 1;
    });
    return isThere;
  }
  const tagged = await listTagged(context.tx, scopes.customerId, scope.siteId ?? '', [scope.scopeId]);
  for (const hostNo of tagged.get(scope.scopeId) ?? []) if ((groupOf[hostNo] ?? 0) > 0) isThere[hostNo] = 1;
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
      if (ofUpdate.size > 0) add(keyOfKb(row.kb), ofUpdate.size);
    }
    const [first] = own;
    if (first && first.classification !== '' && ofClass.size > 0) add(classKey(first.classification), ofClass.size);
  }
  return counts;
};

const remembered = new BoundedMap<string, { revision: number; counts: Map<string, number> }>(200);

/**
 * Hosts that need each Windows update at a scope, and each classification. Every list of hosts has to be gone through
 * for a group or tag, so the numbers are kept until the customer is counted anew.
 */
export const countUpdates = async (context: Context, scope: Scope, scopes: Scopes): Promise<Map<string, number>> => {
  const revision = await readCountRevision(context.tx, scopes.customerId);
  const key = [scope.scopeId, ...scopes.siteIds].join(' ');
  const known = remembered.get(key);
  if (known?.revision === revision) return known.counts;
  const rows = await selectUpdateHosts(context.tx, scopes.customerId, scopes.siteIds);
  const counts = count(rows, await membersAt(context, scope, scopes));
  remembered.set(key, { revision, counts });
  return counts;
};
