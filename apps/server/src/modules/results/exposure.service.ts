import { type Effective, type IgnoringRule, touches, underRules, worstOf } from '@patchkeep/rules/ignoring';
import type { CompareVersions, VersionVerdict } from '@patchkeep/rules/ignoring';
import type { Context } from '../../platform/context.ts';
import { listCountedHosts, listGroupTree, listHostNumbers, siteOf } from '../hosts/public.ts';
import { listRulesInForce } from '../ignores/public.ts';
import { listHoldersOf } from '../inventory/public.ts';
import { selectExploitedOf } from './cves.queries.ts';
import { placedRule, rulesByPlace } from './rules-in-force.rules.ts';
import { comparerFor } from './versions.rules.ts';
import { verdictOf } from './verdict.rules.ts';
import type { JudgedVersion } from './versions.queries.ts';

/** The rules in force in the site, found by where a host is. */
export const loadRules = async (context: Context) => {
  const { customerId, siteId } = siteOf(context);
  const { tx, now } = context;
  const rules = (await listRulesInForce(tx, customerId, now)).map(placedRule).filter((rule) => rule.siteId === siteId);
  if (rules.length === 0) return () => [];
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

export interface Holder {
  hostNo: number;
  groupId: string | null;
  versionIds: number[];
}

/** The counted hosts of the site that have any of these versions. */
export const loadHolders = async (context: Context, versionIds: readonly number[]): Promise<Holder[]> => {
  const { customerId } = siteOf(context);
  const { tx, now } = context;
  const lists = await listHoldersOf(tx, customerId, versionIds);
  const groupOf = new Map<number, string | null>();
  for (const { groupId, hostNos } of await listCountedHosts(tx, customerId, now))
    for (const hostNo of hostNos) groupOf.set(hostNo, groupId);
  const holders = new Map<number, Holder>();
  for (const [versionId, hostNos] of lists)
    for (const hostNo of hostNos) {
      const groupId = groupOf.get(hostNo);
      if (groupId === undefined) continue;
      const holder = holders.get(hostNo);
      if (holder) holder.versionIds.push(versionId);
      else holders.set(hostNo, { hostNo, groupId, versionIds: [versionId] });
    }
  return [...holders.values()];
};

/** What versions come to on a host; the same few answers serve a hundred thousand hosts. */
export const judge = (verdicts: ReadonlyMap<number, VersionVerdict>, rulesAt: RulesAt, compare: CompareVersions) => {
  const known = new Map<string, Effective>();
  return ({ hostNo, groupId, versionIds }: Holder): Effective => {
    const rules = rulesAt(groupId, hostNo);
    const key = `${rules.map((rule) => rule.ruleId).join()}|${versionIds.join()}`;
    const found = known.get(key);
    if (found) return found;
    const answer = worstOf(
      versionIds.flatMap((id) => {
        const verdict = verdicts.get(id);
        return verdict ? [underRules(verdict, touching(rules, verdict, compare))] : [];
      }),
    );
    known.set(key, answer);
    return answer;
  };
};
