import './tenants.tables.ts';

export type { SiteRow } from './tenants.tables.ts';
export { findCustomer, findSite, listCustomerIds, listSiteIds, listSites, lockCustomer } from './tenants.queries.ts';
export {
  presentCustomerSettings,
  presentFactorPolicy,
  presentSettingsOfSite,
  presentSiteSettings,
} from './tenants.presenter.ts';
export {
  type Actor,
  addSite,
  byOperator,
  changeCustomer,
  changeSiteModules,
  createCustomer,
  createSite,
  type CustomerOptions,
  recordRestore,
  renameSite,
} from './tenants.service.ts';
