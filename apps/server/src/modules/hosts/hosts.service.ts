import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { HostInfo, hosts } from '@patchkeep/contract/hosts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { cutPage, endsAtId, readCursor } from '../../platform/http/cursor.ts';
import { findCustomer } from '../tenants/public.ts';
import { hostTotals } from './host-totals.service.ts';
import { presentHost, presentHostInfo } from './hosts.presenter.ts';
import { countByView, countHosts, countLicences, type HostCriteria, selectHost, selectHosts } from './hosts.queries.ts';
import { criteriaOf } from './selection.service.ts';
import { siteOf } from './site.service.ts';

type List = typeof hosts.list;

/** A page of the hosts that fit, with how many there are. */
const readPage = async (
  { tx }: Context,
  criteria: HostCriteria,
  { cursor, limit, ...order }: Pick<Received<List>['query'], 'cursor' | 'limit' | 'sort' | 'order'>,
) => {
  const after = readCursor(cursor, endsAtId);
  const rows = await selectHosts(tx, criteria, { ...order, limit: limit + 1, after });
  const { shown, nextCursor } = cutPage(rows, limit, (row) => ({ value: row.sort_value, id: row.host_id }));
  const key = JSON.stringify(criteria);
  const total = await hostTotals.lists.read(criteria.siteId, key, () => countHosts(tx, criteria));
  return { shown, total, nextCursor };
};

export const listHosts = async (context: Context, query: Received<List>['query']): Promise<Returned<List>> => {
  const { shown, ...page } = await readPage(context, await criteriaOf(context, query), query);
  return { hosts: shown.map((row) => presentHost(row, context.now)), ...page };
};

/** A page of all hosts that were enrolled before a moment, by name, wherever they stand now. */
export const listEnrolledBefore = (
  context: Context,
  moment: Date,
  { q, cursor, limit }: { q?: string | undefined; cursor?: string | undefined; limit: number },
) => {
  const criteria = { ...siteOf(context), view: 'all' as const, namePrefix: q?.trim(), enrolledBefore: moment };
  return readPage(context, criteria, { sort: 'hostName', order: 'asc', cursor, limit });
};

export const findHost = async (context: Context, hostId: string) => {
  const criteria = { ...siteOf(context), view: 'all' as const, hostIds: [hostId] };
  const row = await selectHost(context.tx, criteria);
  if (!row) throw notFound();
  return row;
};

export const readHost = async (context: Context, hostId: string): Promise<HostInfo> => {
  return presentHostInfo(await findHost(context, hostId), context.now);
};

/** Hosts of sites by where they stand, and the licences they take. */
export const countHostsOf = async (
  { tx, now }: Context,
  { customerId, siteIds }: { customerId: string; siteIds: readonly string[] },
) => ({
  views: await countByView(tx, customerId, siteIds),
  licencesInUse: await countLicences(tx, customerId, siteIds, now),
});

export const countViews = async (context: Context): Promise<Returned<typeof hosts.counts>> => {
  const { customerId, siteId } = siteOf(context);
  const customer = await findCustomer(context.tx, customerId);
  const counted = await hostTotals.views.read(siteId, customerId, () =>
    countHostsOf(context, { customerId, siteIds: [siteId] }),
  );
  return { ...counted, hostLicenseCount: customer?.host_license_count ?? 0 };
};

/** For the session: hosts of the site at work. */
export const countActiveHosts = (
  tx: Context['tx'],
  { customerId, siteId }: { customerId: string; siteId: string },
): Promise<number> => countHosts(tx, { customerId, siteId, view: 'active' });
