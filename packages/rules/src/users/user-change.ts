import { rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { effectiveMask, has, refuseMask } from '../permissions.ts';

/** What a user may do in one site, and how they sign in. */
export interface UserStanding {
  sitePermissions: number;
  isSystemAdmin: boolean;
  isSsoLoginOnly: boolean;
  hasPassword: boolean;
  /** Somebody of a service provider. */
  isGuest?: boolean;
  /** Stays a system administrator with a way in by itself as long as the mark is there. */
  isBreakGlass?: boolean;
}

export interface UserChange {
  /** Null for somebody who is added. */
  before: UserStanding | null;
  /** Null for somebody who is removed. */
  after: UserStanding | null;
  caller: { isSystemAdmin: boolean; sitePermissions: number };
  /** The caller changes themselves. */
  isSelf: boolean;
  /** The user administers another site as well. */
  administersElsewhere: boolean;
  /** System administrators who can sign in, without the user that is changed. */
  otherUsableAdministrators: number;
}

/** Nobody else than such a user can repair the rights of a customer from the console. */
export const isUsableAdministrator = (user: UserStanding | null): boolean =>
  user !== null && user.isSystemAdmin && user.hasPassword && !user.isSsoLoginOnly;

const maskOf = (user: UserStanding | null): number =>
  user === null ? sitePermission.None : effectiveMask(user.isSystemAdmin, user.sitePermissions);

const administers = (user: UserStanding | null): boolean => has(maskOf(user), sitePermission.Administer);

export const userRefusals = {
  systemAdministrator: 'Only a system administrator can add, change, sign out or remove a system administrator',
  singleSignOn: 'Only a system administrator can say that somebody signs in by single sign-on only',
  moreThanOwn: 'You cannot give more rights than you have yourself',
  ownLast: 'You cannot take your own last right to administer away. Ask another administrator',
  guest: 'A guest of a service provider can hold Read & Write at most, and signs in at home',
  breakGlass: 'This is a break-glass account. Take its mark away first',
  lastAdministrator: 'At least one system administrator must be able to sign in',
} as const;

/** Why a guest may not be given this mask, or undefined: a guest never manages users, tokens or the customer. */
export const refuseGuestMask = (wanted: number): string | undefined =>
  refuseMask(wanted) ?? (has(rolePreset['Read & Write'], wanted) ? undefined : userRefusals.guest);

/** Why a change of a user is refused, or undefined when it is allowed. */
export const refuseUserChange = (change: UserChange): string | undefined => {
  const { before, after, caller, isSelf } = change;
  const wrongMask = after && refuseMask(after.sitePermissions);
  if (wrongMask) return wrongMask;
  if (after?.isGuest) {
    const refusal = after.isSystemAdmin || after.isSsoLoginOnly ? userRefusals.guest : undefined;
    const wrong = refusal ?? refuseGuestMask(after.sitePermissions);
    if (wrong) return wrong;
  }
  if (before?.isBreakGlass && !isUsableAdministrator(after)) return userRefusals.breakGlass;
  const concernsAdministrator = before?.isSystemAdmin === true || after?.isSystemAdmin === true;
  if (concernsAdministrator && !caller.isSystemAdmin) return userRefusals.systemAdministrator;
  const isSsoChanged = after !== null && after.isSsoLoginOnly !== (before?.isSsoLoginOnly ?? false);
  if (isSsoChanged && !caller.isSystemAdmin) return userRefusals.singleSignOn;
  const gained = (after?.sitePermissions ?? 0) & ~(before?.sitePermissions ?? 0);
  if (!has(effectiveMask(caller.isSystemAdmin, caller.sitePermissions), gained)) return userRefusals.moreThanOwn;
  const losesLast = isUsableAdministrator(before) && !isUsableAdministrator(after);
  if (losesLast && change.otherUsableAdministrators === 0) return userRefusals.lastAdministrator;
  if (isSelf && administers(before) && !administers(after) && !change.administersElsewhere) return userRefusals.ownLast;
  return undefined;
};

export interface HeldRights {
  isSystemAdmin: boolean;
  /** Bits by site. */
  permissions: ReadonlyMap<string, number>;
}

/**
 * Whoever has the link of an invitation can sign in as the invited user. So only somebody who holds all that the
 * invited user holds, in every site, may make one.
 */
export const mayInvite = (caller: HeldRights, invited: HeldRights): boolean =>
  caller.isSystemAdmin ||
  (!invited.isSystemAdmin &&
    [...invited.permissions].every(([site, bits]) => has(caller.permissions.get(site) ?? 0, bits)));
