import type { applications } from '@patchkeep/contract/applications';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import type { Effective } from '@patchkeep/rules/ignoring';
import type { Context } from '../../../platform/context.ts';
import { cutPage, type PageEnd, readCursor } from '../../../platform/http/cursor.ts';
import { groupReach, selectHosts, siteOf } from '../../hosts/public.ts';
import { statusWord } from '../results.presenter.ts';
import { findCve } from '../verdicts/cves.queries.ts';
import {
  comparerOf,
  hasOpenCve,
  judge,
  type JudgedHolders,
  loadHolders,
  loadRules,
  verdictsOf,
} from '../verdicts/exposure.service.ts';
import type { Holders } from '../verdicts/holders.rules.ts';
import { selectHeldVersions, selectJudged } from '../verdicts/versions.queries.ts';
import { listTagged, selectHostsInOrder } from './application-hosts.queries.ts';
import { readApplication } from './applications.service.ts';

type HostsOf = typeof applications.hosts;

/**
 * Up to `few` the database sorts just these hosts; above it, walking all of them in order finds a page sooner. A test
 * walks a small fleet.
 */
export const hostWalk = { few: 5_000, atOnce: 500 };

/** The next hosts of a set, in the order of their names. */
export const nextHosts = async (
  context: Context,
  wanted: ReadonlySet<number>,
  given: { after: PageEnd | undefined; limit: number; namePrefix?: string | undefined },
) => {
  const site = siteOf(context);
  if (wanted.size <= hostWalk.few)
    return wanted.size === 0 ? [] : selectHostsInOrder(context.tx, site, { ...given, hostNos: [...wanted] });
  const found: Awaited<ReturnType<typeof selectHostsInOrder>> = [];
  let { after } = given;
  for (;;) {
    const rows = await selectHostsInOrder(context.tx, site, { ...given, after, limit: hostWalk.atOnce });
    for (const row of rows) if (wanted.has(row.host_no) && found.length < given.limit) found.push(row);
    const last = rows.at(-1);
    if (found.length >= given.limit || rows.length < hostWalk.atOnce || !last) return found;
    after = { value: last.sort_name, id: last.host_id };
  }
};

/** Whether a host is in the groups and carries the tag that are asked for. */
const placeFilter = async (context: Context, { groupUuid, tagUuid }: Received<HostsOf>['query'], holders: Holders) => {
  const { customerId, siteId } = siteOf(context);
  const groups = groupUuid === undefined ? undefined : new Set(await groupReach(context, groupUuid));
  const tagged = tagUuid === undefined ? undefined : await listTagged(context.tx, customerId, siteId, tagUuid);
  return (hostNo: number): boolean => {
    if (tagged && !tagged.has(hostNo)) return false;
    const group = groups && holders.groupOf(hostNo);
    return !groups || (typeof group === 'string' && groups.has(group));
  };
};

/** Ignored is neither Ok nor a problem: it is counted apart. */
const judgementFilter = ({ status, isExploited }: Received<HostsOf>['query']) => {
  const wanted = status && vulnerabilityStatuses.indexOf(status);
  return (found: Effective): boolean => {
    const hasStatus = wanted === undefined || (found.status === wanted && !(wanted === 0 && found.isIgnored));
    return hasStatus && (isExploited === undefined || found.isExploited);
  };
};

const openCveFilter = async (
  context: Context,
  { cveId }: Received<HostsOf>['query'],
  judged: JudgedHolders,
): Promise<(hostNo: number) => boolean> => {
  if (cveId === undefined) return () => true;
  const cve = await findCve(context.tx, cveId);
  return cve ? hasOpenCve(judged, cve.cve_no) : () => false;
};

export const listApplicationHosts = async (
  context: Context,
  query: Received<HostsOf>['query'],
): Promise<Returned<HostsOf>> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const { application } = await readApplication(context, query.applicationId);
  const held = (await selectHeldVersions(tx, customerId, siteId, query.applicationId)).map((row) => row.version_id);
  const versions = await selectJudged(tx, customerId, held);
  const holders = await loadHolders(context, held);
  const { versionId } = query;
  const hasVersion = holders.combinations.map((ids) => versionId === undefined || ids.includes(versionId));
  const verdicts = await verdictsOf(context, versions);
  const judged = { holders, verdicts, rulesAt: await loadRules(context), compare: comparerOf(versions) };
  const judgeHost = judge(holders, verdicts, judged.rulesAt, judged.compare);
  const isThere = await placeFilter(context, query, holders);
  const isOpenOn = await openCveFilter(context, query, judged);
  const isJudgedSo = judgementFilter(query);
  const matching = new Set(
    holders.hostNos.filter(
      (hostNo) =>
        hasVersion[holders.combinationOf[hostNo] ?? 0] &&
        isThere(hostNo) &&
        isJudgedSo(judgeHost(hostNo)) &&
        isOpenOn(hostNo),
    ),
  );
  const rows = await nextHosts(context, matching, {
    after: readCursor(query.cursor),
    limit: query.limit + 1,
    namePrefix: query.q,
  });
  const { shown, nextCursor } = cutPage(rows, query.limit, (row) => ({ value: row.sort_name, id: row.host_id }));
  const listed = await selectHosts(
    tx,
    { customerId, siteId, view: 'all', hostIds: shown.map((row) => row.host_id) },
    { sort: 'hostName', order: 'asc', limit: shown.length },
  );
  const versionOf = new Map(versions.map((row) => [row.version_id, row]));
  return {
    application,
    hosts: listed.map((row) => {
      const effective = judgeHost(row.host_no);
      const versionIds = holders.combinations[holders.combinationOf[row.host_no] ?? 0] ?? [];
      return {
        uuid: row.host_id,
        hostName: row.host_name,
        groupUuid: row.group_id,
        groupName: row.group_title,
        osName: row.os_name,
        lastSeen: row.lastSeen.toISOString(),
        versions: versionIds.flatMap((id) => {
          const version = versionOf.get(id);
          return version
            ? [{ versionId: id, version: version.reported_version, status: statusWord(version.status) }]
            : [];
        }),
        status: statusWord(effective.status),
        isIgnored: effective.isIgnored,
        isExploited: effective.isExploited,
      };
    }),
    total: matching.size,
    nextCursor,
  };
};
