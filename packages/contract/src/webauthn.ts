import { z } from 'zod';

export const base64url = (most: number) =>
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
export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({ clientDataJSON, attestationObject: base64url(16_000) }),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

/** A challenge that a passkey signed, as WebAuthn's JSON has it. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(100).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** What the browser is told to ask the passkey, as WebAuthn's JSON has it. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
