import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { signedInAnswer } from './factors.ts';
import { byId, name, nothing, time, uuid } from './fields.ts';
import { rolePreset } from './rights.ts';
import { begun } from './session.ts';

export const ssoLimits = {
  domainsPerCustomer: 50,
  connectionsPerCustomer: 10,
  mappingsPerConnection: 500,
  /** How long after the sign-in began the identity provider may answer. */
  answerMs: 10 * 60_000,
  /** What a browser brings from an identity provider by SAML. */
  answerBytes: 256 * 1_024,
  certificatesPerConnection: 5,
  /** For so long a proven domain counts on while its record is not found. */
  missingDays: 30,
} as const;

/** What the browser comes back to: this path and the id of the connection. */
export const ssoReturnPath = '/login/sso';

const username = z.string().trim().min(1).max(constants.emailMax);
const open = { right: 'anyone', moves: 'nothing' } as const;
const finished = z.discriminatedUnion('step', [signedInAnswer, z.object({ step: z.enum(['linked', 'proved']) })]);

/** Signing in by an identity provider. What is offered depends on the domain of an address, never on the user. */
export const ssoSignIn = {
  ways: endpoint({
    method: 'POST',
    path: '/login/sso/ways',
    summary: 'How users of a mail domain sign in; the same for every name in it, known or not',
    ...open,
    body: z.strictObject({ username }),
    response: z.object({
      singleSignOn: z.object({ label: name, isRequired: z.boolean() }).nullable(),
    }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/login/sso/begin',
    summary: 'Begin to sign in by the identity provider of a mail domain',
    ...open,
    body: z.strictObject({ username }),
    response: begun,
  }),
  beginInvited: endpoint({
    method: 'POST',
    path: '/login/sso/invitation',
    summary: 'Begin to accept an invitation by the identity provider of the invited address',
    ...open,
    body: z.strictObject({ invitation: z.string().max(200) }),
    response: begun,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/login/sso/finish',
    summary: 'Finish what was begun, with what the identity provider sent along with the browser',
    ...open,
    body: z.strictObject({
      connectionUuid: uuid,
      state: z.string().max(200),
      code: z.string().min(1).max(4_000).optional(),
      iss: z.string().max(500).optional(),
      error: z.string().max(200).optional(),
    }),
    response: finished,
  }),
  finishSaml: endpoint({
    method: 'POST',
    path: '/login/sso/assertion',
    summary: 'Finish what was begun, with the SAML response that the identity provider had the browser bring',
    ...open,
    bodyLimit: ssoLimits.answerBytes,
    body: z.strictObject({
      connectionUuid: uuid,
      state: z.string().max(200),
      /** In Base64, as it came. */
      response: z.string().min(1).max(200_000),
    }),
    response: finished,
  }),
};

export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10}$/, 'Write the domain as in example.org');

const ssoDomain = z.object({
  domainUuid: uuid,
  domain: z.string(),
  /** The name and the text of the TXT record that proves who owns the domain. */
  recordName: z.string(),
  recordText: z.string(),
  verified: time.nullable(),
  checked: time.nullable(),
  /** Of a proven domain: since when its record is not found any more, and when the domain stops counting. */
  missingSince: time.nullable(),
  lapses: time.nullable(),
  /** Users of the domain sign in by this connection. */
  connectionUuid: uuid.nullable(),
});
export type SsoDomain = z.output<typeof ssoDomain>;

const presets = [rolePreset['Read-Only'], rolePreset['Read & Write'], rolePreset.Administer] as const;
const roleMapping = z.strictObject({
  /** As the identity provider writes it in the ID token or the assertion. */
  group: z.string().trim().min(1).max(256),
  siteAccountUuid: uuid,
  sitePermissions: z.union(presets.map((preset) => z.literal(preset))),
});
export type RoleMapping = z.output<typeof roleMapping>;

export const issuerAddress = z
  .url({ protocol: /^https?$/, error: 'Write the address of the issuer, as in https://login.example.org' })
  .max(500);
const clientId = z.string().trim().min(1).max(200);
const clientSecret = z.string().min(1).max(500);
const groupsClaim = z.string().trim().min(1).max(200);

export const ssoKinds = ['oidc', 'saml'] as const;
export type SsoKind = (typeof ssoKinds)[number];
/** Mostly an address, but SAML takes any text. */
const entityId = z.string().trim().min(1).max(500).regex(/^\S+$/, 'Write the entity ID without spaces');
const signInAddress = z
  .url({ protocol: /^https?$/, error: 'Write the address, as in https://login.example.org/saml' })
  .max(1_000);
/** PEM, or the Base64 that stands in metadata. */
const certificates = z.array(z.string().min(1).max(10_000)).min(1).max(ssoLimits.certificatesPerConnection);
const subjectAttribute = z.string().trim().min(1).max(200).nullable();

const samlSettings = z.object({
  signInAddress: z.string(),
  /** Null where the identity provider offers none: then signing out ends the session here only. */
  signOutAddress: z.string().nullable(),
  certificates: z.array(
    z.object({ pem: z.string(), subject: z.string(), fingerprint: z.string(), validFrom: time, validTo: time }),
  ),
  /** The attribute that names a person for good; null where the name identifier does. */
  subjectAttribute: z.string().nullable(),
  /** What the identity provider must know us by. */
  entityId: z.string(),
  /** All that the identity provider must know, as XML. */
  metadata: z.string(),
});
export type SamlSettings = z.output<typeof samlSettings>;

const ssoConnection = z.object({
  connectionUuid: uuid,
  name,
  kind: z.enum(ssoKinds),
  issuer: z.string(),
  /** Null with SAML. */
  clientId: z.string().nullable(),
  hasClientSecret: z.boolean(),
  groupsClaim: z.string(),
  /** Users of its domains have no other way to sign in. */
  isRequired: z.boolean(),
  /** What the identity provider must be told to send browsers back to; with SAML, to post its answers to. */
  returnAddress: z.string(),
  /** Null with OpenID Connect. */
  saml: samlSettings.nullable(),
  mappings: z.array(roleMapping),
  /** Users who have signed in by it. */
  userCount: z.int().min(0),
  serialNumber: z.int(),
});
export type SsoConnection = z.output<typeof ssoConnection>;

const ssoCheck = z.object({
  check: z.enum([
    'reachable',
    'issuer',
    'endpoints',
    'pkce',
    'algorithms',
    'keys',
    'client',
    'signInAddress',
    'returnAddress',
    'certificateDates',
    'keySizes',
    'domain',
    'groups',
  ]),
  isGood: z.boolean(),
  /** What was found, or why it is not good. */
  detail: z.string(),
});
export type SsoCheck = z.output<typeof ssoCheck>;

const right = 'isSystemAdmin' as const;
const write = { right, moves: 'nothing', stepUp: 'recent' } as const;
const ungated = 'Groups of an identity provider are groups of people: no host is touched';
/** A change of one thing that exists. */
const changing = { ...write, ungated, params: byId } as const;

export const singleSignOn = {
  read: endpoint({
    method: 'GET',
    path: '/single-sign-on',
    summary: 'Domains, connections and mappings of the customer',
    right,
    response: z.object({
      /** Why single sign-on cannot be used on this server yet; null where it can. */
      missing: z.enum(['publicUrl']).nullable(),
      /** The server has a data key, without which it keeps no client secret. */
      isSecretKept: z.boolean(),
      domains: z.array(ssoDomain),
      connections: z.array(ssoConnection),
      /** The connection that the caller has signed in by. */
      ownConnectionUuid: uuid.nullable(),
    }),
  }),
  addDomain: endpoint({
    method: 'POST',
    path: '/single-sign-on/domain',
    summary: 'Add a mail domain; it counts once its TXT record was found',
    ...write,
    body: z.strictObject({ domain: domainName }),
    response: ssoDomain,
  }),
  checkDomain: endpoint({
    method: 'POST',
    path: '/single-sign-on/domain/:id/check',
    summary: 'Look for the TXT record of a domain',
    ...write,
    params: byId,
    response: z.object({
      domain: ssoDomain,
      /** Why the domain is not proven; null when it is. */
      problem: z.string().nullable(),
    }),
  }),
  changeDomain: endpoint({
    method: 'PATCH',
    path: '/single-sign-on/domain/:id',
    summary: 'Choose the connection by which users of a domain sign in',
    ...write,
    params: byId,
    body: z.strictObject({ connectionUuid: uuid.nullable() }),
    response: ssoDomain,
  }),
  removeDomain: endpoint({
    method: 'DELETE',
    path: '/single-sign-on/domain/:id',
    summary: 'Remove a domain; its users are not offered single sign-on any more',
    ...write,
    params: byId,
    response: nothing,
  }),
  addConnection: endpoint({
    method: 'POST',
    path: '/single-sign-on/connection',
    summary: 'Add an identity provider',
    ...write,
    ungated,
    body: z.union([
      z.strictObject({
        kind: z.literal('oidc').default('oidc'),
        name,
        issuer: issuerAddress,
        clientId,
        clientSecret: clientSecret.optional(),
        groupsClaim: groupsClaim.default('groups'),
      }),
      z.strictObject({
        kind: z.literal('saml'),
        name,
        issuer: entityId,
        signInAddress,
        signOutAddress: signInAddress.nullable().default(null),
        certificates,
        subjectAttribute: subjectAttribute.default(null),
        groupsClaim: groupsClaim.default('groups'),
      }),
    ]),
    response: ssoConnection,
  }),
  readMetadata: endpoint({
    method: 'POST',
    path: '/single-sign-on/metadata',
    summary: 'Read what the metadata of an identity provider (SAML) says; nothing is saved',
    ...write,
    bodyLimit: ssoLimits.answerBytes,
    body: z.strictObject({ metadata: z.string().min(1).max(131_072) }),
    response: z.object({
      issuer: z.string(),
      signInAddress: z.string(),
      signOutAddress: z.string().nullable(),
      certificates: z.array(z.string()),
    }),
  }),
  changeConnection: endpoint({
    method: 'PATCH',
    path: '/single-sign-on/connection/:id',
    summary: 'Change an identity provider; another issuer ends what its users were known by',
    ...changing,
    body: z.strictObject({
      serialNumber: z.int(),
      name: name.optional(),
      issuer: entityId.optional(),
      clientId: clientId.optional(),
      /** Null takes the secret away; left out, it stays. */
      clientSecret: clientSecret.nullable().optional(),
      groupsClaim: groupsClaim.optional(),
      signInAddress: signInAddress.optional(),
      signOutAddress: signInAddress.nullable().optional(),
      certificates: certificates.optional(),
      /** Another one ends what users were known by, as another issuer does. */
      subjectAttribute: subjectAttribute.optional(),
      /** True only from a session that was made through this connection. */
      isRequired: z.boolean().optional(),
    }),
    response: ssoConnection,
  }),
  testConnection: endpoint({
    method: 'POST',
    path: '/single-sign-on/connection/:id/test',
    summary: 'Ask the identity provider for its description and keys, and say what is good and what is not',
    ...write,
    params: byId,
    response: z.object({ checks: z.array(ssoCheck) }),
  }),
  saveMappings: endpoint({
    method: 'PUT',
    path: '/single-sign-on/connection/:id/mapping',
    summary: 'Say what groups of the identity provider give in which site',
    params: byId,
    body: z.strictObject({
      mappings: z.array(roleMapping).max(ssoLimits.mappingsPerConnection),
      serialNumber: z.int(),
    }),
    response: ssoConnection,
    ...write,
    ungated,
  }),
  previewRemoval: endpoint({
    method: 'GET',
    path: '/single-sign-on/connection/:id/removal',
    summary: 'What removing a connection does to users',
    right,
    params: byId,
    response: z.object({
      /** Users who were known by it. */
      userCount: z.int().min(0),
      /** Of these, who then has no way to sign in. */
      lockedOut: z.array(z.object({ username: z.string(), longName: z.string() })).max(20),
      lockedOutCount: z.int().min(0),
      /** Memberships that came from its mappings and end with it. */
      membershipCount: z.int().min(0),
    }),
  }),
  removeConnection: endpoint({
    method: 'DELETE',
    path: '/single-sign-on/connection/:id',
    summary: 'Remove an identity provider, its mappings and the rights that came from them',
    ...write,
    params: byId,
    response: nothing,
  }),
};

/** Of the caller: connecting an account that has a password with the identity provider. */
export const ssoAccount = {
  read: endpoint({
    method: 'GET',
    path: '/account/sso',
    summary: 'Whether the account of the caller can be, or is, connected with an identity provider',
    right: 'signedIn',
    anySite: true,
    response: z.object({
      /** The identity provider of the caller's mail domain. */
      offered: z.object({ label: name }).nullable(),
      linked: z.array(z.object({ label: name, created: time, lastUsed: time.nullable() })),
    }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/account/sso/begin',
    summary: 'Begin to connect the account of the caller with the identity provider of its mail domain',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    response: begun,
  }),
};
