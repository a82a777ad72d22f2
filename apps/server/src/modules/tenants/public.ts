import './tenants.tables.ts';

export { findCustomer, listCustomerIds, listSiteIds, listSites, lockCustomer } from './tenants.queries.ts';
export { presentCustomerSettings, presentSiteSettings } from './tenants.presenter.ts';
export {
  changeCustomer,
  changeSiteModules,
  createCustomer,
  createSite,
  type CustomerOptions,
  recordRestore,
} from './tenants.service.ts';
