import type { applications } from '@patchkeep/contract/applications';
import { vulnerabilityStatuses } from '@patchkeep/contract/applications';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { Effective } from '@patchkeep/rules/ignoring';
import type { Context } from '../../platform/context.ts';
import { groupReach, selectHosts, siteOf } from '../hosts/public.ts';
import { listTagged, selectHostsInOrder } from './application-hosts.queries.ts';
import { readApplication } from './applications.service.ts';
import type { PageEnd } from './cursor.rules.ts';
import { comparerOf, type Holder, judge, loadHolders, loadRules, verdictsOf } from './exposure.service.ts';
import { cutPage, pageEnd } from './page.service.ts';
import { statusWord } from './results.presenter.ts';
import { selectHeldVersions, selectJudged } from './versions.queries.ts';

type HostsOf = typeof applications.hosts;

/** Up to here the database sorts just these hosts; above it, walking all of them in order finds a page sooner. */
const fewHosts = 5_000;
const walkedAtOnce = 500;

/** The next hosts of a set, in the order of their names. */
export const nextHosts = async (
  context: Context,
  wanted: ReadonlySet<number>,
  given: { after: PageEnd | undefined; limit: number; namePrefix?: string | undefined },
) => {
  const site = siteOf(context);
  if (wanted.size <= fewHosts)
    return wanted.size === 0 ? [] : selectHostsInOrder(context.tx, site, { ...given, hostNos: [...wanted] });
  const found: Awaited<ReturnType<typeof selectHostsInOrder>> = [];
  let { after } = given;
  for (;;) {
    const rows = await selectHostsInOrder(context.tx, site, { ...given, after, limit: walkedAtOnce });
    for (const row of rows) if (wanted.has(row.host_no) && found.length < given.limit) found.push(row);
    const last = rows.at(-1);
    if (found.length >= given.limit || rows.length < walkedAtOnce || !last) return found;
    after = { value: last.sort_name, id: last.host_id };
  }
};

/** The hosts of the filter that hold the application, each with what it comes to there. */
const matchingHolders = async (
  context: Context,
  query: Received<HostsOf>['query'],
  holders: readonly Holder[],
  judgeHost: (holder: Holder) => Effective,
) => {
  const { customerId, siteId } = siteOf(context);
  const groups = query.groupUuid === undefined ? undefined : new Set(await groupReach(context, query.groupUuid));
  const tagged =
    query.tagUuid === undefined ? undefined : await listTagged(context.tx, customerId, siteId, query.tagUuid);
  const status = query.status === undefined ? undefined : vulnerabilityStatuses.indexOf(query.status);
  const matching = new Map<number, { holder: Holder; effective: Effective }>();
  for (const holder of holders) {
    if (groups && (holder.groupId === null || !groups.has(holder.groupId))) continue;
    if (tagged && !tagged.has(holder.hostNo)) continue;
    const effective = judgeHost(holder);
    // Ignored is neither Ok nor a problem: it is counted apart.
    if (status !== undefined && (effective.status !== status || (status === 0 && effective.isIgnored))) continue;
    matching.set(holder.hostNo, { holder, effective });
  }
  return matching;
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
  const all = await loadHolders(context, held);
  const { versionId } = query;
  const holders = versionId === undefined ? all : all.filter((holder) => holder.versionIds.includes(versionId));
  const judgeHost = judge(await verdictsOf(context, versions), await loadRules(context), comparerOf(versions));
  const matching = await matchingHolders(context, query, holders, judgeHost);
  const rows = await nextHosts(context, new Set(matching.keys()), {
    after: pageEnd(query.cursor),
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
    hosts: listed.flatMap((row) => {
      const found = matching.get(row.host_no);
      if (!found) return [];
      const { holder, effective } = found;
      return [
        {
          uuid: row.host_id,
          hostName: row.host_name,
          groupUuid: row.group_id,
          groupName: row.group_title,
          osName: row.os_name,
          lastSeen: row.lastSeen.toISOString(),
          versions: holder.versionIds.flatMap((id) => {
            const version = versionOf.get(id);
            return version
              ? [{ versionId: id, version: version.reported_version, status: statusWord(version.status) }]
              : [];
          }),
          status: statusWord(effective.status),
          isIgnored: effective.isIgnored,
          isExploited: effective.isExploited,
        },
      ];
    }),
    total: matching.size,
    nextCursor,
  };
};
