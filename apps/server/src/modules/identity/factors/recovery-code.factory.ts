import { createHmac, randomBytes } from 'node:crypto';
import { factorLimits } from '@patchkeep/contract/factors';
import type { Secrets } from '../../../platform/config/config.ts';
import { derivedKeys } from '../../../platform/http/secret.ts';
import { base32 } from './totp.rules.ts';

interface Owner {
  customerId: string;
  userId: string;
}

/** As a person may type it: blanks, dashes and small letters do not matter. */
const canonical = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

/**
 * Recovery codes: 80 random bits each, so a fast hash is enough. An HMAC by a key that follows from the pepper, so that
 * a stolen database alone does not help to check guesses. Ten slow hashes for each try would invite an outage.
 */
export const recoveryCodes = (peppers: Secrets) => {
  const [key, ...formerKeys] = derivedKeys(peppers, 'patchkeep recovery codes');
  const hashBy = (by: Buffer, { customerId, userId }: Owner, code: string): Buffer =>
    createHmac('sha256', by)
      .update(`${customerId}|${userId}|${canonical(code)}`)
      .digest();
  return {
    make: (): string[] =>
      Array.from({ length: factorLimits.recoveryCodes }, () =>
        base32(randomBytes(10)).replaceAll(/(.{4})(?=.)/g, '$1-'),
      ),
    keep: (owner: Owner, code: string): Buffer => hashBy(key, owner, code),
    /** As it may have been kept: by the pepper of now, or by a former one that is still listed. */
    keptAs: (owner: Owner, code: string): Buffer[] => [key, ...formerKeys].map((by) => hashBy(by, owner, code)),
  };
};
export type RecoveryCodes = ReturnType<typeof recoveryCodes>;
