import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { factorProof } from './factors.ts';
import { name, nothing, time, uuid } from './fields.ts';
import { passwordHash, preferences } from './session.ts';
import { siteRef } from './sites.ts';

const accountInfo = z.object({
  /** The e-mail address that the user signs in with. */
  username: z.string(),
  longName: name,
  /** What an authenticator app calls this product. */
  mfaServiceName: z.string(),
  isMfaEnabled: z.boolean(),
  /** The user has no password here: only single sign-on lets them in. */
  isSsoLoginOnly: z.boolean(),
  isSystemAdmin: z.boolean(),
  /** The sites that the user may enter; none are listed for a system administrator, who may enter all. */
  sites: z.array(siteRef.extend({ sitePermissions: z.int().min(0) })),
});
export type AccountInfo = z.output<typeof accountInfo>;

const ownSession = z.object({
  sessionUuid: uuid,
  /** The address that it was signed in from; null for a session from before addresses were kept. */
  address: z.string().nullable(),
  /** The browser in words, such as `Firefox 145 on Windows`. */
  browser: z.string().nullable(),
  signedIn: time,
  lastSeen: time,
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

const personal = { right: 'signedIn', anySite: true } as const;

export const account = {
  read: endpoint({
    method: 'GET',
    path: '/account',
    summary: 'Who the caller is, and what they may do in each site',
    ...personal,
    response: accountInfo,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/change-password',
    summary: 'Choose another password; all other sessions of the caller end',
    ...personal,
    moves: 'nothing',
    stepUp: 'each',
    body: z.strictObject({
      currentPassword: passwordHash,
      newPassword: passwordHash,
      /** Asked of who has a second factor. */
      mfa: factorProof.optional(),
    }),
    response: z.object({ passwordChangeResult: z.literal('changed') }),
  }),
  breachedPasswords: endpoint({
    method: 'GET',
    path: '/account/breached-passwords',
    summary: 'Rest of the SHA-1 of each breached password that begins so; null where the server has no list',
    ...personal,
    query: z.object({ prefix: z.string().regex(/^[0-9A-F]{5}$/) }),
    response: z.object({ suffixes: z.array(z.string().length(35)).max(5_000).nullable() }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/account/session',
    summary: 'Sessions of the caller, the one that asks first',
    ...personal,
    response: z.object({ sessions: z.array(ownSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/session/:id',
    summary: 'End another session of the caller at once',
    ...personal,
    moves: 'nothing',
    params: z.object({ id: uuid }),
    response: nothing,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/account/session',
    summary: 'End all sessions of the caller but the one that asks',
    ...personal,
    moves: 'nothing',
    response: z.object({ count: z.int().min(0) }),
  }),
  savePreferences: endpoint({
    method: 'PUT',
    path: '/account/preferences',
    summary: 'Keep how the caller wants the console to look',
    ...personal,
    moves: 'nothing',
    body: preferences,
    response: nothing,
  }),
};
