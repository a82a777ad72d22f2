import { type SiteUser, userLimits } from '@patchkeep/contract/users';
import { dayMs } from '@patchkeep/rules/time-units';
import type { UserStanding } from '@patchkeep/rules/users/user-change';
import type { UserRow } from '../identity.tables.ts';
import type { presentFactorNeed } from '../subject.presenter.ts';
import type { SiteUserRow } from './site-users.queries.ts';

export const isRemoved = (row: SiteUserRow): boolean => row.permissions === null && !row.is_system_admin;

/** Who has neither a password here nor another way in: single sign-on, or an account at a service provider. */
export const needsInvitation = (
  user: Pick<UserRow, 'password_digest' | 'is_sso_login_only' | 'home_user_id'>,
): boolean => user.password_digest === null && !user.is_sso_login_only && user.home_user_id === null;

const stateOf = (row: SiteUserRow): SiteUser['state'] => {
  if (isRemoved(row)) return 'removed';
  if (row.disabled_at !== null || (row.permissions === 0 && !row.is_system_admin)) return 'disabled';
  return needsInvitation(row) ? 'invited' : 'active';
};

export const presentAccount = (row: UserRow) => ({
  userAccountUuid: row.user_id,
  username: row.username,
  longName: row.long_name,
  isSystemAdmin: row.is_system_admin,
  isSsoLoginOnly: row.is_sso_login_only,
  settings: { defaultSiteAccountUuid: row.default_site_id },
  lastSignIn: row.signed_in_at?.toISOString() ?? null,
  guestOf: row.guest_of,
});

/** A user of a site, with what is needed and held of second factors; undefined of who proves themselves elsewhere. */
export interface ListedUserRow extends SiteUserRow {
  need: ReturnType<typeof presentFactorNeed> | undefined;
  /** A break-glass account that was used since then is known to work. */
  triedSince: Date;
}

const heldText = ({ need }: ListedUserRow): SiteUser['secondFactor'] => {
  if (!need) return 'elsewhere';
  if (need.held.hasPasskey) return 'passkey';
  return need.held.hasApp ? 'app' : 'none';
};

export const presentSiteUser = (row: ListedUserRow, siteId: string): SiteUser => {
  const isGone = isRemoved(row);
  return {
    ...presentAccount(row),
    isSystemAdmin: row.is_system_admin || (isGone && row.was_system_admin === true),
    sitePermissions: row.permissions ?? row.removed_permissions ?? 0,
    defaultSiteAccess: row.default_site_id === siteId,
    state: stateOf(row),
    provisionedBy: row.provisioned_by,
    invitationExpires: isGone ? null : (row.invited_until?.toISOString() ?? null),
    restorableUntil:
      isGone && row.removed_at
        ? new Date(row.removed_at.getTime() + userLimits.restoreDays * dayMs).toISOString()
        : null,
    secondFactor: heldText(row),
    isFactorMissing: row.need?.missing !== undefined,
    breakGlass: row.is_break_glass
      ? {
          lastUsed: row.break_glass_used_at?.toISOString() ?? null,
          isUntried: row.break_glass_used_at === null || row.break_glass_used_at < row.triedSince,
        }
      : null,
  };
};

export const standingOf = (row: SiteUserRow): UserStanding => ({
  sitePermissions: row.permissions ?? 0,
  isSystemAdmin: row.is_system_admin,
  isSsoLoginOnly: row.is_sso_login_only,
  hasPassword: row.password_digest !== null,
  isGuest: row.home_user_id !== null,
  isBreakGlass: row.is_break_glass,
});
