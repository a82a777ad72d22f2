import type { Subject } from '@patchkeep/rules/permissions';
import { presentSiteSettings } from '../tenants/public.ts';
import type { UsableSite } from './users.queries.ts';

interface CustomerFacts {
  is_system_admin: boolean;
  is_custom_software_enabled: boolean;
  is_software_deployment_enabled: boolean;
  allow_custom_software_ui: boolean;
}

/** What a caller's rights in a site are judged by. */
export const subjectOf = (row: CustomerFacts, site: UsableSite): Subject => ({
  isSystemAdmin: row.is_system_admin,
  sitePermissions: site.permissions,
  siteSettings: presentSiteSettings(site),
  customerSettings: {
    isCustomSoftwareEnabled: row.is_custom_software_enabled,
    isSoftwareDeploymentEnabled: row.is_software_deployment_enabled,
    allowCustomSoftwareUi: row.allow_custom_software_ui,
  },
});
