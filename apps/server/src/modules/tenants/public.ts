import './tenants.tables.ts';

export { findCustomer, listCustomerIds, listSiteIds } from './tenants.queries.ts';
export { presentCustomerSettings, presentSiteSettings } from './tenants.presenter.ts';
export { createCustomer, createSite, type CustomerOptions } from './tenants.service.ts';
