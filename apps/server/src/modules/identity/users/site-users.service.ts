import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { sitePermission } from '@patchkeep/contract/rights';
import { type MadeInvitation, type SiteUser, userLimits, type users as endpoints } from '@patchkeep/contract/users';
import { has, mayCall } from '@patchkeep/rules/permissions';
import { mayInvite, refuseUserChange, userRefusals, type UserStanding } from '@patchkeep/rules/users/user-change';
import type { Context } from '../../../platform/context.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import { findCustomer, lockCustomer } from '../../tenants/public.ts';
import { presentSiteRef } from '../identity.presenter.ts';
import type { UserRow } from '../identity.tables.ts';
import { inNamedSite } from '../named-site.service.ts';
import { isDisabledByProvider } from '../provisioned.queries.ts';
import { endSessionsOf } from '../sessions.repository.ts';
import { subjectOf } from '../subject.presenter.ts';
import { findUser, listUsableSites } from '../users.queries.ts';
import { findLogin, updateUser } from '../users.repository.ts';
import { createUser, emailInUse } from '../users.service.ts';
import { type InvitationTools, makeInvitation } from './invitations.service.ts';
import { presentRowOf, rowOf, rowsOf } from './site-user-rows.service.ts';
import { isRemoved, needsInvitation, presentAccount, presentSiteUser, standingOf } from './site-users.presenter.ts';
import {
  countOtherUsableAdministrators,
  countUsers,
  heldBy,
  membershipsOf,
  removedWith,
  type SiteUserRow,
} from './site-users.queries.ts';
import {
  deleteMembership,
  forgetRemoved,
  keepRemoved,
  revokeInvitations,
  saveMembership,
} from './site-users.repository.ts';

const right = 'canManageSites' as const;

const answerOf = async (context: Context, siteId: string, userId: string): Promise<SiteUser> =>
  presentSiteUser(await rowOf(context, siteId, userId), siteId);

interface Caller {
  user: UserRow;
  isSystemAdmin: boolean;
  sitePermissions: number;
}

/**
 * Changes of users wait for each other, and the caller's rights are read again under the lock: whoever changed somebody
 * a moment before may have taken them away.
 */
const lockedCaller = async ({ tx, principal }: Context, siteId: string): Promise<Caller> => {
  const { customerId, userId } = principal;
  await lockCustomer(tx, customerId);
  const [user, customer] = [await findUser(tx, customerId, userId), await findCustomer(tx, customerId)];
  if (!user || !customer || user.disabled_at !== null) throw forbidden(`Needs ${right}`);
  const [site] = await listUsableSites(tx, customerId, user, siteId);
  if (!site) throw notFound();
  if (!mayCall(right, subjectOf({ ...customer, is_system_admin: user.is_system_admin }, site)))
    throw forbidden(`Needs ${right}`);
  return { user, isSystemAdmin: user.is_system_admin, sitePermissions: site.permissions };
};

interface Wanted {
  userId: string | null;
  before: UserStanding | null;
  after: UserStanding | null;
}

const refuse = async (
  { tx, principal }: Context,
  siteId: string,
  caller: Caller,
  { userId, before, after }: Wanted,
): Promise<void> => {
  const { customerId } = principal;
  const memberships = userId === null ? new Map<string, number>() : await membershipsOf(tx, customerId, userId);
  const refusal = refuseUserChange({
    before,
    after,
    caller,
    isSelf: userId === principal.userId,
    administersElsewhere: [...memberships].some(
      ([site, bits]) => site !== siteId && has(bits, sitePermission.Administer),
    ),
    otherUsableAdministrators: await countOtherUsableAdministrators(tx, customerId, userId),
  });
  if (refusal !== undefined) throw invalid(refusal);
};

const record = async (
  context: Context,
  siteId: string,
  verb: string,
  userId: string,
  change: { before?: unknown; after?: unknown },
): Promise<void> => {
  await recordActOfCaller(context, { siteId, verb, objectKind: 'user', objectId: userId, ...change });
  context.emit({ thing: 'user', id: userId });
  // Every process reads anew what this user may do, and their event streams are looked at again.
  context.emit({ thing: 'session', id: userId });
};

export const readSiteUsers = async (context: Context, siteId: string): Promise<SiteUser[]> => {
  const inSite = await inNamedSite(context, siteId, right);
  return (await rowsOf(inSite, siteId)).map((row) => presentSiteUser(row, siteId));
};

export const readSiteUser = async (context: Context, siteId: string, userId: string): Promise<SiteUser> =>
  answerOf(await inNamedSite(context, siteId, right), siteId, userId);

/** Sites that the caller does not administer do not exist here, and neither does a user who is only in those. */
export const readUserOverall = async (
  context: Context,
  userId: string,
): Promise<Returned<typeof endpoints.readOverall>> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  const [caller, user] = [await findUser(tx, customerId, principal.userId), await findUser(tx, customerId, userId)];
  if (!caller || !user) throw notFound();
  const administered = (await listUsableSites(tx, customerId, caller)).filter(({ permissions }) =>
    has(permissions, sitePermission.Administer),
  );
  const memberships = await membershipsOf(tx, customerId, userId);
  const sites = administered.flatMap((site) => {
    const sitePermissions = memberships.get(site.site_id);
    return sitePermissions === undefined ? [] : [{ ...presentSiteRef(site), sitePermissions }];
  });
  if (sites.length === 0 && !user.is_system_admin && !caller.is_system_admin) throw notFound();
  return { ...presentAccount(user), sites };
};

type Added = Received<typeof endpoints.create>['body'];

const addNew = async (context: Context, siteId: string, caller: Caller, given: Added): Promise<string> => {
  const { tx, principal, now } = context;
  const after = { ...given, hasPassword: false };
  await refuse(context, siteId, caller, { userId: null, before: null, after });
  if ((await countUsers(tx, principal.customerId)) >= userLimits.perCustomer)
    throw invalid(`There can be ${userLimits.perCustomer} users. Ask whoever runs the server`);
  return createUser(
    tx,
    principal.customerId,
    {
      username: given.username,
      longName: given.longName,
      isSystemAdmin: given.isSystemAdmin,
      isSsoLoginOnly: given.isSsoLoginOnly,
      defaultSiteId: siteId,
      password: null,
      memberships: [{ siteId, permissions: given.sitePermissions }],
    },
    now,
  );
};

/** Who was disabled at the identity provider is let in again there, not here. */
const refuseDisabledByProvider = async (
  { tx, principal }: Context,
  { user_id, long_name }: Pick<UserRow, 'user_id' | 'long_name'>,
): Promise<void> => {
  if (await isDisabledByProvider(tx, principal.customerId, user_id))
    throw invalid(`${long_name} is disabled at the identity provider. Enable the user there`);
};

/** Somebody who has an account under this customer becomes a member of one more site; name and password stay. */
const addKnown = async (
  context: Context,
  siteId: string,
  caller: Caller,
  user: UserRow,
  given: Added,
): Promise<void> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  await refuseDisabledByProvider(context, user);
  const before = (await membershipsOf(tx, customerId, user.user_id)).has(siteId);
  if (before || user.is_system_admin) throw invalid(`${user.long_name} is a user of this site already`);
  const standing = { sitePermissions: 0, isSystemAdmin: false, isSsoLoginOnly: user.is_sso_login_only };
  const hasPassword = user.password_digest !== null;
  await refuse(context, siteId, caller, {
    userId: user.user_id,
    before: { ...standing, hasPassword },
    after: {
      sitePermissions: given.sitePermissions,
      isSystemAdmin: given.isSystemAdmin,
      isSsoLoginOnly: user.is_sso_login_only || given.isSsoLoginOnly,
      hasPassword,
    },
  });
  await saveMembership(tx, {
    customer_id: customerId,
    site_id: siteId,
    user_id: user.user_id,
    permissions: given.sitePermissions,
  });
  await forgetRemoved(tx, { customerId, userId: user.user_id, siteId });
  await updateUser(tx, customerId, user.user_id, {
    disabled_at: null,
    is_system_admin: given.isSystemAdmin,
    is_sso_login_only: user.is_sso_login_only || given.isSsoLoginOnly,
  });
};

const mayInviteUser = async ({ tx, principal: { customerId } }: Context, caller: Caller, user: UserRow) =>
  mayInvite(await heldBy(tx, customerId, caller.user.user_id), await heldBy(tx, customerId, user.user_id));

export const addSiteUser = async (
  context: Context,
  tools: InvitationTools,
  siteId: string,
  given: Added,
): Promise<{ user: SiteUser; madeInvitation: MadeInvitation | null }> => {
  const { customerId } = context.principal;
  const caller = await lockedCaller(context, siteId);
  const known = await findLogin(context.tx, given.username);
  if (known && known.customer_id !== customerId) throw emailInUse();
  const knownUser = known && (await findUser(context.tx, customerId, known.user_id));
  if (knownUser) await addKnown(context, siteId, caller, knownUser, given);
  const userId = knownUser?.user_id ?? (await addNew(context, siteId, caller, given));
  const row = await rowOf(context, siteId, userId);
  // A link that is on its way to somebody stays good; another one is made by asking for it.
  const isInviting = needsInvitation(row) && row.invited_until === null && (await mayInviteUser(context, caller, row));
  const madeInvitation = isInviting ? await makeInvitation(context, tools, userId) : null;
  const user = await answerOf(context, siteId, userId);
  await record(context, siteId, 'user.create', userId, { after: user });
  return { user, madeInvitation };
};

export const changeSiteUser = async (
  context: Context,
  siteId: string,
  userId: string,
  given: Received<typeof endpoints.update>['body'],
): Promise<SiteUser> => {
  const { tx, principal, now } = context;
  const { customerId } = principal;
  const caller = await lockedCaller(context, siteId);
  const row = await presentRowOf(context, siteId, userId);
  const before = standingOf(row);
  const after = {
    ...before,
    sitePermissions: given.sitePermissions ?? before.sitePermissions,
    isSystemAdmin: given.isSystemAdmin ?? before.isSystemAdmin,
    isSsoLoginOnly: given.isSsoLoginOnly ?? before.isSsoLoginOnly,
  };
  await refuse(context, siteId, caller, { userId, before, after });
  await updateUser(tx, customerId, userId, {
    long_name: given.longName ?? row.long_name,
    is_system_admin: after.isSystemAdmin,
    is_sso_login_only: after.isSsoLoginOnly,
    default_site_id: given.defaultSiteAccess ? siteId : row.default_site_id,
  });
  // Who is no system administrator any more stays in sight as a member of the site where that was done.
  const isMember = row.permissions !== null || !after.isSystemAdmin || given.sitePermissions !== undefined;
  if (isMember)
    await saveMembership(tx, {
      customer_id: customerId,
      site_id: siteId,
      user_id: userId,
      permissions: after.sitePermissions,
    });
  if (after.isSsoLoginOnly && !before.isSsoLoginOnly) {
    await endSessionsOf(tx, customerId, userId);
    await revokeInvitations(tx, customerId, userId, now);
  }
  const user = await answerOf(context, siteId, userId);
  await record(context, siteId, 'user.change', userId, { before: presentSiteUser(row, siteId), after: user });
  return user;
};

/** Ends the membership; of a system administrator all of them. Who has none left cannot sign in. */
export const removeSiteUser = async (
  context: Context,
  siteId: string,
  userId: string,
  reason: string | undefined,
): Promise<void> => {
  const { tx, principal, now } = context;
  const { customerId } = principal;
  const caller = await lockedCaller(context, siteId);
  const row = await presentRowOf(context, siteId, userId);
  await refuse(context, siteId, caller, { userId, before: standingOf(row), after: null });
  const memberships = await membershipsOf(tx, customerId, userId);
  const taken = row.is_system_admin ? new Set([siteId, ...memberships.keys()]) : new Set([siteId]);
  for (const site of taken) {
    await keepRemoved(tx, {
      customer_id: customerId,
      site_id: site,
      user_id: userId,
      permissions: memberships.get(site) ?? null,
      was_system_admin: row.is_system_admin,
      removed_at: now,
    });
    await deleteMembership(tx, { customerId, userId, siteId: site });
  }
  const hasNone = [...memberships.keys()].every((site) => taken.has(site));
  await updateUser(tx, customerId, userId, { is_system_admin: false, ...(hasNone && { disabled_at: now }) });
  if (hasNone) {
    await endSessionsOf(tx, customerId, userId);
    await revokeInvitations(tx, customerId, userId, now);
  }
  await record(context, siteId, 'user.remove', userId, { before: presentSiteUser(row, siteId), after: { reason } });
};

/** Gives back what a removal took, by somebody who could give it. */
export const restoreSiteUser = async (context: Context, siteId: string, userId: string): Promise<SiteUser> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  const caller = await lockedCaller(context, siteId);
  const row = await rowOf(context, siteId, userId);
  if (!isRemoved(row) || row.removed_at === null) throw notFound();
  await refuseDisabledByProvider(context, row);
  const isSystemAdmin = row.was_system_admin === true;
  const before = standingOf(row);
  const after = { ...before, isSystemAdmin, sitePermissions: row.removed_permissions ?? 0 };
  await refuse(context, siteId, caller, { userId, before, after });
  for (const { site_id, permissions } of await removedWith(tx, customerId, userId, row.removed_at)) {
    if (permissions !== null)
      await saveMembership(tx, { customer_id: customerId, site_id, user_id: userId, permissions });
    await forgetRemoved(tx, { customerId, userId, siteId: site_id });
  }
  await updateUser(tx, customerId, userId, { disabled_at: null, is_system_admin: isSystemAdmin });
  const user = await answerOf(context, siteId, userId);
  await record(context, siteId, 'user.restore', userId, { after: user });
  return user;
};

const invitedUser = async (context: Context, siteId: string, userId: string): Promise<SiteUserRow> => {
  const caller = await lockedCaller(context, siteId);
  const row = await presentRowOf(context, siteId, userId);
  if (!needsInvitation(row)) throw invalid(`${row.long_name} has set a password already`);
  if (!(await mayInviteUser(context, caller, row)))
    throw invalid('You cannot invite somebody who may do more than you');
  return row;
};

export const inviteAgain = async (
  context: Context,
  tools: InvitationTools,
  siteId: string,
  userId: string,
): Promise<MadeInvitation> => {
  await invitedUser(context, siteId, userId);
  const made = await makeInvitation(context, tools, userId);
  await record(context, siteId, 'invitation.make', userId, { after: { expires: made.expires } });
  return made;
};

export const revokeInvitation = async (context: Context, siteId: string, userId: string): Promise<void> => {
  const row = await invitedUser(context, siteId, userId);
  if (!(await revokeInvitations(context.tx, context.principal.customerId, userId, context.now))) throw notFound();
  await record(context, siteId, 'invitation.revoke', userId, { before: { expires: row.invited_until } });
};

/** Signs a user out everywhere. Returns the sessions that ended. */
export const endSiteUserSessions = async (context: Context, siteId: string, userId: string): Promise<string[]> => {
  const caller = await lockedCaller(context, siteId);
  const row = await presentRowOf(context, siteId, userId);
  if (row.is_system_admin && !caller.isSystemAdmin) throw invalid(userRefusals.systemAdministrator);
  const ended = await endSessionsOf(context.tx, context.principal.customerId, userId);
  await record(context, siteId, 'user.endSessions', userId, { after: { count: ended.length } });
  return ended;
};
