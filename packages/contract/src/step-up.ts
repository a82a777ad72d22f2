import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { proof } from './factors.ts';
import { name, nothing } from './fields.ts';
import { begun } from './session.ts';
import { passkeyOptions } from './webauthn.ts';

const personal = { right: 'signedIn', anySite: true } as const;

/** By what users prove that it is them. */
export const proofWays = ['password', 'passkey', 'totp', 'recovery'] as const;
export type ProofWay = (typeof proofWays)[number];

/** Proving again who one is, in a session that was proved some time ago. */
export const stepUp = {
  ways: endpoint({
    method: 'GET',
    path: '/step-up',
    summary: 'By what the caller can prove who they are; no way of our own for who signs in by single sign-on only',
    ...personal,
    response: z.object({
      ways: z.array(z.enum(proofWays)),
      /** The identity provider that the session was made through can have the caller sign in there anew. */
      provider: z.object({ label: name }).nullable(),
    }),
  }),
  beginAtProvider: endpoint({
    method: 'POST',
    path: '/step-up/provider',
    summary: 'Begin to prove who one is by signing in anew at the identity provider',
    ...personal,
    moves: 'nothing',
    response: begun,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/step-up/passkey/options',
    summary: 'What the browser asks the device for when the caller proves themselves by a passkey',
    ...personal,
    moves: 'nothing',
    response: z.object({ options: passkeyOptions }),
  }),
  prove: endpoint({
    method: 'POST',
    path: '/step-up',
    summary: 'Prove again who one is; the session gets a new cookie',
    ...personal,
    moves: 'nothing',
    stepUp: 'each',
    body: z.strictObject({ proof }),
    response: nothing,
  }),
};
