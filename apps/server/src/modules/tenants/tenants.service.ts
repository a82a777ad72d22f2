import { randomUUIDv7 } from 'node:crypto';
import { constants } from '@patchkeep/contract/constants';
import { secondFactorPolicies, type SecondFactorPolicy } from '@patchkeep/contract/second-factor-policy';
import type { CustomerSettings } from '@patchkeep/contract/session';
import { type SiteSettings, sitesMax } from '@patchkeep/contract/sites';
import type { RequestFacts } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/sqlstate.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { invalid, saveConflict } from '../../platform/errors.ts';
import { recordAct } from '../audit/public.ts';
import { presentCustomerSettings, presentFactorPolicy, presentSiteSettings } from './tenants.presenter.ts';
import { listSiteIds } from './tenants.queries.ts';
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
    | 'is_provider'
    | 'is_internal_use'
    | 'second_factor_policy'
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
    is_provider: false,
    is_internal_use: false,
    second_factor_policy: secondFactorPolicies.indexOf('optional'),
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

/** Who an entry of the activity log names. */
export interface Actor {
  actorId: string | null;
  credentialId: string | null;
}
/** Whoever may run programs on the server: it has no account, so the log names none. */
export const byOperator: Actor = { actorId: null, credentialId: null };

type Facts = Parameters<typeof recordAct>[1];
type Given<T> = { [Key in keyof T]?: T[Key] | undefined };

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

const isTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? invalid('Another site has this name') : error;
};

const recordSiteAct = (
  tx: Tx,
  facts: Facts,
  actor: Actor,
  { customer_id: customerId, site_id: siteId }: Pick<SiteRow, 'customer_id' | 'site_id'>,
  verb: string,
  before: unknown,
  after: unknown,
): Promise<void> =>
  recordAct(tx, facts, { ...actor, customerId, siteId, verb, objectKind: 'site', objectId: siteId, before, after });

/** Creates a site for whoever may, with an entry in the activity log. */
export const addSite = async (
  tx: Tx,
  facts: Facts,
  actor: Actor,
  customerId: string,
  given: { siteName: string; siteSettings?: SiteSettings },
): Promise<string> => {
  if ((await listSiteIds(tx, customerId)).length >= sitesMax) throw invalid(`A customer can have ${sitesMax} sites`);
  const modules = given.siteSettings ?? everyModule;
  const siteId = await createSite(tx, customerId, given.siteName, facts.now, modules).catch(isTaken);
  await recordSiteAct(tx, facts, actor, { customer_id: customerId, site_id: siteId }, 'site.create', null, {
    siteName: given.siteName,
    ...modules,
  });
  return siteId;
};

/** The name of a site. `seen` is the serial number that the caller started from. */
export const renameSite = async (
  tx: Tx,
  facts: Facts,
  actor: Actor,
  before: SiteRow,
  { siteName, seen }: { siteName: string; seen: number },
): Promise<SiteRow> => {
  const after = await updateSite(tx, before, { name: siteName }, seen).catch(isTaken);
  if (!after) throw saveConflict('The site was changed by somebody else');
  await recordSiteAct(tx, facts, actor, before, 'site.rename', { siteName: before.name }, { siteName });
  return after;
};

/** The modules of one site. */
export const changeSiteModules = async (
  tx: Tx,
  facts: Facts,
  actor: Actor,
  before: SiteRow,
  given: Given<SiteSettings>,
  seen: number = before.serial_number,
): Promise<SiteRow> => {
  const change = {
    is_detection_module_enabled: given.isDetectionModuleEnabled ?? before.is_detection_module_enabled,
    is_patching_enabled: given.isPatchingEnabled ?? before.is_patching_enabled,
    is_patch_pro_module_enabled: given.isPatchProModuleEnabled ?? before.is_patch_pro_module_enabled,
  };
  const after = await updateSite(tx, before, change, seen);
  if (!after) throw saveConflict('The site was changed by somebody else');
  await recordSiteAct(
    tx,
    facts,
    actor,
    before,
    'site.modules',
    presentSiteSettings(before),
    presentSiteSettings(after),
  );
  return after;
};

export type CustomerChange = Given<
  CustomerSettings & {
    isSiteRedirect: boolean;
    isProvider: boolean;
    isInternalUse: boolean;
    secondFactorPolicy: SecondFactorPolicy;
  }
>;

const recorded = (row: CustomerRow) => ({
  ...presentCustomerSettings(row),
  isSiteRedirect: row.is_site_redirect,
  isProvider: row.is_provider,
  isInternalUse: row.is_internal_use,
  secondFactorPolicy: presentFactorPolicy(row),
});

/** What holds for all sites of a customer. */
export const changeCustomer = async (
  tx: Tx,
  facts: Facts,
  actor: Actor,
  before: CustomerRow,
  given: CustomerChange,
  seen: number = before.serial_number,
): Promise<CustomerRow> => {
  const change = {
    host_license_count: given.hostLicenseCount ?? before.host_license_count,
    dormancy_days: given.agentInactivityToDormancyTimeoutDays ?? before.dormancy_days,
    is_trial_mode_enabled: given.isTrialModeEnabled ?? before.is_trial_mode_enabled,
    is_software_deployment_enabled: given.isSoftwareDeploymentEnabled ?? before.is_software_deployment_enabled,
    is_custom_software_enabled: given.isCustomSoftwareEnabled ?? before.is_custom_software_enabled,
    allow_custom_software_ui: given.allowCustomSoftwareUi ?? before.allow_custom_software_ui,
    is_site_redirect: given.isSiteRedirect ?? before.is_site_redirect,
    is_provider: given.isProvider ?? before.is_provider,
    is_internal_use: given.isInternalUse ?? before.is_internal_use,
    second_factor_policy: secondFactorPolicies.indexOf(given.secondFactorPolicy ?? presentFactorPolicy(before)),
  };
  const { customer_id: customerId } = before;
  const after = await updateCustomer(tx, customerId, change, seen);
  if (!after) throw saveConflict('The settings were changed by somebody else');
  await recordAct(tx, facts, {
    ...actor,
    customerId,
    siteId: null,
    verb: 'customer.change',
    objectKind: 'customer',
    objectId: customerId,
    before: recorded(before),
    after: recorded(after),
  });
  return after;
};
