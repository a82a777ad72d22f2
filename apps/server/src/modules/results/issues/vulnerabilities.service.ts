import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { DecisionState, vulnerabilities, Vulnerability } from '@patchkeep/contract/vulnerabilities';
import { touches } from '@patchkeep/rules/ignoring';
import { can } from '@patchkeep/rules/permissions';
import { dueOnOf, priorityReason } from '@patchkeep/rules/vulnerability-priority';
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
import {
  isAfter,
  mostUrgentFirst,
  openVulnerability,
  type OpenVulnerability,
  pageEndOf,
} from './vulnerabilities.rules.ts';

type List = typeof vulnerabilities.list;
type Query = Received<List>['query'];

/** What the site decided about the updates of a channel. */
export type DecisionOf = (channelTag: string) => { state: DecisionState; version: string | null };
/** Reads it; the module of approvals hands it over. */
export type ReadDecisions = (context: Context) => Promise<DecisionOf>;

const today = ({ now }: Context): string => now.toISOString().slice(0, 10);

/** Applications whose hosts have to be looked at, because the counts per version do not tell how many are exposed. */
const needHosts = async (context: Context, versions: readonly JudgedVersion[]): Promise<Set<number>> => {
  const found = await selectSideBySide(context.tx, siteOf(context), [
    ...new Set(versions.map((row) => row.application_id)),
  ]);
  const rules = await listSiteRules(context);
  if (rules.length === 0) return found;
  const verdicts = await verdictsOf(context, versions);
  const compare = comparerOf(versions);
  for (const verdict of verdicts.values())
    if (rules.some((rule) => touches(rule, verdict, compare))) found.add(verdict.applicationId);
  return found;
};

/** Hosts per CVE of each of these applications, from the hosts that hold their versions. */
const countOnHosts = async (context: Context, byApplication: ReadonlyMap<number, readonly JudgedVersion[]>) => {
  const counts = new Map<number, Map<number, number>>();
  if (byApplication.size === 0) return counts;
  const ids = [...byApplication.values()].flatMap((own) => own.map((row) => row.version_id));
  const lists = await listHoldersOf(context.tx, siteOf(context).customerId, ids);
  const members = await loadMembers(context);
  const rulesAt = await loadRules(context);
  for (const [applicationId, own] of byApplication) {
    const holders = holdersOf(new Map(own.map((row) => [row.version_id, lists.get(row.version_id) ?? []])), members);
    const exposure = await exposureByCve(context, own, holders, rulesAt);
    counts.set(
      applicationId,
      new Map([...exposure].map(([cveNo, { hosts, ignoredHosts }]) => [cveNo, hosts - ignoredHosts])),
    );
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
  const versions = await selectJudged(tx, site.customerId, [...hostsOf.keys()]);
  const byApplication = Map.groupBy(versions, (row) => row.application_id);
  const needed = await needHosts(context, versions);
  const onHosts = await countOnHosts(context, new Map([...byApplication].filter(([id]) => needed.has(id))));
  const cveNos = [...new Set(versions.flatMap((row) => row.cve_nos))];
  const facts = new Map((await selectCveFacts(tx, site, cveNos)).map((row) => [row.cve_no, row]));
  const rows: OpenVulnerability[] = [];
  for (const [applicationId, own] of byApplication) {
    const fixable = new Set(own.flatMap((row) => row.cve_nos.filter((cveNo) => !row.zero_day_nos.includes(cveNo))));
    for (const [cveNo, hosts] of onHosts.get(applicationId) ?? countByVersion(own, hostsOf)) {
      const cve = facts.get(cveNo);
      if (!cve || hosts === 0) continue;
      const { name = '', channel_tag: channelTag = null } = own[0] ?? {};
      const pair = { applicationId, applicationName: name, channelTag, cveNo, hosts, isFixable: fixable.has(cveNo) };
      rows.push(openVulnerability(pair, cve, today(context)));
    }
  }
  return { rows: rows.toSorted(mostUrgentFirst), versions: byApplication };
};
type Open = Awaited<ReturnType<typeof readOpen>>;

const kept = staleWhileRevalidate<{ open: Open; hosts: number }>({ sizeOf: ({ hosts }) => hosts });

const filterOf = (query: Query, decisionOf: DecisionOf | null) => {
  const part = query.q?.trim().toLowerCase() ?? '';
  return (row: OpenVulnerability): boolean =>
    (query.priority === undefined || row.priority === query.priority) &&
    (query.isExploited === undefined || row.facts.isExploited) &&
    (query.isOverdue === undefined || row.isOverdue) &&
    (query.isFixable === undefined || row.isFixable) &&
    (query.decision === undefined || decisionOf?.(row.channelTag ?? '').state === query.decision) &&
    (part === '' || row.cveId.toLowerCase().includes(part) || row.applicationName.toLowerCase().includes(part));
};

const present = async (
  context: Context,
  shown: readonly OpenVulnerability[],
  versions: Open['versions'],
  decisionOf: DecisionOf | null,
): Promise<Vulnerability[]> => {
  const cveNos = [...new Set(shown.map((row) => row.cveNo))];
  const titles = new Map((await selectCves(context.tx, cveNos)).map((row) => [row.cve_no, row.title]));
  const affectedBy = (row: OpenVulnerability) =>
    (versions.get(row.applicationId) ?? []).filter((version) => version.cve_nos.includes(row.cveNo));
  const fixOf = await readFixes(context.tx, [...new Set(shown.flatMap(affectedBy))], cveNos);
  return shown.map((row) => ({
    cveId: row.cveId,
    title: titles.get(row.cveNo) ?? '',
    applicationId: row.applicationId,
    applicationName: row.applicationName,
    channelTag: row.channelTag,
    priority: row.priority,
    reason: priorityReason(row.facts, today(context)),
    isExploited: row.facts.isExploited,
    isRansomware: row.facts.isRansomware,
    dueOn: dueOnOf(row.facts),
    isOverdue: row.isOverdue,
    hosts: row.facts.hosts,
    cvss: row.facts.cvss,
    epss: row.facts.epss,
    isFixable: row.isFixable,
    fixedVersion: row.isFixable ? fixOf(row.cveNo, affectedBy(row)) : null,
    published: row.facts.publishedOn,
    decision: decisionOf?.(row.channelTag ?? '') ?? null,
  }));
};

/** A page of the open vulnerabilities of the site. */
export const listVulnerabilities = async (
  context: Context,
  query: Query,
  readDecisions: ReadDecisions,
): Promise<Returned<List>> => {
  const { customerId, siteId } = siteOf(context);
  const { subject } = context.principal;
  const decisionOf = subject !== null && can('canViewPatching', subject) ? await readDecisions(context) : null;
  if (query.decision !== undefined && !decisionOf) throw forbidden('You may not see approvals');
  const { row: totals, countedAt } = await readScopeTotals(context.tx, { customerId, siteId, scopeId: siteId });
  const hosts = totals?.hosts ?? 0;
  const { open } = await kept.read(
    customerId,
    `${siteId} ${today(context)} ${countedAt?.getTime() ?? 0}`,
    async () => ({
      open: await readOpen(context),
      hosts,
    }),
  );
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
    countedAt: countedAt?.toISOString() ?? null,
    isReported: (totals?.installations ?? 0) > 0,
  };
};
