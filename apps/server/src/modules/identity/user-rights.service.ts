import { type Right, sitePermission } from '@patchkeep/contract/rights';
import { mayCall } from '@patchkeep/rules/permissions';
import type { Tx } from '../../platform/db/tenant.ts';
import { findCustomer } from '../tenants/public.ts';
import { subjectOf } from './subject.presenter.ts';
import { findUser, listUsableSites, listUsersWith } from './users.queries.ts';

/** Does a user hold a right now, signed in or not? Of the customer as a whole only a system administrator holds any. */
export const userHolds = async (
  tx: Tx,
  customerId: string,
  userId: string,
  siteId: string | null,
  right: Right,
): Promise<boolean> => {
  const user = await findUser(tx, customerId, userId);
  const customer = await findCustomer(tx, customerId);
  if (!user || !customer) return false;
  if (siteId === null) return user.is_system_admin;
  const [site] = await listUsableSites(tx, customerId, user, siteId);
  return site !== undefined && mayCall(right, subjectOf({ ...customer, is_system_admin: user.is_system_admin }, site));
};

/** Who administers a site, or the customer as a whole. */
export const listAdministratorIds = async (tx: Tx, customerId: string, siteId: string | null): Promise<string[]> =>
  (await listUsersWith(tx, customerId, siteId, sitePermission.Administer)).map(({ user_id }) => user_id);

/** The names of others who may change things in a site, or in the customer as a whole. */
export const listWriterNames = async (
  tx: Tx,
  of: { customerId: string; siteId: string | null; exceptUserId: string; limit: number },
): Promise<string[]> =>
  (await listUsersWith(tx, of.customerId, of.siteId, sitePermission.FullRead | sitePermission.FullWrite))
    .filter(({ user_id }) => user_id !== of.exceptUserId)
    .slice(0, of.limit)
    .map(({ long_name }) => long_name);

export const userName = async (tx: Tx, customerId: string, userId: string): Promise<string | undefined> =>
  (await findUser(tx, customerId, userId))?.long_name;
