import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { loginAnswer, mfaAdded, proof } from './factors.ts';
import { name } from './fields.ts';
import { passkeyAnswer, passkeyOptions, passkeyRegistration } from './webauthn.ts';

export const passkeys = {
  begin: endpoint({
    method: 'POST',
    path: '/mfa/passkey/options',
    summary: 'Begin to add a passkey: what the browser asks the device for',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    stepUp: 'each',
    body: z.strictObject({ proof }),
    response: z.object({ options: passkeyOptions }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/mfa/passkey',
    summary: 'Add the passkey that the device made; from now on it is asked for',
    right: 'signedIn',
    moves: 'nothing',
    anySite: true,
    stepUp: 'each',
    body: z.strictObject({ name, passkey: passkeyRegistration }),
    response: mfaAdded,
  }),
};

/** Signing in by a passkey without a name and a password: the passkey says whose it is, and its user was verified. */
const alone = { right: 'anyone', moves: 'nothing' } as const;

export const loginPasskeys = {
  beginAlone: endpoint({
    method: 'POST',
    path: '/login/passkey-alone/options',
    summary: 'Begin to sign in with a passkey alone: what the browser asks the device for',
    ...alone,
    response: z.object({ options: passkeyOptions }),
  }),
  finishAlone: endpoint({
    method: 'POST',
    path: '/login/passkey-alone',
    summary: 'Sign in with a passkey alone',
    ...alone,
    body: z.strictObject({ passkey: passkeyAnswer }),
    response: loginAnswer,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/login/passkey/options',
    summary: 'Begin to finish signing in with a passkey: what the browser asks the device for',
    right: 'anyone',
    moves: 'nothing',
    response: z.object({ options: passkeyOptions }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/login/passkey',
    summary: 'Finish signing in with a passkey',
    right: 'anyone',
    moves: 'nothing',
    body: z.strictObject({ passkey: passkeyAnswer }),
    response: loginAnswer,
  }),
};
