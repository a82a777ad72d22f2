import type { IgnoringRule } from '@patchkeep/rules/ignoring';

/** A rule and where it is in force. */
export interface PlacedRule extends IgnoringRule {
  siteId: string;
  /** 0 site, 1 group, 2 host. */
  scopeKind: number;
  scopeId: string;
}

interface StoredRule {
  rule_id: string;
  site_id: string;
  scope_kind: number;
  scope_id: string;
  application_id: number | null;
  cve_id: string | null;
  cve_no: number | null;
  version_from: string | null;
  version_to: string | null;
}

export const placedRule = (rule: StoredRule): PlacedRule => ({
  ruleId: rule.rule_id,
  siteId: rule.site_id,
  scopeKind: rule.scope_kind,
  scopeId: rule.scope_id,
  applicationId: rule.application_id,
  // A CVE no feed has told of yet matches nothing: numbers begin at one.
  cveNo: rule.cve_id === null ? null : (rule.cve_no ?? 0),
  versionFrom: rule.version_from,
  versionTo: rule.version_to,
});

interface GroupNode {
  group_id: string;
  parent_id: string | null;
}

/** Groups by id with those above them, nearest first. */
export const chainsOf = (groups: readonly GroupNode[]): Map<string, string[]> => {
  const parents = new Map(groups.map((group) => [group.group_id, group.parent_id]));
  return new Map(
    groups.map(({ group_id }) => {
      const chain: string[] = [];
      for (let at: string | null = group_id; at !== null && !chain.includes(at); at = parents.get(at) ?? null)
        chain.push(at);
      return [group_id, chain];
    }),
  );
};

/** Which rules reach a host, by its group and number. */
export const rulesByPlace = (
  siteId: string,
  rules: readonly PlacedRule[],
  groups: readonly GroupNode[],
  numbers: readonly { host_id: string; host_no: number }[],
) => {
  const chains = chainsOf(groups);
  const hostNoOf = new Map(numbers.map((row) => [row.host_id, row.host_no]));
  const own = rules.filter((rule) => rule.siteId === siteId);
  const wide = own.filter((rule) => rule.scopeKind !== 2);
  const ofHosts = Map.groupBy(
    own.filter((rule) => rule.scopeKind === 2),
    (rule) => hostNoOf.get(rule.scopeId) ?? -1,
  );
  const byGroup = new Map<string | null, PlacedRule[]>();
  const byHost = new Map<number, PlacedRule[]>();
  return (groupId: string | null, hostNo: number): PlacedRule[] => {
    let found = byGroup.get(groupId);
    if (!found) {
      const above = new Set([siteId, ...(groupId === null ? [] : (chains.get(groupId) ?? []))]);
      found = wide.filter((rule) => above.has(rule.scopeId));
      byGroup.set(groupId, found);
    }
    const more = ofHosts.get(hostNo);
    if (!more) return found;
    // The same list for the same place, so that what was worked out for it can be found again.
    const both = byHost.get(hostNo) ?? [...found, ...more];
    byHost.set(hostNo, both);
    return both;
  };
};
