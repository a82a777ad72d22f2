import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { session } from '@patchkeep/contract/session';
import type { SiteRef } from '@patchkeep/contract/sites';
import type { Context } from '../../platform/context.ts';
import { enterSites, type Tx } from '../../platform/db/tenant.ts';
import { notFound } from '../../platform/errors.ts';
import { findCustomer, presentCustomerSettings } from '../tenants/public.ts';
import { readPreferences } from './account/preferences.rules.ts';
import { presentCurrentSite, presentSiteRef } from './identity.presenter.ts';
import { bindInstance, dropOldInstances } from './sessions.repository.ts';
import { findUser, listUsableSites } from './users.queries.ts';

type Ehlo = typeof session.ehlo;
const tabsKept = 50;

/** Numbers of the handshake that later modules know: filled in where the modules meet. */
export interface SessionFacts {
  countActiveAgents(tx: Tx, site: { customerId: string; siteId: string }): Promise<number>;
  countExpiringIgnoreRules(tx: Tx, customerId: string): Promise<{ countExpired: number; countExpiringSoon: number }>;
}

export interface ProductFacts {
  isUat: boolean;
  provider: string;
}

/**
 * Who am I, where am I, what may I do. Registers the tab with the site that its address names, or with the session's
 * where the address names none. A tab keeps its site, whatever site other tabs show. A site that the user may not
 * enter is no site: the tab then has none, and shows the ones it could have.
 */
export const shakeHands = async (
  context: Context,
  { instanceId }: Received<Ehlo>['query'],
  facts: SessionFacts,
  productFacts: ProductFacts,
): Promise<Returned<Ehlo>> => {
  const { tx, principal, now } = context;
  const { customerId, sessionId, userId } = principal;
  const [customer, user] = await Promise.all([findCustomer(tx, customerId), findUser(tx, customerId, userId)]);
  if (!customer || !user) throw notFound();
  const usable = await listUsableSites(tx, customerId, user);
  const site = usable.find((each) => each.site_id === principal.siteId);
  await bindInstance(tx, {
    customer_id: customerId,
    session_id: sessionId,
    instance_id: instanceId,
    site_id: site?.site_id ?? null,
    seen_at: now,
  });
  if (!principal.isRegistered) await dropOldInstances(tx, customerId, sessionId, tabsKept);
  // From here on in the site the tab is about to show, which need not be the one it showed.
  if (site) await enterSites(tx, { customerId, siteIds: [site.site_id], actorId: userId });
  const here = site && { customerId, siteId: site.site_id };
  const sites: SiteRef[] = usable.map(presentSiteRef);
  return {
    csrf: principal.csrf,
    customerSettings: presentCustomerSettings(customer),
    username: user.username,
    userAccountUuid: userId,
    activeAgentCount: here ? await facts.countActiveAgents(tx, here) : 0,
    expiringIgnoreRules: await facts.countExpiringIgnoreRules(tx, customerId),
    isSystemAdmin: user.is_system_admin,
    sites,
    currentSite: site ? presentCurrentSite(site) : null,
    defaultSiteAccountUuid: user.default_site_id,
    isSiteRedirect: customer.is_site_redirect,
    preferences: readPreferences(user.preferences),
    customerName: customer.name,
    isInternalUse: customer.is_internal_use,
    guestOf: user.guest_of,
    // A guest is of a service provider, or would not be here.
    mayEnterCustomers: customer.is_provider || principal.home !== undefined,
    ...productFacts,
  };
};
