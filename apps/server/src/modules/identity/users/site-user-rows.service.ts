import { userLimits } from '@patchkeep/contract/users';
import { dayMs } from '@patchkeep/rules/time-units';
import { usedSince } from '@patchkeep/rules/users/break-glass';
import type { Context } from '../../../platform/context.ts';
import { found, notFound } from '../../../platform/errors.ts';
import { findCustomer } from '../../tenants/public.ts';
import { presentFactorNeed } from '../subject.presenter.ts';
import { listFactorStandings } from '../users.queries.ts';
import { isRemoved, type ListedUserRow } from './site-users.presenter.ts';
import { listSiteUsers } from './site-users.queries.ts';

/** The users of a site, or one of them, as the console lists them. */
export const rowsOf = async (
  { tx, principal: { customerId }, now }: Context,
  siteId: string,
  userId?: string,
): Promise<ListedUserRow[]> => {
  const removedSince = new Date(now.getTime() - userLimits.restoreDays * dayMs);
  const rows = await listSiteUsers(tx, { customerId, siteId, now, removedSince, userId });
  const customer = await findCustomer(tx, customerId);
  const standings = new Map((await listFactorStandings(tx, customerId, userId)).map((each) => [each.user_id, each]));
  return rows.map((row) => {
    const standing = standings.get(row.user_id);
    return { ...row, need: standing && presentFactorNeed(standing, customer), triedSince: usedSince(now) };
  });
};

export const rowOf = async (context: Context, siteId: string, userId: string): Promise<ListedUserRow> => {
  const [row] = await rowsOf(context, siteId, userId);
  return found(row);
};

/** A user who is removed has to be restored before anything else is done with them. */
export const presentRowOf = async (context: Context, siteId: string, userId: string): Promise<ListedUserRow> => {
  const row = await rowOf(context, siteId, userId);
  if (isRemoved(row)) throw notFound();
  return row;
};
