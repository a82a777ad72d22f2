import { z } from 'zod';
import { constants, wire } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { dialogTitles } from './errors.ts';
import { instanceId, name, nothing, uuid } from './fields.ts';
import { consoleHintWord } from './hints.ts';
import { enrolStep } from './second-factor-policy.ts';
import { currentSite, siteRef } from './sites.ts';

export const customerSettings = z.object({
  agentInactivityToDormancyTimeoutDays: z.int().min(1).default(constants.dormancyDays),
  hostLicenseCount: z.int().min(0),
  isCustomSoftwareEnabled: z.boolean(),
  isSoftwareDeploymentEnabled: z.boolean(),
  isTrialModeEnabled: z.boolean().default(true),
  allowCustomSoftwareUi: z.boolean(),
});
export type CustomerSettings = z.output<typeof customerSettings>;

export const themes = ['system', 'light', 'dark', 'hc'] as const;
/** How a user wants the console to look and to be used, in whatever browser. */
export const preferences = z.strictObject({
  theme: z.enum(themes),
  /** Single letters act as shortcuts; a person whose input is spoken switches them off. */
  hasLetterShortcuts: z.boolean(),
  /** The navigation is folded to its icons. */
  isRail: z.boolean(),
});
export type Preferences = z.output<typeof preferences>;

export const handshake = z.object({
  /** Sent back in the CSRF header of every later call. */
  csrf: z.string(),
  customerSettings,
  username: z.string(),
  userAccountUuid: uuid,
  activeAgentCount: z.int().min(0),
  expiringIgnoreRules: z.object({ countExpired: z.int().min(0), countExpiringSoon: z.int().min(0) }),
  isSystemAdmin: z.boolean(),
  sites: z.array(siteRef),
  /** Null for a user whose every site is disabled. */
  currentSite: currentSite.nullable(),
  defaultSiteAccountUuid: uuid.nullable(),
  /** After a site switch, go to the dashboard instead of staying on the page. */
  isSiteRedirect: z.boolean(),
  isUat: z.boolean(),
  provider: z.string(),
  customerName: z.string(),
  /** The customer is who runs the product: results that are not verified yet are called so. */
  isInternalUse: z.boolean(),
  /** The name of the service provider that the user is a guest of; null for the customer's own users. */
  guestOf: z.string().nullable(),
  /** The user is of a service provider, whose users can be let in by other customers. */
  mayEnterCustomers: z.boolean(),
  /** Null for a user who has chosen nothing yet: what the browser remembers counts. */
  preferences: preferences.nullable(),
});
export type Handshake = z.output<typeof handshake>;

/** The exception state as the dialog shows it; the same shape is reported. */
export const exceptionState = z.object({
  showExceptionModal: z.boolean(),
  exceptionTitle: z.enum(dialogTitles),
  exceptionDescription: z.string().max(2_000),
  instanceId: z.string().max(64).optional(),
  requiresLogin: z.boolean(),
  requiresReload: z.boolean(),
  showStandardMessage: z.boolean(),
});
export type ExceptionState = z.output<typeof exceptionState>;

/** A password as the wire knows it: 32 bytes of PBKDF2, base64url; never the plain text. */
export const passwordHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const username = z.string().trim().min(1).max(constants.emailMax);

/** Where an identity provider sends browsers to once they have signed out there. */
export const signedOutPath = '/login/signed-out';
/** What begins at an identity provider. */
export const begun = z.object({
  /** Where the browser goes on. */
  address: z.string(),
});

export const session = {
  loginOptions: endpoint({
    method: 'GET',
    path: '/login/options',
    summary: 'What the login page offers; the same for every name, known or not',
    right: 'anyone',
    response: z.object({
      passwordHashVersion: z.literal(1),
      /** A passkey alone signs in: the server knows the address that passkeys are bound to. */
      isPasskeyOffered: z.boolean(),
      isUat: z.boolean(),
      /** The caller has a session already, from another tab: the page goes on without asking. */
      isSignedIn: z.boolean(),
    }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    summary: 'Sign in with the client-side hash of the password',
    right: 'anyone',
    moves: 'nothing',
    body: z.strictObject({ username, passwordHash, passwordHashVersion: z.literal(1) }),
    response: z.discriminatedUnion('step', [
      z.object({ step: z.literal('signedIn') }),
      z.object({ step: z.literal('secondFactor'), methods: z.array(z.enum(['totp', 'passkey', 'recovery'])) }),
      enrolStep,
    ]),
  }),
  ehlo: endpoint({
    method: 'GET',
    path: '/ehlo',
    summary: 'The handshake: who am I, where am I, what may I do',
    right: 'signedIn',
    anySite: true,
    query: z.object({
      ts: z.coerce.number().int().optional(),
      localTime: z.string().max(64).optional(),
      utcTime: z.string().max(64).optional(),
      accessToken: z.string().max(200).optional(),
      [wire.instanceParam]: instanceId,
    }),
    response: handshake,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    summary: 'End the session',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    response: z.object({
      /** The identity provider that the session was made through; null after a password. */
      provider: z
        .object({
          label: name,
          /** Where the browser goes on to sign out there too; null where that cannot be. */
          address: z.string().nullable(),
          /** Comes back with the browser. */
          state: z.string(),
        })
        .nullable(),
    }),
  }),
  reportError: endpoint({
    method: 'POST',
    path: '/error',
    summary: 'Report an error that was shown to the user',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    bodyLimit: constants.errorReportMaxBytes,
    body: exceptionState.extend({ rawException: z.string().max(4_000).optional() }),
    response: nothing,
  }),
  events: endpoint({
    method: 'GET',
    path: '/events',
    summary: 'Live hints: what changed, never the data itself',
    right: 'signedIn',
    anySite: true,
    kind: 'events',
    response: z.object({
      /** The kind of thing that changed. */
      thing: consoleHintWord,
      id: z.string().optional(),
      siteAccountUuid: uuid.optional(),
    }),
  }),
};
