import { secondFactorPolicies, type SecondFactorPolicy } from '@patchkeep/contract/second-factor-policy';
import type { CustomerSettings } from '@patchkeep/contract/session';
import type { SettingsOfSite, SiteSettings } from '@patchkeep/contract/sites';
import type { CustomerRow, SiteRow } from './tenants.tables.ts';

type SettingsColumns = Pick<
  CustomerRow,
  | 'dormancy_days'
  | 'host_license_count'
  | 'is_custom_software_enabled'
  | 'is_software_deployment_enabled'
  | 'is_trial_mode_enabled'
  | 'allow_custom_software_ui'
>;

export const presentCustomerSettings = (row: SettingsColumns): CustomerSettings => ({
  agentInactivityToDormancyTimeoutDays: row.dormancy_days,
  hostLicenseCount: row.host_license_count,
  isCustomSoftwareEnabled: row.is_custom_software_enabled,
  isSoftwareDeploymentEnabled: row.is_software_deployment_enabled,
  isTrialModeEnabled: row.is_trial_mode_enabled,
  allowCustomSoftwareUi: row.allow_custom_software_ui,
});

/** A number that this server does not know is of a newer one: then it asks for the most. */
export const presentFactorPolicy = (row: Pick<CustomerRow, 'second_factor_policy'>): SecondFactorPolicy =>
  secondFactorPolicies[row.second_factor_policy] ?? 'passkeys';

type ModuleColumns = Pick<
  SiteRow,
  'is_detection_module_enabled' | 'is_patching_enabled' | 'is_patch_pro_module_enabled'
>;

export const presentSiteSettings = (row: ModuleColumns): SiteSettings => ({
  isDetectionModuleEnabled: row.is_detection_module_enabled,
  isPatchingEnabled: row.is_patching_enabled,
  isPatchProModuleEnabled: row.is_patch_pro_module_enabled,
});

export const presentSettingsOfSite = (
  row: ModuleColumns & Pick<SiteRow, 'site_id' | 'serial_number'>,
): SettingsOfSite => ({
  ...presentSiteSettings(row),
  siteAccountUuid: row.site_id,
  serialNumber: row.serial_number,
});
