import { type Effective, type IgnoringRule, touches, underRules, worstOf } from '@patchkeep/rules/ignoring';
import type { CompareVersions, VersionVerdict } from '@patchkeep/rules/ignoring';
import type { Context } from '../../../platform/context.ts';
import { listGroupTree, listHostNumbers, siteOf } from '../../hosts/public.ts';
import { listRulesInForce } from '../../ignores/public.ts';
import { listHoldersOf } from '../../inventory/public.ts';
import { selectExploitedOf } from './cves.queries.ts';
import { answerEach, type Holders, holdersOf } from './holders.rules.ts';
import { loadMembers } from './membership.service.ts';
import { type PlacedRule, placedRule, rulesByPlace } from './rules-in-force.rules.ts';
import { verdictOf } from './verdict.rules.ts';
import type { JudgedVersion } from './versions.queries.ts';
import { comparerFor } from './versions.rules.ts';

const none: PlacedRule[] = [];

/** The rules in force anywhere in the site. */
export const listSiteRules = async (context: Context): Promise<PlacedRule[]> => {
  const { customerId, siteId } = siteOf(context);
  const rules = await listRulesInForce(context.tx, customerId, context.now);
  return rules.map(placedRule).filter((rule) => rule.siteId === siteId);
};

/** The rules in force in the site, found by where a host is. */
export const loadRules = async (
  context: Context,
): Promise<(groupId: string | null, hostNo: number) => PlacedRule[]> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const rules = await listSiteRules(context);
  if (rules.length === 0) return () => none;
  const named = rules.filter((rule) => rule.scopeKind === 2).map((rule) => rule.scopeId);
  const numbers = named.length === 0 ? [] : await listHostNumbers(tx, customerId, named);
  return rulesByPlace(siteId, rules, await listGroupTree(tx, customerId), numbers);
};
export type RulesAt = Awaited<ReturnType<typeof loadRules>>;

/** Verdicts of versions as counting knows them, by id. */
export const verdictsOf = async (
  context: Context,
  versions: readonly JudgedVersion[],
): Promise<Map<number, VersionVerdict>> => {
  const today = context.now.toISOString().slice(0, 10);
  const exploited = await selectExploitedOf(context.tx, [...new Set(versions.flatMap((row) => row.cve_nos))]);
  return new Map(versions.map((row) => [row.version_id, verdictOf(row, exploited, today)]));
};

export const comparerOf = (versions: readonly JudgedVersion[]): CompareVersions =>
  comparerFor(new Map(versions.flatMap((row) => (row.scheme === null ? [] : [[row.application_id, row.scheme]]))));

export const touching = (
  rules: readonly IgnoringRule[],
  verdict: VersionVerdict,
  compare: CompareVersions,
): IgnoringRule[] => rules.filter((rule) => touches(rule, verdict, compare));

/** Whether rules that touch a version take a CVE of it out of the count: by name, or with the whole version. */
export const covers = (touchingRules: readonly IgnoringRule[], cveNo: number): boolean =>
  touchingRules.some((rule) => rule.cveNo === null || rule.cveNo === cveNo);

/** The counted hosts of the site that have any of these versions. */
export const loadHolders = async (context: Context, versionIds: readonly number[]): Promise<Holders> => {
  const lists = await listHoldersOf(context.tx, siteOf(context).customerId, versionIds);
  return holdersOf(lists, await loadMembers(context));
};

/** What versions come to on each host. */
export const judge = (
  holders: Holders,
  verdicts: ReadonlyMap<number, VersionVerdict>,
  rulesAt: RulesAt,
  compare: CompareVersions,
): ((hostNo: number) => Effective) =>
  answerEach(holders, rulesAt, (versionIds, rules) =>
    worstOf(
      versionIds.flatMap((id) => {
        const verdict = verdicts.get(id);
        return verdict ? [underRules(verdict, touching(rules, verdict, compare))] : [];
      }),
    ),
  );

/** Hosts that hold some versions, with all that those are judged by on each host. */
export interface JudgedHolders {
  holders: Holders;
  verdicts: ReadonlyMap<number, VersionVerdict>;
  rulesAt: RulesAt;
  compare: CompareVersions;
}

/** Whether a host has a version with the CVE that no rule covers there. */
export const hasOpenCve = (
  { holders, verdicts, rulesAt, compare }: JudgedHolders,
  cveNo: number,
): ((hostNo: number) => boolean) =>
  answerEach(holders, rulesAt, (versionIds, rules) =>
    versionIds.some((id) => {
      const verdict = verdicts.get(id);
      return verdict?.cveNos.includes(cveNo) === true && !covers(touching(rules, verdict, compare), cveNo);
    }),
  );
