import { type Right, sitePermission } from '@patchkeep/contract/rights';
import { mayCall, type Subject } from '@patchkeep/rules/permissions';
import type { Tx } from '../../platform/db/tenant.ts';
import { findCustomer } from '../tenants/public.ts';
import { subjectOf } from './subject.presenter.ts';
import { findUser, listUsableSites, listUsersWith } from './users.queries.ts';

/** What the rights of a user in a site are judged by now; null where the user may not enter the site. */
export const subjectIn = async (
  tx: Tx,
  customerId: string,
  user: { user_id: string; is_system_admin: boolean },
  siteId: string,
): Promise<Subject | null> => {
  const customer = await findCustomer(tx, customerId);
  const [site] = await listUsableSites(tx, customerId, user, siteId);
  return customer && site ? subjectOf({ ...customer, is_system_admin: user.is_system_admin }, site) : null;
};

/** Does a user hold a right now, signed in or not? Of the customer as a whole only a system administrator holds any. */
export const userHolds = async (
  tx: Tx,
  customerId: string,
  userId: string,
  siteId: string | null,
  right: Right,
): Promise<boolean> => {
  const user = await findUser(tx, customerId, userId);
  if (!user) return false;
  if (siteId === null) return user.is_system_admin;
  const subject = await subjectIn(tx, customerId, user, siteId);
  return subject !== null && mayCall(right, subject);
};

/** Somebody whom a mail may be written to. */
export interface Recipient {
  userId: string;
  address: string;
  longName: string;
  isSystemAdmin: boolean;
  /** What their rights in the site are judged by; of the customer as a whole, those in its first site. */
  subject: Subject;
}

/**
 * A user whom a mail about a site, or about the customer as a whole, may be sent to now. Nobody who cannot sign in, who
 * may not enter the site any more, or who is no system administrator where it is about the customer.
 */
export const findRecipient = async (
  tx: Tx,
  customerId: string,
  userId: string,
  siteId: string | null,
): Promise<Recipient | undefined> => {
  const user = await findUser(tx, customerId, userId);
  if (!user || user.disabled_at !== null || (user.password_digest === null && !user.is_sso_login_only))
    return undefined;
  if (siteId === null && !user.is_system_admin) return undefined;
  const site = siteId ?? (await listUsableSites(tx, customerId, user))[0]?.site_id;
  const subject = site === undefined ? null : await subjectIn(tx, customerId, user, site);
  if (!subject) return undefined;
  const { username: address, long_name: longName, is_system_admin: isSystemAdmin } = user;
  return { userId, address, longName, isSystemAdmin, subject };
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
