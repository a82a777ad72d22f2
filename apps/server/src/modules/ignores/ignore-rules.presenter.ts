import type { IgnoreRule } from '@patchkeep/contract/ignore-rules';
import { ignoreReasonKinds, ignoreScopes } from '@patchkeep/contract/ignore-rules';
import { coversRule, ignoreState, type PlacedTarget } from '@patchkeep/rules/ignoring';
import { compareVersions, isScheme } from '@patchkeep/versions/schemes';
import type { ListedRenewal, ListedRule } from './ignore-rules.queries.ts';

/** A CVE that no feed knows keeps its rule, which then matches nothing: no number is below one. */
const unknownCve = -1;

const placedTarget = (row: ListedRule): PlacedTarget => ({
  scopeId: row.scope_id,
  applicationId: row.application_id,
  cveNo: row.cve_id === null ? null : (row.cve_no ?? unknownCve),
  versionFrom: row.version_from,
  versionTo: row.version_to,
});

const presentRenewal = (row: ListedRenewal): IgnoreRule['history'][number] => ({
  at: row.at.toISOString(),
  by: row.by ?? '',
  expiredBefore: row.expired_before.toISOString(),
  expires: row.expires_at.toISOString(),
  reason: row.reason,
});

export interface RuleSurroundings {
  now: Date;
  renewals: readonly ListedRenewal[];
  /** All rules of the site, to find those that cover another. */
  all: readonly ListedRule[];
  /** A group's id and those of the groups above it. */
  chainOf: (groupId: string) => readonly string[];
}

/** The rule in force that makes this one needless. Of two alike, the later is the duplicate. */
const duplicateOf = (row: ListedRule, { all, now, chainOf }: RuleSurroundings): string | null => {
  const isInForce = (rule: ListedRule): boolean => rule.revoked_at === null && rule.expires_at > now;
  if (!isInForce(row)) return null;
  const groups = row.scope_kind === 1 ? chainOf(row.scope_id) : row.host_group_id ? chainOf(row.host_group_id) : [];
  const above = new Set([row.scope_id, row.site_id, ...groups]);
  const compare = (_application: number, a: string, b: string): number | undefined =>
    compareVersions(row.scheme !== null && isScheme(row.scheme) ? row.scheme : 'generic', a, b);
  const target = placedTarget(row);
  const found = all.find((other) => {
    if (other.rule_id === row.rule_id || !isInForce(other)) return false;
    const otherTarget = placedTarget(other);
    if (!coversRule(otherTarget, target, above, compare)) return false;
    const isAlike = other.scope_id === row.scope_id && coversRule(target, otherTarget, above, compare);
    return !isAlike || other.rule_id < row.rule_id;
  });
  return found?.rule_id ?? null;
};

export const presentRule = (row: ListedRule, surroundings: RuleSurroundings): IgnoreRule => {
  const state = ignoreState({ expiresAt: row.expires_at, revokedAt: row.revoked_at }, surroundings.now);
  return {
    ignoreRuleUuid: row.rule_id,
    scope: ignoreScopes[row.scope_kind] ?? 'site',
    scopeUuid: row.scope_kind === 0 ? null : row.scope_id,
    scopeName: row.scope_name ?? '',
    target: {
      applicationId: row.application_id,
      applicationName: row.application_name,
      versionFrom: row.version_from,
      versionTo: row.version_to,
      cveId: row.cve_id,
    },
    reasonKind: ignoreReasonKinds.find((kind) => kind === row.reason_kind) ?? 'other',
    reason: row.reason,
    ownerUuid: row.owner_id,
    owner: row.owner ?? '',
    created: row.created_at.toISOString(),
    expires: row.expires_at.toISOString(),
    state,
    renewals: row.renewals,
    history: surroundings.renewals.filter((renewal) => renewal.rule_id === row.rule_id).map(presentRenewal),
    hits: row.hits,
    matchesNothing: row.hits === 0 && (state === 'active' || state === 'expiring'),
    duplicateOfUuid: duplicateOf(row, surroundings),
    serialNumber: row.serial_number,
  };
};
