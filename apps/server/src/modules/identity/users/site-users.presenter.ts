import { type SiteUser, userLimits } from '@patchkeep/contract/users';
import { dayMs } from '@patchkeep/rules/time-units';
import type { UserStanding } from '@patchkeep/rules/users/user-change';
import type { UserRow } from '../identity.tables.ts';
import type { SiteUserRow } from './site-users.queries.ts';

export const isRemoved = (row: SiteUserRow): boolean => row.permissions === null && !row.is_system_admin;

const stateOf = (row: SiteUserRow): SiteUser['state'] => {
  if (isRemoved(row)) return 'removed';
  if (row.permissions === 0 && !row.is_system_admin) return 'disabled';
  return row.password_digest === null && !row.is_sso_login_only ? 'invited' : 'active';
};

export const presentAccount = (row: UserRow) => ({
  userAccountUuid: row.user_id,
  username: row.username,
  longName: row.long_name,
  isSystemAdmin: row.is_system_admin,
  isSsoLoginOnly: row.is_sso_login_only,
  settings: { defaultSiteAccountUuid: row.default_site_id },
  lastSignIn: row.signed_in_at?.toISOString() ?? null,
});

export const presentSiteUser = (row: SiteUserRow, siteId: string): SiteUser => {
  const isGone = isRemoved(row);
  return {
    ...presentAccount(row),
    isSystemAdmin: row.is_system_admin || (isGone && row.was_system_admin === true),
    sitePermissions: row.permissions ?? row.removed_permissions ?? 0,
    defaultSiteAccess: row.default_site_id === siteId,
    state: stateOf(row),
    invitationExpires: isGone ? null : (row.invited_until?.toISOString() ?? null),
    restorableUntil:
      isGone && row.removed_at
        ? new Date(row.removed_at.getTime() + userLimits.restoreDays * dayMs).toISOString()
        : null,
  };
};

export const standingOf = (row: SiteUserRow): UserStanding => ({
  sitePermissions: row.permissions ?? 0,
  isSystemAdmin: row.is_system_admin,
  isSsoLoginOnly: row.is_sso_login_only,
  hasPassword: row.password_digest !== null,
});
