import type { Proof } from '@patchkeep/contract/factors';
import { type ProofWay, stepUp } from '@patchkeep/contract/step-up';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { CallFailure } from '../../lib/failure.ts';
import { hash } from '../passwords/password-hash.ts';

const operation = { verb: 'fetch', thing: 'account info' } as const;

/** By what the person who is signed in can prove that it is them. */
export const proofWaysQuery = queryOptions({
  queryKey: ['account', 'proof-ways'],
  queryFn: ({ signal }) => call(stepUp.ways, {}, { signal, operation }),
  // A factor may have been set up in another browser since.
  gcTime: 0,
});

/** What the server is sent of what the user typed: a code as it is, a password as its hash. */
export const typedProof = async (ways: readonly ProofWay[], username: string, typed: string): Promise<Proof> => {
  if (!ways.includes('password')) return { code: typed };
  return { passwordHash: await hash(username, typed), passwordHashVersion: 1 };
};

/** In a module of its own, which most people never need. */
export const passkeyDevice = () => import('../passkeys/passkey-device.ts');

/** Lets the device sign; who says no, or has no such passkey here, is told so beside the form. */
export const passkeyProof = async (): Promise<Proof> => {
  const { options } = await call(stepUp.passkeyOptions, {}, { operation });
  const { askPasskey } = await passkeyDevice();
  const passkey = await askPasskey(options).catch((thrown: unknown) => {
    throw new CallFailure({ type: 400, message: 'The passkey was not used. Try again, or enter a code.' }, thrown);
  });
  return { passkey };
};

/** How the field is called in which users prove that it is them. */
export const proofField = (ways: readonly ProofWay[]) => {
  if (ways.includes('password'))
    return {
      label: 'Your password',
      description: 'So that nobody else at this console does it in your name.',
      autoComplete: 'current-password',
      type: 'password',
    };
  const hasApp = ways.includes('totp');
  return {
    label: hasApp ? 'Code' : 'Recovery code',
    description: hasApp ? 'Six digits of an app that is set up already, or a recovery code.' : 'Each works once.',
    autoComplete: 'one-time-code',
    type: 'text',
  };
};
