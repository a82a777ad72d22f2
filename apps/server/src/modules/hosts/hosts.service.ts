import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { HostInfo, hosts } from '@patchkeep/contract/hosts';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { findCustomer } from '../tenants/public.ts';
import { hostTotals } from './host-totals.ts';
import { presentHost, presentHostInfo } from './hosts.presenter.ts';
import { countByView, countHosts, countLicences, selectHosts } from './hosts.queries.ts';
import { criteriaOf } from './selection.service.ts';
import { siteOf } from './site.ts';

type List = typeof hosts.list;

const readCursor = (cursor: string | undefined): { value: string; hostId: string } | undefined => {
  if (cursor === undefined) return undefined;
  try {
    const [value, hostId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof value === 'string' && typeof hostId === 'string') return { value, hostId };
  } catch {
    // Falls through: whatever it was, it was not ours.
  }
  throw invalid('The cursor does not fit');
};
const writeCursor = (value: string, hostId: string): string =>
  Buffer.from(JSON.stringify([value, hostId])).toString('base64url');

export const listHosts = async (context: Context, query: Received<List>['query']): Promise<Returned<List>> => {
  const { tx } = context;
  const criteria = await criteriaOf(context, query);
  const { sort, order, limit } = query;
  const rows = await selectHosts(tx, criteria, { sort, order, limit: limit + 1, after: readCursor(query.cursor) });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    hosts: shown.map((row) => presentHost(row, context.now)),
    total: await hostTotals.lists.read(criteria.siteId, JSON.stringify(criteria), () => countHosts(tx, criteria)),
    nextCursor: rows.length > limit && last ? writeCursor(last.sort_value, last.host_id) : null,
  };
};

export const findHost = async (context: Context, hostId: string) => {
  const criteria = { ...siteOf(context), view: 'all' as const, hostIds: [hostId] };
  const [row] = await selectHosts(context.tx, criteria, { sort: 'hostName', order: 'asc', limit: 1 });
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
