import type { Proof } from '@patchkeep/contract/factors';
import { hash } from '../../acts/passwords/password-hash.ts';

/** What the server is sent of what the user typed: a code as it is, a password as its hash. */
export const proofOf = async (hasFactor: boolean, username: string, typed: string): Promise<Proof> => {
  if (hasFactor) return { code: typed };
  return { passwordHash: await hash(username, typed), passwordHashVersion: 1 };
};

/** How the field is called in which users prove that it is them. */
export const proofField = (hasFactor: boolean) =>
  hasFactor
    ? {
        label: 'Code',
        description: 'Six digits of an app that is set up already, or a recovery code.',
        autoComplete: 'one-time-code',
        type: 'text',
      }
    : {
        label: 'Your password',
        description: 'So that nobody else at this console does it in your name.',
        autoComplete: 'current-password',
        type: 'password',
      };
