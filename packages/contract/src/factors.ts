import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, name, time, uuid } from './fields.ts';
import { passwordHash } from './session.ts';

export const factorLimits = {
  perUser: 10,
  recoveryCodes: 10,
  /** How long after the password the second factor may come, and how often it may be wrong. */
  loginMs: 5 * 60_000,
  loginTries: 5,
} as const;

/** Six digits of an authenticator app, or a recovery code; blanks and dashes do not matter. */
const code = z.string().trim().min(6).max(40);

/** Who has no factor yet proves themselves by the password, everybody else by a factor. */
export const proof = z.union([
  z.strictObject({ passwordHash, passwordHashVersion: z.literal(1) }),
  z.strictObject({ code }),
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
});
export type Factor = z.output<typeof factor>;

/** The answer is the only place that shows them. */
const recoveryCodes = z.array(z.string());
export const mfaAdded = z.object({
  mfaChangeResult: z.literal('added'),
  /** With the first factor only. */
  recoveryCodes: recoveryCodes.nullable(),
});

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
    }),
  }),
  setUp: endpoint({
    method: 'POST',
    path: '/mfa',
    summary: 'Begin to set up an authenticator app; it counts once a code of it was entered',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    body: z.strictObject({ name, proof }),
    response: z.object({ factorUuid: uuid, mfaUri: z.string(), secret: z.string() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/mfa/:id/confirm',
    summary: 'Enter the first code of an authenticator app; from now on it is asked for',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    params: byId,
    body: z.strictObject({ code }),
    response: mfaAdded,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/mfa/:id',
    summary: 'Remove a second factor of mine',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    params: byId,
    body: z.strictObject({ proof }),
    response: z.object({ mfaChangeResult: z.literal('removed') }),
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/mfa/recovery-codes',
    summary: 'Make new recovery codes; the former ones stop working',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    body: z.strictObject({ proof }),
    response: z.object({ recoveryCodes }),
  }),
};

export const signedInAnswer = z.object({ step: z.literal('signedIn') });
const byCode = (path: `/login/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    right: 'anyone',
    moves: 'nothing',
    body: z.strictObject({ code }),
    response: signedInAnswer,
  });

/** The second step of signing in: only who entered the right password a moment ago gets anywhere here. */
export const loginFactors = {
  totp: byCode('/login/totp', 'Finish signing in with a code of an authenticator app'),
  recovery: byCode('/login/recovery', 'Finish signing in with a recovery code, which is used up'),
};
