import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { name, nothing, text, time, uuid } from './fields.ts';
import { passwordHash } from './session.ts';
import { siteRef } from './sites.ts';

export const userLimits = {
  /** Users of one customer, removed ones included. */
  perCustomer: 2_000,
  invitationDays: 7,
  /** A removed user can be restored for so long. */
  restoreDays: 30,
} as const;

/** How a user stands in a site: `disabled` is a member without any permission, or one whom the
 * identity provider has disabled. */
export const userState = z.enum(['active', 'invited', 'disabled', 'removed']);

const account = {
  userAccountUuid: uuid,
  /** The e-mail address that the user signs in with. */
  username: z.string(),
  longName: name,
  isSystemAdmin: z.boolean(),
  /** The user has no password here: only single sign-on lets them in. */
  isSsoLoginOnly: z.boolean(),
  settings: z.object({
    /** The site that the user starts on. */
    defaultSiteAccountUuid: uuid.nullable(),
  }),
  lastSignIn: time.nullable(),
  /** The name of the service provider that the user is a guest of; null for the customer's own users. */
  guestOf: z.string().nullable(),
};

/** What a user proves besides the password: nothing, an app, a passkey; or it is asked for elsewhere, as of single sign-on. */
export const heldFactor = z.enum(['none', 'app', 'passkey', 'elsewhere']);

export const siteUser = z.object({
  ...account,
  /** Permission bits in this site; a system administrator holds those of Administer besides. */
  sitePermissions: z.int().min(0),
  /** This site is the one that the user starts on. */
  defaultSiteAccess: z.boolean(),
  state: userState,
  /** The connection whose identity provider looks after the user by SCIM; null for all others. */
  provisionedBy: z.string().nullable(),
  /** Until when the link of the last invitation is good; null where none is open. */
  invitationExpires: time.nullable(),
  /** Until when a removed user can be restored. */
  restorableUntil: time.nullable(),
  secondFactor: heldFactor,
  /** The customer asks for a second factor that the user does not have: they set it up at their next sign-in. */
  isFactorMissing: z.boolean(),
  /** Of an account that gets in when single sign-on fails; null for every other. */
  breakGlass: z
    .object({
      lastUsed: time.nullable(),
      /** It was not used within 30 days: nobody knows whether it still works. */
      isUntried: z.boolean(),
    })
    .nullable(),
});
export type SiteUser = z.output<typeof siteUser>;

export const userOfSites = z.object({
  ...account,
  /** The sites that the caller administers and the user is a member of. */
  sites: z.array(siteRef.extend({ sitePermissions: z.int().min(0) })),
});

const permissions = z.int().min(0).max(0xffff);
const bySite = z.object({ id: uuid });
const byUser = z.object({ site: uuid, user: uuid });

/** A link that lets somebody set their first password. The answer is the only place that shows it. */
const madeInvitation = z.object({
  /** Stands behind `/login#invitation=` in the link. */
  invitation: z.string(),
  expires: time,
  /** A mail with the link is on its way. */
  isMailed: z.boolean(),
});
export type MadeInvitation = z.output<typeof madeInvitation>;

const right = 'canManageSites' as const;

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/site/:id/user',
    summary: 'Users of a site, system administrators, and users removed within 30 days',
    right,
    params: bySite,
    response: z.object({ users: z.array(siteUser), isMailing: z.boolean() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/site/:id/user',
    summary: 'Add a user to a site; somebody new gets an invitation',
    right,
    moves: 'nothing',
    stepUp: 'recent',
    errors: [2004],
    params: bySite,
    body: z.strictObject({
      username: z.email().max(constants.emailMax),
      longName: name,
      sitePermissions: permissions,
      isSystemAdmin: z.boolean().default(false),
      isSsoLoginOnly: z.boolean().default(false),
    }),
    response: z.object({
      user: siteUser,
      /** Null for somebody who has an account already. */
      madeInvitation: madeInvitation.nullable(),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/site/:site/user/:user',
    summary: 'One user of a site',
    right,
    params: byUser,
    response: siteUser,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/site/:site/user/:user',
    summary: 'Change the name or the rights of a user; new rights count at once',
    right,
    moves: 'nothing',
    stepUp: 'recent',
    params: byUser,
    body: z.strictObject({
      longName: name.optional(),
      sitePermissions: permissions.optional(),
      /** True makes the site the one that the user starts on. */
      defaultSiteAccess: z.literal(true).optional(),
      isSystemAdmin: z.boolean().optional(),
      isSsoLoginOnly: z.boolean().optional(),
    }),
    response: siteUser,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/site/:site/user/:user',
    summary: 'Remove a user from a site; who has no site left cannot sign in',
    right,
    moves: 'nothing',
    stepUp: 'recent',
    params: byUser,
    query: z.object({ reason: text.optional() }),
    response: nothing,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/site/:site/user/:user/restore',
    summary: 'Take the removal of a user back, with the rights of before',
    right,
    moves: 'nothing',
    stepUp: 'recent',
    params: byUser,
    response: siteUser,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/site/:site/user/:user/invitation',
    summary: 'Make a new invitation; the links of former ones stop working',
    right,
    moves: 'nothing',
    stepUp: 'recent',
    params: byUser,
    response: madeInvitation,
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/site/:site/user/:user/invitation',
    summary: 'Revoke the open invitation of a user',
    right,
    moves: 'nothing',
    stepUp: 'recent',
    params: byUser,
    response: nothing,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/site/:site/user/:user/session',
    summary: 'End all sessions of a user at once; they have to sign in again',
    right,
    moves: 'nothing',
    stepUp: 'recent',
    params: byUser,
    response: z.object({ count: z.int().min(0) }),
  }),
  readOverall: endpoint({
    method: 'GET',
    path: '/site/user/:user',
    summary: 'One user over all sites that the caller administers',
    right,
    params: z.object({ user: uuid }),
    response: userOfSites,
  }),
};

const invitation = z.string().max(200);

export const invitations = {
  /** A POST, so that the secret stands in no address. */
  look: endpoint({
    method: 'POST',
    path: '/invitation/look',
    summary: 'Whom an invitation is for',
    right: 'anyone',
    moves: 'nothing',
    body: z.strictObject({ invitation }),
    response: z.object({ username: z.string(), longName: z.string(), customerName: z.string(), expires: time }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/invitation/accept',
    summary: 'Set the first password of the invited user; the invitation is used up',
    right: 'anyone',
    moves: 'nothing',
    body: z.strictObject({ invitation, passwordHash, passwordHashVersion: z.literal(1) }),
    response: nothing,
  }),
};
