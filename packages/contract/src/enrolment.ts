import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { loginAnswer, recoveryCodes, totpCode } from './factors.ts';
import { uuid } from './fields.ts';
import { passkeyOptions, passkeyRegistration } from './webauthn.ts';

const open = { method: 'POST', right: 'anyone', moves: 'nothing' } as const;

const enrolled = z.object({
  /** With the first factor only. The answer is the only place that shows them. */
  recoveryCodes: recoveryCodes.nullable(),
  next: loginAnswer,
});

/**
 * Setting up a second factor that the customer asks for, between the right password and the session. Only who has just
 * proved all that the account has gets anywhere here.
 */
export const enrolment = {
  beginTotp: endpoint({
    ...open,
    path: '/login/enrol/totp',
    summary: 'Begin to set up an authenticator app while signing in',
    response: z.object({ factorUuid: uuid, mfaUri: z.string(), secret: z.string() }),
  }),
  confirmTotp: endpoint({
    ...open,
    path: '/login/enrol/totp/confirm',
    summary: 'Enter the first code of the authenticator app, and finish signing in',
    body: z.strictObject({ factorUuid: uuid, code: totpCode }),
    response: enrolled,
  }),
  beginPasskey: endpoint({
    ...open,
    path: '/login/enrol/passkey/options',
    summary: 'Begin to add a passkey while signing in: what the browser asks the device for',
    response: z.object({ options: passkeyOptions }),
  }),
  addPasskey: endpoint({
    ...open,
    path: '/login/enrol/passkey',
    summary: 'Add the passkey that the device made, and finish signing in',
    body: z.strictObject({ passkey: passkeyRegistration }),
    response: enrolled,
  }),
};
