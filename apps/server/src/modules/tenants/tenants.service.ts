import { randomUUIDv7 } from 'node:crypto';
import { constants } from '@patchkeep/contract/constants';
import type { SiteSettings } from '@patchkeep/contract/sites';
import type { RequestFacts } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { recordAct } from '../audit/public.ts';
import { presentCustomerSettings, presentSiteSettings } from './tenants.presenter.ts';
import { insertCustomer, insertSite, updateCustomer, updateSite } from './tenants.repository.ts';
import type { CustomerRow, SiteRow } from './tenants.tables.ts';

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

export interface CustomerChange {
  licences?: number | undefined;
  dormancyDays?: number | undefined;
  isTrial?: boolean | undefined;
  hasSoftwareDeployment?: boolean | undefined;
  hasCustomSoftware?: boolean | undefined;
  showsCustomSoftware?: boolean | undefined;
}

const byOperator = { actorId: null, credentialId: null };

/** The database is an older one now: what came after it is gone, and the log says so. */
export const recordRestore = (tx: Tx, facts: RequestFacts, customerId: string, openTasks: number): Promise<void> =>
  recordAct(tx, facts, {
    ...byOperator,
    customerId,
    siteId: null,
    verb: 'customer.restore',
    objectKind: 'customer',
    objectId: customerId,
    before: null,
    after: { openTasks },
  });

/** What a customer may use, changed by whoever runs the install. */
export const changeCustomer = async (
  tx: Tx,
  facts: RequestFacts,
  before: CustomerRow,
  given: CustomerChange,
): Promise<void> => {
  const change = {
    host_license_count: given.licences ?? before.host_license_count,
    dormancy_days: given.dormancyDays ?? before.dormancy_days,
    is_trial_mode_enabled: given.isTrial ?? before.is_trial_mode_enabled,
    is_software_deployment_enabled: given.hasSoftwareDeployment ?? before.is_software_deployment_enabled,
    is_custom_software_enabled: given.hasCustomSoftware ?? before.is_custom_software_enabled,
    allow_custom_software_ui: given.showsCustomSoftware ?? before.allow_custom_software_ui,
  };
  const { customer_id: customerId } = before;
  await updateCustomer(tx, customerId, change);
  await recordAct(tx, facts, {
    ...byOperator,
    customerId,
    siteId: null,
    verb: 'customer.change',
    objectKind: 'customer',
    objectId: customerId,
    before: presentCustomerSettings(before),
    after: presentCustomerSettings({ ...before, ...change }),
  });
};

export interface ModuleChange {
  hasDetection?: boolean | undefined;
  hasPatching?: boolean | undefined;
  hasPatchPro?: boolean | undefined;
}

/** The modules of one site, switched by whoever runs the install. */
export const changeSiteModules = async (
  tx: Tx,
  facts: RequestFacts,
  before: SiteRow,
  given: ModuleChange,
): Promise<void> => {
  const change = {
    is_detection_module_enabled: given.hasDetection ?? before.is_detection_module_enabled,
    is_patching_enabled: given.hasPatching ?? before.is_patching_enabled,
    is_patch_pro_module_enabled: given.hasPatchPro ?? before.is_patch_pro_module_enabled,
  };
  const { customer_id: customerId, site_id: siteId } = before;
  await updateSite(tx, before, change);
  await recordAct(tx, facts, {
    ...byOperator,
    customerId,
    siteId,
    verb: 'site.modules',
    objectKind: 'site',
    objectId: siteId,
    before: presentSiteSettings(before),
    after: presentSiteSettings({ ...before, ...change }),
  });
};
