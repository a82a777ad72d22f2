import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, nothing, time, uuid } from './fields.ts';
import { siteRef } from './sites.ts';
import { passkeyAnswer, passkeyOptions } from './webauthn.ts';

export const guestLimits = {
  requestDays: 7,
  /** People that one request names. */
  people: 50,
  openRequests: 100,
  /** Customers that one user may enter. */
  customers: 500,
} as const;

const person = z.object({
  longName: z.string(),
  /** The e-mail address that they sign in with, at home. */
  username: z.string(),
});

/** The text of a request; it stands behind `/providers#request=` in the link. */
const request = z.string().max(200);

const openRequest = z.object({ requestUuid: uuid, people: z.array(person), created: time, expires: time });
export type OpenRequest = z.output<typeof openRequest>;

const candidate = person.extend({ userAccountUuid: uuid, hasSecondFactor: z.boolean() });
export type GuestCandidate = z.output<typeof candidate>;

/** A write of system administrators. */
const administering = { right: 'isSystemAdmin', moves: 'nothing', stepUp: 'recent' } as const;

/** A provider asks to be let in. */
export const guestRequests = {
  list: endpoint({
    method: 'GET',
    path: '/guest-request',
    summary: 'Requests to be let in that nobody has accepted yet, and the users whom a request can name',
    right: 'isSystemAdmin',
    response: z.object({ requests: z.array(openRequest), candidates: z.array(candidate) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/guest-request',
    summary: 'Make a link by which an administrator of another customer can let users of this provider in',
    ...administering,
    body: z.strictObject({ userAccountUuids: z.array(uuid).min(1).max(guestLimits.people) }),
    /** The answer is the only place that shows the text of the link. */
    response: z.object({ request, expires: time }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/guest-request/:id',
    summary: 'Revoke a request, so that its link can no longer be accepted',
    ...administering,
    params: byId,
    response: nothing,
  }),
};

const guest = person.extend({
  userAccountUuid: uuid,
  sites: z.array(siteRef.extend({ sitePermissions: z.int().min(0) })),
  lastEntry: time.nullable(),
  /** The sessions that end when the provider's access ends. */
  sessions: z.array(z.object({ address: z.string().nullable(), browser: z.string().nullable(), lastSeen: time })),
});

const provider = z.object({ providerUuid: uuid, providerName: z.string(), guests: z.array(guest) });
export type Provider = z.output<typeof provider>;

const requestLook = z.object({
  providerName: z.string(),
  /** Who made the link. */
  askedBy: person,
  people: z.array(person),
  expires: time,
});
export type GuestRequestLook = z.output<typeof requestLook>;

/** A customer lets a provider in, and ends that. */
export const providers = {
  list: endpoint({
    method: 'GET',
    path: '/provider',
    summary: 'Providers whose users may enter this customer, with what each may do and the sessions they have',
    right: 'isSystemAdmin',
    response: z.object({ providers: z.array(provider) }),
  }),
  /** A POST, so that the secret stands in no address. */
  look: endpoint({
    method: 'POST',
    path: '/provider/look',
    summary: 'Who asks to be let in by a link',
    ...administering,
    body: z.strictObject({ request }),
    response: requestLook,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/provider/accept',
    summary: 'Let the people whom a link names in as guests, with these rights; the link is used up',
    ...administering,
    body: z.strictObject({
      request,
      sites: z
        .array(z.strictObject({ siteAccountUuid: uuid, sitePermissions: z.int().min(0).max(0xffff) }))
        .min(1)
        .max(500),
    }),
    response: provider,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/provider/:id',
    summary: 'End the access of a provider: its guests lose all rights and their sessions end at once',
    ...administering,
    params: byId,
    response: z.object({ countSessions: z.int().min(0) }),
  }),
};

const enterable = z.object({ customerUuid: uuid, customerName: z.string(), sites: z.array(siteRef) });
export type EnterableCustomer = z.output<typeof enterable>;

/** Six digits of an authenticator app, a recovery code, or what a passkey signed. Never a password. */
const secondFactor = z.union([
  z.strictObject({ code: z.string().trim().min(6).max(40) }),
  z.strictObject({ passkey: passkeyAnswer }),
]);
export type SecondFactor = z.output<typeof secondFactor>;

/** A user of a provider goes to the customers that let them in. */
export const guests = {
  customers: endpoint({
    method: 'GET',
    path: '/guest/customer',
    summary: 'The customers that let the user in, by name, with the sites that the user may enter there',
    right: 'signedIn',
    anySite: true,
    response: z.object({
      customers: z.array(enterable),
      /** How the user can prove themselves to enter; empty for somebody without a second factor. */
      methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
      /** Where the user is a guest now; null at home. */
      currentCustomerUuid: uuid.nullable(),
    }),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/guest/passkey/options',
    summary: 'Begin to enter a customer with a passkey: what the browser asks the device for',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    response: z.object({ options: passkeyOptions }),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/guest/customer/:id/enter',
    summary: 'Enter a customer as a guest, with a second factor: the browser gets a session of that customer',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    params: byId,
    body: z.strictObject({ siteAccountUuid: uuid.optional(), secondFactor }),
    response: z.object({ siteAccountUuid: uuid }),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/guest/leave',
    summary: 'End the session as a guest, and go on with the session at home',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    response: nothing,
  }),
};
