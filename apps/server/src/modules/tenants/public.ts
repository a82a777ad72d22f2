import './tenants.tables.ts';

export { findCustomer, listCustomerIds } from './tenants.queries.ts';
export { presentCustomerSettings, presentSiteSettings } from './tenants.presenter.ts';
export { createCustomer, createSite, type CustomerOptions } from './tenants.service.ts';
