import type { Right } from '@patchkeep/contract/rights';
import { mayCall } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { enterSites } from '../../platform/db/tenant.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { findCustomer, presentCustomerSettings, presentSiteSettings } from '../tenants/public.ts';
import { findUser, listUsableSites } from './users.queries.ts';

/**
 * The same caller in a site that the path names instead of the one the tab is on. The right is judged anew, by the
 * bits the caller has there; a site the caller may not enter does not exist.
 */
export const inNamedSite = async (context: Context, siteId: string, right: Right): Promise<Context> => {
  const { tx, principal } = context;
  const { customerId, userId } = principal;
  if (siteId === principal.siteId) return context;
  // A token was given one site, whatever its owner may enter.
  if (principal.kind === 'token') throw notFound();
  const user = await findUser(tx, customerId, userId);
  const customer = await findCustomer(tx, customerId);
  const [site] = user ? await listUsableSites(tx, customerId, user, siteId) : [];
  if (!user || !customer || !site) throw notFound();
  const subject = {
    isSystemAdmin: user.is_system_admin,
    sitePermissions: site.permissions,
    siteSettings: presentSiteSettings(site),
    customerSettings: presentCustomerSettings(customer),
  };
  if (!mayCall(right, subject)) throw forbidden(`Needs ${right}`);
  await enterSites(tx, { customerId, siteIds: [siteId], actorId: userId });
  return { ...context, principal: { ...principal, siteId, subject } };
};
