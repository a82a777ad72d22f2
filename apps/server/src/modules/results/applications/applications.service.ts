import type { Application, applications } from '@patchkeep/contract/applications';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { cutPage, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import { staleWhileRevalidate } from '../../../platform/stale-while-revalidate.ts';
import { countTags, groupReach, siteOf } from '../../hosts/public.ts';
import { endOfListed } from '../past/past-day.service.ts';
import {
  emptyApplication,
  presentApplication,
  presentTotals,
  presentVersion,
  statusWord,
} from '../results.presenter.ts';
import { verdictsOf } from '../verdicts/exposure.service.ts';
import { selectHeldVersions, selectJudged, selectReleases } from '../verdicts/versions.queries.ts';
import { newestFirst } from '../verdicts/versions.rules.ts';
import {
  countApplications,
  findApplication,
  findCountedApplication,
  type ListKey,
  readScopeTotals,
  selectApplications,
} from './applications.queries.ts';

type List = typeof applications.list;
type Query = Received<List>['query'];

/** How many applications of a past day match: to count them takes as long as to read a page of them. */
const pastTotals = staleWhileRevalidate<number>();
const countIn = ({ tx }: Context, scope: ListKey, query: Query): Promise<number> => {
  const count = () => countApplications(tx, scope, query);
  const { status, isIgnored, isExploited, isFixable, q } = query;
  const key = JSON.stringify([scope, status, isIgnored, isExploited, isFixable, q]);
  return scope.before ? pastTotals.read(scope.customerId, key, count) : count();
};

/** A page of the applications of a scope: the site, a group or a tag. */
const listIn = async (context: Context, scopeId: string, query: Query): Promise<Returned<List>> => {
  const scope = { ...siteOf(context), scopeId, before: await endOfListed(context, query.asOf) };
  const rows = await selectApplications(context.tx, scope, query, readCursor(query.cursor), query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit, (row) => ({
    value: row.sort_value,
    id: String(row.application_id),
  }));
  const { row, countedAt } = await readScopeTotals(context.tx, scope);
  return {
    applications: shown.map(presentApplication),
    total: await countIn(context, scope, query),
    nextCursor,
    totals: presentTotals(row, countedAt),
  };
};

export const listApplications = (context: Context, query: Query): Promise<Returned<List>> =>
  listIn(context, siteOf(context).siteId, query);

export const listOfGroup = async (context: Context, groupId: string, query: Query): Promise<Returned<List>> => {
  await groupReach(context, groupId);
  return listIn(context, groupId, query);
};

export const listOfTag = async (context: Context, tagId: string, query: Query): Promise<Returned<List>> => {
  const { customerId, siteId } = siteOf(context);
  if ((await countTags(context.tx, customerId, siteId, [tagId])) !== 1) throw notFound();
  return listIn(context, tagId, query);
};

/** The totals of the site, or of one of its groups or tags. */
export const readTotals = async (
  context: Context,
  scopeId = siteOf(context).siteId,
): Promise<Returned<typeof applications.totals>> => {
  const { row, countedAt } = await readScopeTotals(context.tx, { ...siteOf(context), scopeId });
  return presentTotals(row, countedAt);
};

/** An application with its numbers in the site; 404 when the catalogue has none of that id. */
export const readApplication = async (
  context: Context,
  applicationId: number,
): Promise<{ application: Application; scheme: string | null; channelTag: string | null }> => {
  const { customerId, siteId } = siteOf(context);
  const known = await findApplication(context.tx, applicationId);
  // Whatever others have and this site has not is no business of this site.
  const counted = await findCountedApplication(context.tx, { customerId, siteId, scopeId: siteId }, applicationId);
  if (!known || (!counted && known.channel_tag === null)) throw notFound();
  return {
    application: counted ? presentApplication(counted) : emptyApplication(known),
    scheme: known.scheme,
    channelTag: known.channel_tag,
  };
};

export const listVersions = async (
  context: Context,
  query: Received<typeof applications.versions>['query'],
): Promise<Returned<typeof applications.versions>> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const { application, scheme, channelTag } = await readApplication(context, query.applicationId);
  const held = new Map(
    (await selectHeldVersions(tx, customerId, siteId, query.applicationId)).map((row) => [row.version_id, row]),
  );
  const rows = await selectJudged(tx, customerId, [...held.keys()]);
  const wanted = rows.filter((row) => query.status === undefined || statusWord(row.status) === query.status);
  const inOrder = newestFirst(scheme);
  const sorted = wanted.toSorted((a, b) => inOrder(a.version, b.version) || a.version_id - b.version_id);
  const { shown, nextCursor } = pageOf(sorted, query, (row) => String(row.version_id));
  const releases = channelTag === null ? new Map<string, string | null>() : await selectReleases(tx, channelTag);
  const verdicts = await verdictsOf(context, shown);
  return {
    application,
    versions: shown.map((row) =>
      presentVersion(row, {
        hosts: held.get(row.version_id)?.hosts ?? 0,
        ignored: held.get(row.version_id)?.ignored ?? 0,
        isExploited: (verdicts.get(row.version_id)?.exploitedNos.length ?? 0) > 0,
        released: releases.get(row.version) ?? null,
      }),
    ),
    total: wanted.length,
    nextCursor,
  };
};
