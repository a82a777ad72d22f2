import { randomUUIDv7 } from 'node:crypto';
import { constants } from '@patchkeep/contract/constants';
import type { SiteSettings } from '@patchkeep/contract/sites';
import type { Tx } from '../../platform/db/tenant.ts';
import { insertCustomer, insertSite } from './tenants.repository.ts';
import type { CustomerRow } from './tenants.tables.ts';

export type CustomerOptions = Partial<
  Pick<
    CustomerRow,
    | 'host_license_count'
    | 'is_custom_software_enabled'
    | 'is_software_deployment_enabled'
    | 'is_trial_mode_enabled'
    | 'allow_custom_software_ui'
    | 'is_site_redirect'
  >
>;

export const createCustomer = (
  tx: Tx,
  customerId: string,
  name: string,
  now: Date,
  options: CustomerOptions = {},
): Promise<void> =>
  insertCustomer(tx, {
    customer_id: customerId,
    name,
    dormancy_days: constants.dormancyDays,
    host_license_count: 0,
    is_custom_software_enabled: false,
    is_software_deployment_enabled: true,
    is_trial_mode_enabled: true,
    allow_custom_software_ui: false,
    is_site_redirect: false,
    serial_number: 1,
    created_at: now,
    ...options,
  });

const everyModule: SiteSettings = {
  isDetectionModuleEnabled: true,
  isPatchingEnabled: true,
  isPatchProModuleEnabled: true,
};

export const createSite = async (
  tx: Tx,
  customerId: string,
  name: string,
  now: Date,
  modules: SiteSettings = everyModule,
): Promise<string> => {
  const siteId = randomUUIDv7();
  await insertSite(tx, {
    customer_id: customerId,
    site_id: siteId,
    name,
    is_detection_module_enabled: modules.isDetectionModuleEnabled,
    is_patching_enabled: modules.isPatchingEnabled,
    is_patch_pro_module_enabled: modules.isPatchProModuleEnabled,
    serial_number: 1,
    created_at: now,
  });
  return siteId;
};
