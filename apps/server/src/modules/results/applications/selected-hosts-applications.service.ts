import type { applications } from '@patchkeep/contract/applications';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { countFleet } from '@patchkeep/rules/counting';
import type { Context } from '../../../platform/context.ts';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/http/cursor.ts';
import { selectHosts, siteOf } from '../../hosts/public.ts';
import { listInventories } from '../../inventory/public.ts';
import { presentApplication } from '../results.presenter.ts';
import { comparerOf, loadRules, verdictsOf } from '../verdicts/exposure.service.ts';
import { selectJudged } from '../verdicts/versions.queries.ts';
import type { CountedApplication } from './applications.queries.ts';

type OfHosts = typeof applications.ofHosts;
type Query = Received<OfHosts>['query'];

const matches = (row: CountedApplication, { status, isIgnored, isExploited, isFixable, q }: Query): boolean => {
  const part = q?.trim().toLowerCase() ?? '';
  return (
    (status === undefined || row[status] > 0) &&
    (isIgnored === undefined || row.ignored > 0) &&
    (isExploited === undefined || row.exploited > 0) &&
    (isFixable === undefined || row.fixable > 0) &&
    (row.name.toLowerCase().includes(part) || row.publisher.toLowerCase().includes(part))
  );
};

const sortValue = (row: CountedApplication, sort: Query['sort']): string | number => {
  if (sort === 'name') return row.name.toLowerCase();
  if (sort === 'status') {
    const { ok, eol, insecure, zeroday } = row;
    return [ok, eol, insecure, zeroday].reduce(
      (value, hosts, status) => (hosts > 0 ? status * 500_000_000 + hosts : value),
      0,
    );
  }
  if (sort === 'highestEpss') return row.highest_epss ?? -1;
  return sort === 'exploitedHosts' ? row.exploited : row[sort];
};

/** The counted applications, in the shape that a page of stored counts has. */
const rowsOf = (
  counts: ReturnType<typeof countFleet>['scopes'][number],
  versions: Awaited<ReturnType<typeof selectJudged>>,
): CountedApplication[] => {
  const named = new Map(versions.map((row) => [row.application_id, row]));
  return [...counts.applicationIds].map((applicationId, at) => {
    const [
      ok = 0,
      eol = 0,
      insecure = 0,
      zeroday = 0,
      ignored = 0,
      exploited = 0,
      fixable = 0,
      installations = 0,
      n = 0,
    ] = counts.rows.subarray(at * 9, (at + 1) * 9);
    const row = named.get(applicationId);
    const epss = counts.highestEpss[at] ?? 0;
    return {
      application_id: applicationId,
      name: row?.name ?? '',
      publisher: row?.publisher ?? '',
      channel_tag: row?.channel_tag ?? null,
      ok,
      eol,
      insecure,
      zeroday,
      ignored,
      exploited,
      fixable,
      installations,
      versions: n,
      highest_epss: epss === 0 ? null : epss,
      hosts: ok + eol + insecure + zeroday + ignored,
    };
  });
};

/** Applications across a few hosts, by the count that all numbers come from. */
export const listApplicationsOfSelectedHosts = async (
  context: Context,
  hostIds: readonly string[],
  query: Query,
): Promise<Returned<OfHosts>> => {
  if (query.asOf !== undefined) throw invalid('The list of chosen hosts has no past');
  const { customerId, siteId } = siteOf(context);
  const wanted = [...new Set(hostIds)];
  const hosts = await selectHosts(
    context.tx,
    { customerId, siteId, view: 'all', hostIds: wanted },
    { sort: 'hostName', order: 'asc', limit: wanted.length },
  );
  if (hosts.length !== wanted.length) throw notFound();
  const stored = await listInventories(
    context.tx,
    customerId,
    hosts.map((host) => host.host_no),
  );
  const heldBy = new Map(stored.map((row) => [row.host_no, unpackNumbers(row.version_ids)]));
  const versionIds = [...new Set([...heldBy.values()].flat())];
  const versions = await selectJudged(context.tx, customerId, versionIds);
  const verdicts = await verdictsOf(context, versions);
  const rulesAt = await loadRules(context);
  const placeOf = new Map(versionIds.map((id, place) => [id, place]));
  const held = hosts.map((host) => (heldBy.get(host.host_no) ?? []).map((id) => placeOf.get(id) ?? 0));
  const starts = [0];
  for (const each of held) starts.push((starts.at(-1) ?? 0) + each.length);
  const { scopes } = countFleet(
    {
      hostCount: hosts.length,
      starts: Int32Array.from(starts),
      versions: Int32Array.from(held.flat()),
      verdicts: versionIds.map((id) => verdicts.get(id)),
      ruleSetOf: Int32Array.from(hosts, (_, index) => index),
      ruleSets: hosts.map((host) => rulesAt(host.group_id, host.host_no)),
      scopes: [{ id: siteId, hosts: Int32Array.from(hosts.keys()) }],
    },
    comparerOf(versions),
  );
  const [counts] = scopes;
  if (!counts) throw new Error('A scope was not counted');
  const all = rowsOf(counts, versions);
  const sign = query.order === 'asc' ? 1 : -1;
  const shownOnes = all
    .filter((row) => matches(row, query))
    .toSorted((a, b) => {
      const [left, right] = [sortValue(a, query.sort), sortValue(b, query.sort)];
      return sign * (left === right ? a.application_id - b.application_id : left < right ? -1 : 1);
    });
  const sum = (of: (row: CountedApplication) => number): number => all.reduce((total, row) => total + of(row), 0);
  const split = (of: (column: 'ok' | 'eol' | 'insecure' | 'zeroday' | 'ignored', at: number) => number) => ({
    ok: of('ok', 0),
    eol: of('eol', 1),
    insecure: of('insecure', 2),
    zeroday: of('zeroday', 3),
    ignored: of('ignored', 4),
  });
  const { shown, nextCursor } = pageOf(shownOnes, query, (row) => String(row.application_id));
  return {
    applications: shown.map(presentApplication),
    total: shownOnes.length,
    nextCursor,
    totals: {
      hosts: hosts.length,
      applications: all.length,
      versions: counts.versions.length,
      installations: sum((row) => row.installations),
      split: split((column) => sum((row) => row[column])),
      hostSplit: split((_, at) => counts.hostSplit[at] ?? 0),
      exploited: sum((row) => row.exploited),
      countedAt: context.now.toISOString(),
    },
  };
};
