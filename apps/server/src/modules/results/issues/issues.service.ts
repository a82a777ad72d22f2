import type { applications, Issue } from '@patchkeep/contract/applications';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { CompareVersions, VersionVerdict } from '@patchkeep/rules/ignoring';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/http/cursor.ts';
import { siteOf } from '../../hosts/public.ts';
import { readApplication } from '../applications/applications.service.ts';
import { presentIssue, presentVersion, worstCveFirst } from '../results.presenter.ts';
import { type CveRow, selectCves } from '../verdicts/cves.queries.ts';
import { readFixes } from '../verdicts/evidence.service.ts';
import {
  comparerOf,
  covers,
  loadHolders,
  loadRules,
  type RulesAt,
  touching,
  verdictsOf,
} from '../verdicts/exposure.service.ts';
import { answerEach, type Holders, tally } from '../verdicts/holders.rules.ts';
import { type JudgedVersion, selectHeldVersions, selectJudged } from '../verdicts/versions.queries.ts';

type Issues = typeof applications.issues;

/** Hosts per CVE, and those where rules ignore it in every version they have. */
export const exposureByCve = (
  holders: Holders,
  verdicts: ReadonlyMap<number, VersionVerdict>,
  rulesAt: RulesAt,
  compare: CompareVersions,
) => {
  const lookAt = answerEach(holders, rulesAt, (versionIds, rules) => {
    const open = new Set<number>();
    const covered = new Set<number>();
    for (const id of versionIds) {
      const verdict = verdicts.get(id);
      if (!verdict) continue;
      const own = touching(rules, verdict, compare);
      for (const cveNo of verdict.cveNos) (covers(own, cveNo) ? covered : open).add(cveNo);
    }
    return { open, all: new Set([...open, ...covered]) };
  });
  const exposure = new Map<number, { hosts: number; ignoredHosts: number }>();
  for (const [{ open, all }, count] of tally(holders.hostNos, lookAt))
    for (const cveNo of all) {
      const before = exposure.get(cveNo) ?? { hosts: 0, ignoredHosts: 0 };
      exposure.set(cveNo, {
        hosts: before.hosts + count,
        ignoredHosts: before.ignoredHosts + (open.has(cveNo) ? 0 : count),
      });
    }
  return exposure;
};

/** The CVEs of some versions, worst first; and how to present those that are shown, with their hosts in the site. */
export const issuesOf = async (context: Context, versions: readonly JudgedVersion[]) => {
  const cveNos = [...new Set(versions.flatMap((row) => row.cve_nos))];
  const rows = (await selectCves(context.tx, cveNos)).toSorted(worstCveFirst);
  const holders = await loadHolders(
    context,
    versions.map((row) => row.version_id),
  );
  const verdicts = await verdictsOf(context, versions);
  const exposure = exposureByCve(holders, verdicts, await loadRules(context), comparerOf(versions));
  const present = async (shown: readonly CveRow[]): Promise<Issue[]> => {
    const shownNos = shown.map((row) => row.cve_no);
    const fixOf = await readFixes(context.tx, versions, shownNos);
    return shown.map((row) => {
      const affected = versions.filter((version) => version.cve_nos.includes(row.cve_no));
      return presentIssue(row, {
        isZeroDay: affected.some((version) => version.zero_day_nos.includes(row.cve_no)),
        fixedVersion: fixOf(row.cve_no, affected),
        ...(exposure.get(row.cve_no) ?? { hosts: 0, ignoredHosts: 0 }),
      });
    });
  };
  return { rows, present };
};

export const listIssues = async (context: Context, query: Received<Issues>['query']): Promise<Returned<Issues>> => {
  const { customerId, siteId } = siteOf(context);
  const { application } = await readApplication(context, query.applicationId);
  const held = await selectHeldVersions(context.tx, customerId, siteId, query.applicationId);
  const { versionId } = query;
  const counted = held.find((row) => row.version_id === versionId);
  if (versionId !== undefined && !counted) throw notFound();
  const ids = versionId === undefined ? held.map((row) => row.version_id) : [versionId];
  const versions = await selectJudged(context.tx, customerId, ids);
  const { rows, present } = await issuesOf(context, versions);
  const { shown, nextCursor } = pageOf(rows, query, (row) => row.cve_id);
  const [only] = versionId === undefined ? [] : versions;
  return {
    application,
    version:
      only && counted
        ? presentVersion(only, {
            ...counted,
            isExploited: rows.some((row) => row.exploited_on !== null),
            released: null,
          })
        : null,
    issues: await present(shown),
    total: rows.length,
    nextCursor,
  };
};
