import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { DecisionState, vulnerabilities, Vulnerability } from '@patchkeep/contract/vulnerabilities';
import { type CompareVersions, touches, type VersionVerdict } from '@patchkeep/rules/ignoring';
import { can } from '@patchkeep/rules/permissions';
import { dueOnOf, priorityReason } from '@patchkeep/rules/vulnerabilities/priority';
import type { Context } from '../../../platform/context.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { cutPage, readCursor } from '../../../platform/http/cursor.ts';
import { staleWhileRevalidate } from '../../../platform/stale-while-revalidate.ts';
import { siteOf } from '../../hosts/public.ts';
import { listHoldersOf } from '../../inventory/public.ts';
import { readScopeTotals } from '../applications/applications.queries.ts';
import { selectCves } from '../verdicts/cves.queries.ts';
import { readFixes } from '../verdicts/evidence.service.ts';
import { comparerOf, listSiteRules, loadRules, verdictsOf } from '../verdicts/exposure.service.ts';
import { holdersOf } from '../verdicts/holders.rules.ts';
import { loadMembers } from '../verdicts/membership.service.ts';
import { type JudgedVersion, selectJudged } from '../verdicts/versions.queries.ts';
import { exposureByCve } from './issues.service.ts';
import { selectCveFacts, selectSideBySide, selectVulnerableVersions } from './vulnerabilities.queries.ts';
import { isAfter, mostUrgentFirst, type OpenVulnerability, pageEndOf, rankedCve } from './vulnerabilities.rules.ts';

type List = typeof vulnerabilities.list;
type Query = Received<List>['query'];

/** What the site decided about the updates of a channel. */
export type DecisionOf = (channelTag: string) => { state: DecisionState; version: string | null };
/** Reads it; the module of approvals hands it over. */
export type ReadDecisions = (context: Context) => Promise<DecisionOf>;

const today = ({ now }: Context): string => now.toISOString().slice(0, 10);

/** Versions with CVEs by application, with all that their hosts are judged by. */
interface Vulnerable {
  versions: ReadonlyMap<number, readonly JudgedVersion[]>;
  verdicts: ReadonlyMap<number, VersionVerdict>;
  compare: CompareVersions;
}

/** Applications whose hosts have to be looked at, because the counts per version do not tell how many are exposed. */
const needHosts = async (context: Context, { versions, verdicts, compare }: Vulnerable): Promise<Set<number>> => {
  const found = await selectSideBySide(context.tx, siteOf(context), [...versions.keys()]);
  const rules = await listSiteRules(context);
  if (rules.length > 0)
    for (const verdict of verdicts.values())
      if (rules.some((rule) => touches(rule, verdict, compare))) found.add(verdict.applicationId);
  return found;
};

/** Hosts per CVE of each application that needs it, from the hosts that hold its versions. */
const countOnHosts = async (context: Context, vulnerable: Vulnerable) => {
  const counts = new Map<number, Map<number, number>>();
  const needed = await needHosts(context, vulnerable);
  if (needed.size === 0) return counts;
  const versionsOf = (applicationId: number) => vulnerable.versions.get(applicationId) ?? [];
  const ids = [...needed].flatMap((applicationId) => versionsOf(applicationId).map((row) => row.version_id));
  const lists = await listHoldersOf(context.tx, siteOf(context).customerId, ids);
  const members = await loadMembers(context);
  const rulesAt = await loadRules(context);
  // One array for all of them: there may be thousands of applications and a hundred thousand hosts.
  const combinationOf = new Int32Array(members.groupOf.length);
  for (const applicationId of needed) {
    const own = new Map(versionsOf(applicationId).map(({ version_id }) => [version_id, lists.get(version_id) ?? []]));
    const holders = holdersOf(own, members, combinationOf);
    const exposure = exposureByCve(holders, vulnerable.verdicts, rulesAt, vulnerable.compare);
    const open = [...exposure].map(([cveNo, { hosts, ignoredHosts }]) => [cveNo, hosts - ignoredHosts] as const);
    counts.set(applicationId, new Map(open));
    for (const hostNo of holders.hostNos) combinationOf[hostNo] = 0;
  }
  return counts;
};

/** Hosts per CVE of an application of which every host has one version, and that no rule touches. */
const countByVersion = (own: readonly JudgedVersion[], hostsOf: ReadonlyMap<number, number>): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const row of own)
    for (const cveNo of row.cve_nos) counts.set(cveNo, (counts.get(cveNo) ?? 0) + (hostsOf.get(row.version_id) ?? 0));
  return counts;
};

/**
 * All open vulnerabilities of the site, the most urgent first. Counts per version are enough for most applications;
 * only those with several versions on a host or under an ignore rule are counted on their hosts.
 */
const readOpen = async (context: Context) => {
  const { tx } = context;
  const site = siteOf(context);
  const held = await selectVulnerableVersions(tx, site.customerId, site.siteId);
  const hostsOf = new Map(held.map((row) => [row.version_id, row.hosts]));
  const judged = await selectJudged(tx, site.customerId, [...hostsOf.keys()]);
  const versions = Map.groupBy(judged, (row) => row.application_id);
  const verdicts = await verdictsOf(context, judged);
  const onHosts = await countOnHosts(context, { versions, verdicts, compare: comparerOf(judged) });
  const cveNos = [...new Set(judged.flatMap((row) => row.cve_nos))];
  const cves = await selectCveFacts(tx, site, cveNos);
  const rankOf = new Map(cves.map((row) => [row.cve_no, rankedCve(row, today(context))]));
  const rows: OpenVulnerability[] = [];
  for (const [applicationId, own] of versions) {
    const fixable = new Set(own.flatMap((row) => row.cve_nos.filter((cveNo) => !row.zero_day_nos.includes(cveNo))));
    const { name = '', channel_tag: channelTag = null } = own[0] ?? {};
    for (const [cveNo, hosts] of onHosts.get(applicationId) ?? countByVersion(own, hostsOf)) {
      const cve = rankOf.get(cveNo);
      const isFixable = fixable.has(cveNo);
      if (cve && hosts > 0) rows.push({ applicationId, applicationName: name, channelTag, cve, hosts, isFixable });
    }
  }
  return { rows: rows.toSorted(mostUrgentFirst), versions };
};
type Open = Awaited<ReturnType<typeof readOpen>>;

/** What was read, with the count that it was read after. */
type Kept = Open & Awaited<ReturnType<typeof readScopeTotals>>;

const kept = staleWhileRevalidate<Kept>({ sizeOf: ({ row }) => row?.hosts ?? 0 });

const filterOf = (query: Query, decisionOf: DecisionOf | null) => {
  const part = query.q?.trim().toLowerCase() ?? '';
  return ({ cve, isFixable, channelTag, applicationName }: OpenVulnerability): boolean =>
    (query.priority === undefined || cve.priority === query.priority) &&
    (query.isExploited === undefined || cve.facts.isExploited) &&
    (query.isOverdue === undefined || cve.isOverdue) &&
    (query.isFixable === undefined || isFixable) &&
    (query.decision === undefined || decisionOf?.(channelTag ?? '').state === query.decision) &&
    (part === '' || cve.cveId.toLowerCase().includes(part) || applicationName.toLowerCase().includes(part));
};

const present = async (
  context: Context,
  shown: readonly OpenVulnerability[],
  versions: Open['versions'],
  decisionOf: DecisionOf | null,
): Promise<Vulnerability[]> => {
  const cveNos = [...new Set(shown.map(({ cve }) => cve.cveNo))];
  const titles = new Map((await selectCves(context.tx, cveNos)).map((row) => [row.cve_no, row.title]));
  const affectedBy = ({ applicationId, cve }: OpenVulnerability) =>
    (versions.get(applicationId) ?? []).filter((version) => version.cve_nos.includes(cve.cveNo));
  const fixOf = await readFixes(context.tx, [...new Set(shown.flatMap(affectedBy))], cveNos);
  return shown.map((row) => {
    const { applicationId, applicationName, channelTag, hosts, isFixable, cve } = row;
    const { isExploited, isRansomware, cvss, epss, publishedOn } = cve.facts;
    return {
      cveId: cve.cveId,
      title: titles.get(cve.cveNo) ?? '',
      applicationId,
      applicationName,
      channelTag,
      priority: cve.priority,
      reason: priorityReason({ ...cve.facts, hosts }, today(context)),
      isExploited,
      isRansomware,
      dueOn: dueOnOf(cve.facts),
      isOverdue: cve.isOverdue,
      hosts,
      cvss,
      epss,
      isFixable,
      fixedVersion: isFixable ? fixOf(cve.cveNo, affectedBy(row)) : null,
      published: publishedOn,
      decision: decisionOf?.(channelTag ?? '') ?? null,
    };
  });
};

/** All open vulnerabilities of the site, the most urgent first, as of the last count. */
const readKept = (context: Context): Promise<Kept> => {
  const { customerId, siteId } = siteOf(context);
  return kept.read(customerId, `${siteId} ${today(context)}`, async () => ({
    ...(await readScopeTotals(context.tx, { customerId, siteId, scopeId: siteId })),
    ...(await readOpen(context)),
  }));
};

/** The rows that the list shows, before it is narrowed. */
export const listOpenVulnerabilities = async (context: Context): Promise<readonly OpenVulnerability[]> =>
  (await readKept(context)).rows;

/** A page of the open vulnerabilities of the site. */
export const listVulnerabilities = async (
  context: Context,
  query: Query,
  readDecisions: ReadDecisions,
): Promise<Returned<List>> => {
  const { subject } = context.principal;
  const decisionOf = subject !== null && can('canViewPatching', subject) ? await readDecisions(context) : null;
  if (query.decision !== undefined && !decisionOf) throw forbidden('You may not see approvals');
  const open = await readKept(context);
  const end = readCursor(query.cursor);
  const isBehind = end ? isAfter(end) : () => true;
  if (!isBehind) throw invalid('The cursor does not fit');
  const matching = open.rows.filter(filterOf(query, decisionOf));
  const { shown, nextCursor } = cutPage(matching.filter(isBehind), query.limit, pageEndOf);
  return {
    vulnerabilities: await present(context, shown, open.versions, decisionOf),
    total: matching.length,
    all: open.rows.length,
    nextCursor,
    countedAt: open.countedAt?.toISOString() ?? null,
    isReported: (open.row?.installations ?? 0) > 0,
  };
};
