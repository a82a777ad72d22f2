import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, name, time, uuid } from './fields.ts';
import { enrolStep } from './second-factor-policy.ts';
import { passwordHash } from './session.ts';
import { passkeyAnswer } from './webauthn.ts';

export const factorLimits = {
  perUser: 10,
  recoveryCodes: 10,
  /** How long after the password the second factor may come, and how often it may be wrong. */
  loginMs: 5 * 60_000,
  loginTries: 5,
  /** The same for setting up a second factor while signing in: somebody may have to install an app first. */
  enrolMs: 15 * 60_000,
  enrolTries: 20,
} as const;

/** Six digits of an authenticator app, or a recovery code; blanks and dashes do not matter. */
export const totpCode = z.string().trim().min(6).max(40);
const code = totpCode;

/** A second factor of the caller. What a passkey signs comes from `/step-up/passkey/options`. */
const [byTyping, byPasskey] = [z.strictObject({ code }), z.strictObject({ passkey: passkeyAnswer })];
export const factorProof = z.union([byTyping, byPasskey]);
export type FactorProof = z.output<typeof factorProof>;

/** Who has no factor yet proves themselves by the password, everybody else by a factor. */
export const proof = z.union([
  z.strictObject({ passwordHash, passwordHashVersion: z.literal(1) }),
  byTyping,
  byPasskey,
]);
export type Proof = z.output<typeof proof>;

export const factor = z.object({
  factorUuid: uuid,
  kind: z.enum(['totp', 'passkey']),
  name,
  created: time,
  lastUsed: time.nullable(),
  /** Its counter went back: somebody may have a copy, so it opens nothing. */
  isSuspended: z.boolean(),
  /** The customer asks for it and nothing stands in for it: it cannot be removed. */
  isNeeded: z.boolean(),
});
export type Factor = z.output<typeof factor>;

/** The answer is the only place that shows them. */
export const recoveryCodes = z.array(z.string());
export const mfaAdded = z.object({
  mfaChangeResult: z.literal('added'),
  /** With the first factor only. */
  recoveryCodes: recoveryCodes.nullable(),
});

/** A write about one's own factors, which carries its proof. */
const ofOwnFactors = { right: 'signedIn', moves: 'nothing', anySite: true, stepUp: 'each' } as const;

export const factors = {
  read: endpoint({
    method: 'GET',
    path: '/mfa',
    summary: 'My second factors',
    right: 'signedIn',
    anySite: true,
    response: z.object({
      factors: z.array(factor),
      recoveryCodesLeft: z.int().min(0),
      /** The server has a data key, without which it keeps no secret of an authenticator app. */
      isTotpOffered: z.boolean(),
      /** The server knows the address that users type, which passkeys are bound to. */
      isPasskeyOffered: z.boolean(),
      isSsoLoginOnly: z.boolean(),
      /** What the customer asks of the caller: nothing, any second factor, or a passkey. */
      needed: z.enum(['none', 'any', 'passkey']),
    }),
  }),
  setUp: endpoint({
    method: 'POST',
    path: '/mfa',
    summary: 'Begin to set up an authenticator app; it counts once a code of it was entered',
    ...ofOwnFactors,
    body: z.strictObject({ name, proof }),
    response: z.object({ factorUuid: uuid, mfaUri: z.string(), secret: z.string() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/mfa/:id/confirm',
    summary: 'Enter the first code of an authenticator app; from now on it is asked for',
    ...ofOwnFactors,
    params: byId,
    body: z.strictObject({ code }),
    response: mfaAdded,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/mfa/:id',
    summary: 'Remove a second factor of mine',
    ...ofOwnFactors,
    params: byId,
    body: z.strictObject({ proof }),
    response: z.object({ mfaChangeResult: z.literal('removed') }),
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/mfa/recovery-codes',
    summary: 'Make new recovery codes; the former ones stop working',
    ...ofOwnFactors,
    body: z.strictObject({ proof }),
    response: z.object({ recoveryCodes }),
  }),
};

export const signedInAnswer = z.object({ step: z.literal('signedIn') });
/** After the last proof: a session, or the set-up of what the customer asks for besides. */
export const loginAnswer = z.discriminatedUnion('step', [signedInAnswer, enrolStep]);
const byCode = (path: `/login/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    right: 'anyone',
    moves: 'nothing',
    body: z.strictObject({ code }),
    response: loginAnswer,
  });

/** The second step of signing in: only who entered the right password a moment ago gets anywhere here. */
export const loginFactors = {
  totp: byCode('/login/totp', 'Finish signing in with a code of an authenticator app'),
  recovery: byCode('/login/recovery', 'Finish signing in with a recovery code, which is used up'),
};
