import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { ignoreRules, IgnoreTarget } from '@patchkeep/contract/ignore-rules';
import { coversRule, type IgnoredTarget, underRules, type VersionVerdict } from '@patchkeep/rules/ignoring';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { findHost, groupReach, listGroupTree, selectHosts, siteOf } from '../../hosts/public.ts';
import { listRulesInForce, scopeIdOf } from '../../ignores/public.ts';
import { findCve } from '../verdicts/cves.queries.ts';
import { comparerOf, loadHolders, loadRules, touching, verdictsOf } from '../verdicts/exposure.service.ts';
import { answerEach, tally } from '../verdicts/holders.rules.ts';
import { chainsOf, placedRule } from '../verdicts/rules-in-force.rules.ts';
import { selectHeldVersions, selectJudged, selectVersionsWithCve } from '../verdicts/versions.queries.ts';
import { nextHosts } from './application-hosts.service.ts';

type Preview = typeof ignoreRules.preview;
const samples = 10;

/** What is ignored, and where. */
export type PlacedTarget = Pick<Received<Preview>['body'], 'scope' | 'scopeUuid'> & {
  target: Pick<IgnoreTarget, 'applicationId' | 'cveId' | 'versionFrom' | 'versionTo'>;
};

/** The hosts on which a rule would keep something uncounted, by the functions that will do it. */
export const reachedBy = async (context: Context, given: PlacedTarget) => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const { applicationId, cveId, versionFrom, versionTo } = given.target;
  const scopeId = await scopeIdOf(context, given.scope, given.scopeUuid);
  const cve = cveId === null ? undefined : await findCve(tx, cveId);
  if (cveId !== null && !cve) throw notFound();
  const target = { ruleId: '', applicationId, cveNo: cve?.cve_no ?? null, versionFrom, versionTo };
  const held =
    applicationId !== null
      ? await selectHeldVersions(tx, customerId, siteId, applicationId)
      : await selectVersionsWithCve(tx, customerId, siteId, cve?.cve_no ?? 0);
  const versions = await selectJudged(
    tx,
    customerId,
    held.map((row) => row.version_id),
  );
  const verdicts = await verdictsOf(context, versions);
  const compare = comparerOf(versions);
  const touched = [...verdicts.values()].filter((verdict) => touching([target], verdict, compare).length > 0);
  const reach = given.scope === 'group' ? new Set(await groupReach(context, scopeId)) : undefined;
  const host = given.scope === 'host' ? await findHost(context, scopeId) : undefined;
  const holders = await loadHolders(
    context,
    touched.map((verdict) => verdict.versionId),
  );
  const isReached = (hostNo: number): boolean => {
    const groupId = holders.groupOf(hostNo);
    return (!reach || (groupId !== null && reach.has(groupId))) && (!host || host.host_no === hostNo);
  };
  const reached = holders.hostNos.filter(isReached);
  return { reached, holders, touched, target, scopeId, host, compare, verdicts };
};

/** Whether one more rule changes what a version counts as under those that touch it already. */
const changes = (verdict: VersionVerdict, before: readonly IgnoredTarget[], added: IgnoredTarget): boolean => {
  const [then, now] = [underRules(verdict, before), underRules(verdict, [...before, added])];
  return then.status !== now.status || then.isIgnored !== now.isIgnored;
};

/** What a rule would keep uncounted. */
export const previewRule = async (context: Context, given: Received<Preview>['body']): Promise<Returned<Preview>> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const { reached, holders, touched, target, scopeId, host, compare, verdicts } = await reachedBy(context, given);
  const byCombination = [...tally(reached, (hostNo) => holders.combinationOf[hostNo] ?? 0)];
  const changedOn = answerEach(holders, await loadRules(context), (versionIds, rules) =>
    versionIds.reduce((sum, id) => {
      const verdict = verdicts.get(id);
      return sum + Number(verdict !== undefined && changes(verdict, touching(rules, verdict, compare), target));
    }, 0),
  );
  const found = new Set(byCombination.flatMap(([combination]) => holders.combinations[combination] ?? []));
  const names = await nextHosts(context, new Set(reached), {
    after: undefined,
    limit: samples,
  });
  const listed = await selectHosts(
    tx,
    { customerId, siteId, view: 'all', hostIds: names.map((row) => row.host_id) },
    { sort: 'hostName', order: 'asc', limit: samples },
  );
  const chains = chainsOf(await listGroupTree(tx, customerId));
  const group = given.scope === 'group' ? scopeId : (host?.group_id ?? null);
  const above = new Set([scopeId, siteId, ...(group === null ? [] : (chains.get(group) ?? []))]);
  const inForce = (await listRulesInForce(tx, customerId, context.now)).map(placedRule);
  const covering = inForce.find(
    (rule) => rule.siteId === siteId && coversRule(rule, { ...target, scopeId }, above, compare),
  );
  return {
    hosts: reached.length,
    applications: new Set(touched.filter((each) => found.has(each.versionId)).map((each) => each.applicationId)).size,
    installations: byCombination.reduce(
      (sum, [combination, hosts]) => sum + hosts * (holders.combinations[combination]?.length ?? 0),
      0,
    ),
    changedInstallations: reached.reduce((sum, hostNo) => sum + changedOn(hostNo), 0),
    sampleHosts: listed.map((row) => ({ uuid: row.host_id, hostName: row.host_name })),
    duplicateOfUuid: covering?.ruleId ?? null,
  };
};
