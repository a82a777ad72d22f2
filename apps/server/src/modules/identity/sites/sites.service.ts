import type { CustomerSettingsAnswer, customer as customerEndpoints } from '@patchkeep/contract/customer-settings';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { SiteNumbers } from '@patchkeep/contract/guest-overview';
import { sitePermission } from '@patchkeep/contract/rights';
import type { ListedSite, SettingsOfSite, sites as endpoints } from '@patchkeep/contract/sites';
import { has } from '@patchkeep/rules/permissions';
import type { Context } from '../../../platform/context.ts';
import { enterSites, type Tx } from '../../../platform/db/tenant.ts';
import { notFound } from '../../../platform/errors.ts';
import {
  type Actor,
  addSite,
  changeCustomer,
  changeSiteModules,
  findCustomer,
  findSite,
  listSiteIds,
  presentCustomerSettings,
  presentSettingsOfSite,
  presentSiteSettings,
  renameSite,
} from '../../tenants/public.ts';
import { presentSiteRef } from '../identity.presenter.ts';
import { inNamedSite } from '../named-site.service.ts';
import { findUser, listUsableSites, type UsableSite } from '../users.queries.ts';

/** Numbers of sites, which later modules know: filled in where the modules meet. */
export interface SiteFacts {
  countHostsBySite(
    tx: Tx,
    customerId: string,
    siteIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, { active: number; licences: number }>>;
  /** By name, of sites that the transaction sees. */
  readSiteNumbers(tx: Tx, sites: { customerId: string; siteIds: readonly string[] }, now: Date): Promise<SiteNumbers[]>;
}

const actorOf = ({ principal: { userId, sessionId } }: Context): Actor => ({
  actorId: userId,
  credentialId: sessionId,
});

/** The sites that the caller may enter. */
const usableSites = async ({ tx, principal: { customerId, userId } }: Context) => {
  const user = await findUser(tx, customerId, userId);
  if (!user) throw notFound();
  return { user, usable: await listUsableSites(tx, customerId, user) };
};

/** One query for the hosts of all sites. From here on the transaction sees all of them. */
const countHosts = async ({ tx, principal, now }: Context, siteIds: readonly string[], facts: SiteFacts) => {
  const { customerId, userId } = principal;
  await enterSites(tx, { customerId, siteIds, actorId: userId });
  return facts.countHostsBySite(tx, customerId, siteIds, now);
};

/** The sites that the caller may enter, by name. Hosts are counted where the caller may look into the site. */
export const readSites = async (context: Context, facts: SiteFacts): Promise<Returned<typeof endpoints.list>> => {
  const { user, usable } = await usableSites(context);
  const mayLook = ({ permissions }: UsableSite) => has(permissions, sitePermission.FullRead);
  const siteIds = usable.filter(mayLook).map(({ site_id }) => site_id);
  const counts = await countHosts(context, siteIds, facts);
  return {
    sites: usable.map((site) => ({
      ...presentSiteRef(site),
      siteSettings: presentSiteSettings(site),
      serialNumber: site.serial_number,
      activeHosts: mayLook(site) ? (counts.get(site.site_id)?.active ?? 0) : null,
      licencesInUse: mayLook(site) ? (counts.get(site.site_id)?.licences ?? 0) : null,
    })),
    defaultSiteAccountUuid: user.default_site_id,
  };
};

export const readAllSettings = async (context: Context): Promise<SettingsOfSite[]> =>
  (await usableSites(context)).usable.map(presentSettingsOfSite);

const siteRowOf = async ({ tx, principal: { customerId } }: Context, siteId: string | null) => {
  const row = siteId === null ? undefined : await findSite(tx, customerId, siteId);
  if (!row) throw notFound();
  return row;
};

export const readSettingsOf = async (context: Context, siteId: string): Promise<SettingsOfSite> => {
  const named = await inNamedSite(context, siteId, 'canRead');
  return presentSettingsOfSite(await siteRowOf(named, siteId));
};

export const readSettings = async (context: Context): Promise<SettingsOfSite> =>
  presentSettingsOfSite(await siteRowOf(context, context.principal.siteId));

type SettingsChange = Received<typeof endpoints.saveSettings>['body'];

/** The modules of a site, switched by a system administrator. */
export const saveSettingsOf = async (
  context: Context,
  siteId: string | null,
  { serialNumber, ...given }: SettingsChange,
): Promise<SettingsOfSite> => {
  const before = await siteRowOf(context, siteId);
  const after = await changeSiteModules(context.tx, context, actorOf(context), before, given, serialNumber);
  context.emit({ thing: 'site' });
  return presentSettingsOfSite(after);
};

export const createSiteOf = async (
  context: Context,
  given: Received<typeof endpoints.create>['body'],
): Promise<ListedSite> => {
  const { tx, principal } = context;
  const siteId = await addSite(tx, context, actorOf(context), principal.customerId, given);
  context.emit({ thing: 'site' });
  return {
    siteAccountUuid: siteId,
    siteName: given.siteName,
    siteSettings: given.siteSettings,
    serialNumber: 1,
    activeHosts: 0,
    licencesInUse: 0,
  };
};

export const changeSite = async (
  context: Context,
  siteId: string,
  { siteName, serialNumber }: Received<typeof endpoints.update>['body'],
): Promise<Returned<typeof endpoints.update>> => {
  const before = await siteRowOf(context, siteId);
  const after = await renameSite(context.tx, context, actorOf(context), before, { siteName, seen: serialNumber });
  context.emit({ thing: 'site' });
  return { ...presentSiteRef(after), serialNumber: after.serial_number };
};

const customerRowOf = async ({ tx, principal: { customerId } }: Context) => {
  const row = await findCustomer(tx, customerId);
  if (!row) throw notFound();
  return row;
};

export const readCustomerSettings = async (context: Context, facts: SiteFacts): Promise<CustomerSettingsAnswer> => {
  const row = await customerRowOf(context);
  const counts = await countHosts(context, await listSiteIds(context.tx, row.customer_id), facts);
  return {
    ...presentCustomerSettings(row),
    isSiteRedirect: row.is_site_redirect,
    licencesInUse: [...counts.values()].reduce((sum, { licences }) => sum + licences, 0),
    serialNumber: row.serial_number,
  };
};

export const saveCustomerSettings = async (
  context: Context,
  { serialNumber, ...given }: Received<typeof customerEndpoints.saveSettings>['body'],
  facts: SiteFacts,
): Promise<CustomerSettingsAnswer> => {
  const before = await customerRowOf(context);
  await changeCustomer(context.tx, context, actorOf(context), before, given, serialNumber);
  context.emit({ thing: 'site' });
  return readCustomerSettings(context, facts);
};
