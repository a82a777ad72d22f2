import type { Subject } from '@patchkeep/rules/permissions';
import { missingFactor, neededFactor } from '@patchkeep/rules/users/needed-factor';
import { presentFactorPolicy, presentSiteSettings } from '../tenants/public.ts';
import type { listFactorStandings, UsableSite } from './users.queries.ts';

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

export type StandingRow = Awaited<ReturnType<typeof listFactorStandings>>[number];
type PolicyColumns = Parameters<typeof presentFactorPolicy>[0] & { is_custom_software_enabled: boolean };

/** What a policy asks of a user, and what of it the user has. Nothing of who proves themselves elsewhere. */
export const presentFactorNeed = (
  row: StandingRow | undefined,
  customer: PolicyColumns | undefined,
  policy = customer && presentFactorPolicy(customer),
) => {
  if (!row || !customer || !policy)
    return { needed: 'none' as const, held: { hasPasskey: false, hasApp: false }, missing: undefined };
  const standing = {
    isSystemAdmin: row.is_system_admin,
    isBreakGlass: row.is_break_glass,
    permissions: row.permissions,
  };
  const needed = neededFactor(standing, { policy, isCustomSoftwareEnabled: customer.is_custom_software_enabled });
  const held = { hasPasskey: row.has_passkey, hasApp: row.has_app };
  return { needed, held, missing: missingFactor(needed, held) };
};
