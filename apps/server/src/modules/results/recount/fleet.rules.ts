import type { Fleet } from '@patchkeep/rules/counting';
import type { IgnoringRule } from '@patchkeep/rules/ignoring';
import { chainsOf, type PlacedRule } from '../verdicts/rules-in-force.rules.ts';

export interface FleetParts {
  members: readonly { siteId: string; groupId: string | null; hostNos: readonly number[] }[];
  groups: readonly { site_id: string; group_id: string; parent_id: string | null }[];
  tags: readonly { siteId: string; tagId: string; hostNos: readonly number[] }[];
  siteIds: readonly string[];
  rules: readonly PlacedRule[];
  /** Numbers of the hosts that rules name. */
  hostNoOf: ReadonlyMap<string, number>;
  /** Version ids by host number, packed. */
  inventories: ReadonlyMap<number, Uint8Array>;
}

/** A fleet and the ids its small numbers stand for. */
export interface NumberedFleet {
  fleet: Omit<Fleet, 'verdicts'>;
  hostNos: Int32Array;
  siteOfHost: string[];
  versionIds: Int32Array;
  siteOfScope: Map<string, string>;
}

const countPacked = (bytes: Uint8Array): number => {
  let count = 0;
  for (const byte of bytes) if (byte < 128) count += 1;
  return count;
};

/** Unpacks all inventories into one array of places, giving each version its place as it is first met. */
const unpackAll = (packed: readonly (Uint8Array | undefined)[]) => {
  const starts = new Int32Array(packed.length + 1);
  packed.forEach((bytes, host) => {
    starts[host + 1] = (starts[host] ?? 0) + (bytes ? countPacked(bytes) : 0);
  });
  const versions = new Int32Array(starts[packed.length] ?? 0);
  const ids: number[] = [];
  let placeOf = new Int32Array(1 << 16);
  let at = 0;
  for (const bytes of packed) {
    let id = 0;
    let distance = 0;
    let shift = 0;
    for (const byte of bytes ?? []) {
      distance |= (byte & 127) << shift;
      if (byte > 127) {
        shift += 7;
        continue;
      }
      id += distance;
      distance = 0;
      shift = 0;
      if (id >= placeOf.length) {
        const wider = new Int32Array(Math.max(placeOf.length * 2, id + 1));
        wider.set(placeOf);
        placeOf = wider;
      }
      // Zero means not met yet, so places are kept one higher.
      if (placeOf[id] === 0) placeOf[id] = ids.push(id);
      versions[at++] = (placeOf[id] ?? 1) - 1;
    }
  }
  return { starts, versions, versionIds: Int32Array.from(ids) };
};

/** Lays a customer's hosts, scopes and rules out for counting. */
export const layOut = (parts: FleetParts): NumberedFleet => {
  const chains = chainsOf(parts.groups);
  const placed = parts.members.flatMap(({ siteId, groupId, hostNos }) =>
    hostNos.map((hostNo) => ({ siteId, groupId, hostNo })),
  );
  placed.sort((a, b) => a.hostNo - b.hostNo);
  const indexOf = new Map(placed.map(({ hostNo }, index) => [hostNo, index]));
  const { starts, versions, versionIds } = unpackAll(placed.map(({ hostNo }) => parts.inventories.get(hostNo)));

  const scopes = new Map<string, number[]>();
  const siteOfScope = new Map<string, string>();
  const scope = (id: string, siteId: string): number[] => {
    const found = scopes.get(id) ?? [];
    scopes.set(id, found);
    siteOfScope.set(id, siteId);
    return found;
  };
  for (const siteId of parts.siteIds) scope(siteId, siteId);
  for (const { group_id, site_id } of parts.groups) scope(group_id, site_id);
  placed.forEach(({ siteId, groupId }, index) => {
    scope(siteId, siteId).push(index);
    if (groupId !== null) for (const id of chains.get(groupId) ?? []) scope(id, siteId).push(index);
  });
  for (const { siteId, tagId, hostNos } of parts.tags) {
    const members = scope(tagId, siteId);
    for (const hostNo of hostNos) {
      const index = indexOf.get(hostNo);
      if (index !== undefined) members.push(index);
    }
  }

  const ruleSets: IgnoringRule[][] = [[]];
  const setNumbers = new Map<string, number>([['', 0]]);
  const numberOf = (rules: readonly PlacedRule[]): number => {
    const key = rules.map((rule) => rule.ruleId).join();
    const known = setNumbers.get(key);
    if (known !== undefined) return known;
    setNumbers.set(key, ruleSets.push([...rules]) - 1);
    return ruleSets.length - 1;
  };
  const ofHosts = Map.groupBy(
    parts.rules.filter((rule) => rule.scopeKind === 2),
    (rule) => parts.hostNoOf.get(rule.scopeId) ?? -1,
  );
  const wide = parts.rules.filter((rule) => rule.scopeKind !== 2);
  const bySpot = new Map<string, PlacedRule[]>();
  const ruleSetOf = Int32Array.from(placed, ({ siteId, groupId, hostNo }) => {
    if (parts.rules.length === 0) return 0;
    const spot = `${siteId} ${groupId}`;
    const above = new Set([siteId, ...(groupId === null ? [] : (chains.get(groupId) ?? []))]);
    const rules = bySpot.get(spot) ?? wide.filter((rule) => rule.siteId === siteId && above.has(rule.scopeId));
    bySpot.set(spot, rules);
    return numberOf([...rules, ...(ofHosts.get(hostNo) ?? [])]);
  });

  return {
    fleet: {
      hostCount: placed.length,
      starts,
      versions,
      ruleSetOf,
      ruleSets,
      scopes: [...scopes].map(([id, hosts]) => ({ id, hosts: Int32Array.from(hosts) })),
    },
    hostNos: Int32Array.from(placed, ({ hostNo }) => hostNo),
    siteOfHost: placed.map(({ siteId }) => siteId),
    versionIds,
    siteOfScope,
  };
};
