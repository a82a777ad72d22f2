import { loginFactors } from '@patchkeep/contract/factors';
import type { Caller } from '../lib/call.ts';
import { asFailure } from '../lib/failure.ts';
import { reasonOf } from './login-flow.ts';

export type CodeMethod = 'totp' | 'recovery';

export const secondFactorTexts = {
  wrong: 'This code is not right, or was used already.',
  startAgain: 'That took too long, or there were too many tries. Enter your password again.',
} as const;

export type SecondStep =
  | { step: 'signedIn' }
  | { step: 'refused'; message: string }
  /** What the right password gave is used up: only the password helps. */
  | { step: 'startAgain' };

/** Why the second step was refused. */
export const stepAfter = (thrown: unknown): SecondStep => {
  const { type } = asFailure(thrown);
  if (type === 410) return { step: 'startAgain' };
  return { step: 'refused', message: type === 401 ? secondFactorTexts.wrong : reasonOf(thrown) };
};

/** One attempt with a code. */
export const enterCode = async (call: Caller, method: CodeMethod, code: string): Promise<SecondStep> => {
  try {
    return await call(loginFactors[method], { body: { code } }, { retries: 0 });
  } catch (thrown) {
    return stepAfter(thrown);
  }
};
