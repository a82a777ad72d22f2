import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mfaAdded, proof, signedInAnswer } from './factors.ts';
import { name } from './fields.ts';

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/);
const credentialId = base64url(1_400);
const clientDataJSON = base64url(4_000);

/** What browsers say besides; only whether the passkey can be found by itself is asked for. */
const clientExtensionResults = z.object({ credProps: z.object({ rk: z.boolean().optional() }).optional() });
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key'), clientExtensionResults };

/** A new passkey, as WebAuthn's JSON has it. */
const registration = z.object({
  ...credential,
  response: z.object({ clientDataJSON, attestationObject: base64url(16_000) }),
});
export type PasskeyRegistration = z.output<typeof registration>;

/** A challenge that a passkey signed, as WebAuthn's JSON has it. */
const answer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(100).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof answer>;

/** What the browser is told to ask the passkey, as WebAuthn's JSON has it. */
const options = z.looseObject({ challenge: z.string() });

export const passkeys = {
  begin: endpoint({
    method: 'POST',
    path: '/mfa/passkey/options',
    summary: 'Begin to add a passkey: what the browser asks the device for',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    body: z.strictObject({ proof }),
    response: z.object({ options }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/mfa/passkey',
    summary: 'Add the passkey that the device made; from now on it is asked for',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    body: z.strictObject({ name, passkey: registration }),
    response: mfaAdded,
  }),
};

export const loginPasskeys = {
  begin: endpoint({
    method: 'POST',
    path: '/login/passkey/options',
    summary: 'Begin to finish signing in with a passkey: what the browser asks the device for',
    right: 'anyone',
    moves: 'nothing',
    response: z.object({ options }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/login/passkey',
    summary: 'Finish signing in with a passkey',
    right: 'anyone',
    moves: 'nothing',
    body: z.strictObject({ passkey: answer }),
    response: signedInAnswer,
  }),
};
