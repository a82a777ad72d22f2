import { sitePermission } from '@patchkeep/contract/rights';
import { can, has } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { enterSites } from '../../platform/db/tenant.ts';
import { siteOf } from '../hosts/public.ts';
import { listUsableSites } from '../identity/public.ts';

/** What a dashboard is about: one site, or every site of the system that the caller may look into. */
export interface Reach {
  level: 'site' | 'system';
  customerId: string;
  /** Under what its dashboards are stored. */
  scopeId: string;
  siteIds: readonly string[];
  /** Approvals are shown to the caller. */
  hasApprovals: boolean;
}

export const reachSite = (context: Context): Reach => {
  const { customerId, siteId } = siteOf(context);
  const { subject } = context.principal;
  const hasApprovals = subject !== null && can('canViewPatching', subject);
  return { level: 'site', customerId, scopeId: siteId, siteIds: [siteId], hasApprovals };
};

/** From here on the transaction sees all of these sites. A token was given one site, and sees no other. */
export const reachSystem = async (context: Context): Promise<Reach> => {
  const { tx, principal } = context;
  const { customerId, userId, subject, kind } = principal;
  const isAdmin = kind === 'session' && (subject?.isSystemAdmin ?? false);
  const only = kind === 'session' ? undefined : siteOf(context).siteId;
  const sites = await listUsableSites(tx, customerId, { user_id: userId, is_system_admin: isAdmin }, only);
  const siteIds = sites
    .filter((site) => site.is_detection_module_enabled && has(site.permissions, sitePermission.FullRead))
    .map((site) => site.site_id);
  await enterSites(tx, { customerId, siteIds, actorId: userId });
  return { level: 'system', customerId, scopeId: customerId, siteIds, hasApprovals: isAdmin };
};
