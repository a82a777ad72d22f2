import { customer } from '@patchkeep/contract/customer-settings';
import { sites } from '@patchkeep/contract/sites';
import type { Mount } from '../../../platform/http/mount.ts';
import type { Authenticator } from '../authenticate.service.ts';
import {
  changeSite,
  createSiteOf,
  readAllSettings,
  readCustomerSettings,
  readSettings,
  readSettingsOf,
  readSites,
  saveCustomerSettings,
  saveSettingsOf,
  type SiteFacts,
} from './sites.service.ts';

/** Administration of sites. Modules and customer settings decide rights, so what is kept of the caller is forgotten. */
export const siteRoutes = (mount: Mount, authenticator: Authenticator, facts: SiteFacts): void => {
  mount(sites.list, (context) => readSites(context, facts));
  mount(sites.create, (context, { body }) => createSiteOf(context, body));
  mount(sites.update, (context, { params, body }) => changeSite(context, params.id, body));
  mount(sites.allSettings, async (context) => ({ siteSettings: await readAllSettings(context) }));
  mount(sites.readSettings, readSettings);
  mount(sites.saveSettings, (context, { body }) => {
    context.onCommit(() => authenticator.forget(context.cookie));
    return saveSettingsOf(context, context.principal.siteId, body);
  });
  mount(sites.readSettingsOf, (context, { params }) => readSettingsOf(context, params.id));
  mount(sites.saveSettingsOf, (context, { params, body }) => {
    context.onCommit(() => authenticator.forget(context.cookie));
    return saveSettingsOf(context, params.id, body);
  });
  mount(customer.readSettings, (context) => readCustomerSettings(context, facts));
  mount(customer.saveSettings, (context, { body }) => {
    context.onCommit(() => authenticator.forget(context.cookie));
    return saveCustomerSettings(context, body, facts);
  });
};
