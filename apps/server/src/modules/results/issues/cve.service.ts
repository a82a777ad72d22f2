import type { applications } from '@patchkeep/contract/applications';
import type { Returned } from '@patchkeep/contract/endpoint';
import { articleOfKb } from '@patchkeep/rules/kb';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { listGroups, siteOf } from '../../hosts/public.ts';
import { listRules } from '../../ignores/public.ts';
import { rounded, statusWord } from '../results.presenter.ts';
import { findCve, selectUpdatesFor } from '../verdicts/cves.queries.ts';
import { readEvidence, readFixes } from '../verdicts/evidence.service.ts';
import { comparerOf, covers, loadHolders, loadRules, touching, verdictsOf } from '../verdicts/exposure.service.ts';
import { answerEach, type Holders, tally } from '../verdicts/holders.rules.ts';
import { type JudgedVersion, selectJudged, selectVersionsWithCve } from '../verdicts/versions.queries.ts';

type CveInfo = typeof applications.cve;

const byGroup = async (context: Context, holders: Holders) => {
  const { customerId, siteId } = siteOf(context);
  const titles = new Map((await listGroups(context.tx, customerId, siteId)).map((row) => [row.group_id, row.title]));
  return [...tally(holders.hostNos, holders.groupOf)]
    .map(([groupUuid, hosts]) => ({
      groupUuid,
      groupName: groupUuid === null ? null : (titles.get(groupUuid) ?? null),
      hosts,
    }))
    .toSorted((a, b) => b.hosts - a.hosts);
};

/** What a CVE is to this site first, and what it is in theory after that. */
export const readCve = async (context: Context, cveId: string): Promise<Returned<CveInfo>> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const row = await findCve(tx, cveId);
  if (!row) throw notFound();
  const held = await selectVersionsWithCve(tx, customerId, siteId, row.cve_no);
  const ids = held.map((each) => each.version_id);
  const versions = await selectJudged(tx, customerId, ids);
  const holders = await loadHolders(context, ids);
  const verdicts = await verdictsOf(context, versions);
  const compare = comparerOf(versions);
  const rulesAt = await loadRules(context);
  const isIgnored = answerEach(holders, rulesAt, (versionIds, rules) =>
    versionIds.every((id) => {
      const verdict = verdicts.get(id);
      return verdict !== undefined && covers(touching(rules, verdict, compare), row.cve_no);
    }),
  );
  const hostsOf = new Map(held.map((each) => [each.version_id, each.hosts]));
  const byCombination = tally(holders.hostNos, (hostNo) => holders.combinationOf[hostNo] ?? 0);
  /** Hosts with any of these versions. */
  const hostsWith = (own: readonly JudgedVersion[]): number =>
    [...byCombination].reduce(
      (sum, [combination, hosts]) =>
        own.some((version) => holders.combinations[combination]?.includes(version.version_id)) ? sum + hosts : sum,
      0,
    );
  const evidence = await readEvidence(tx, versions, cveId);
  const fixOf = await readFixes(tx, versions, [row.cve_no]);
  const software = [...Map.groupBy(versions, (version) => version.application_id)].map(([applicationId, own]) => ({
    applicationId,
    channelTag: own[0]?.channel_tag ?? null,
    name: own[0]?.name ?? '',
    versions: own.map((version) => ({
      versionId: version.version_id,
      version: version.reported_version,
      hosts: hostsOf.get(version.version_id) ?? 0,
      status: statusWord(version.status),
      evidence: evidence.get(version.version_id) ?? [],
    })),
    hosts: hostsWith(own),
    fixedVersion: fixOf(row.cve_no, own),
    recommendedVersion: own.find((version) => version.recommended_version !== null)?.recommended_version ?? null,
  }));
  const decisions = await listRules(context, { cveId });
  return {
    cveId,
    title: row.title,
    description: row.description,
    published: row.published_on,
    modified: row.modified_at?.toISOString() ?? null,
    exploited:
      row.exploited_on === null
        ? null
        : { on: row.exploited_on, due: row.exploited_due, isRansomware: row.is_ransomware, action: row.action ?? '' },
    isRejected: row.is_rejected,
    isDisputed: row.is_disputed,
    epss: row.epss === null ? null : { score: rounded(row.epss) ?? 0, percentile: rounded(row.percentile) ?? 0 },
    exposure: {
      hosts: holders.hostNos.length,
      ignoredHosts: tally(holders.hostNos, isIgnored).get(true) ?? 0,
      byGroup: await byGroup(context, holders),
    },
    software,
    windowsUpdates: (await selectUpdatesFor(tx, customerId, siteId, row.cve_no)).map((update) => ({
      kbArticle: articleOfKb(update.kb),
      title: update.title,
      hostsMissing: update.missing,
    })),
    scores: row.cvss_all,
    references: row.reference_urls,
    feeds: row.feeds,
    decisions: decisions.map((rule) => ({
      ignoreRuleUuid: rule.ignoreRuleUuid,
      scope: rule.scope,
      scopeName: rule.scopeName,
      reasonKind: rule.reasonKind,
      reason: rule.reason,
      owner: rule.owner,
      expires: rule.expires,
      state: rule.state,
    })),
  };
};
