import type { Answer } from '@patchkeep/contract/endpoint';
import { loginFactors } from '@patchkeep/contract/factors';
import { loginPasskeys } from '@patchkeep/contract/passkeys';
import type { PasskeyAnswer } from '@patchkeep/contract/webauthn';
import type { Caller } from '../lib/call.ts';
import { asFailure } from '../lib/failure.ts';
import { reasonOf } from './login-flow.ts';

export type CodeMethod = 'totp' | 'recovery';

export const secondFactorTexts = {
  wrong: 'This code is not right, or was used already.',
  wrongPasskey: 'This passkey could not be used. Try again, or use another way.',
  startAgain: 'That took too long, or there were too many tries. Enter your password again.',
} as const;

export type SecondStep =
  | Answer<typeof loginFactors.totp>
  | { step: 'refused'; message: string }
  /** What the right password gave is used up: only the password helps. */
  | { step: 'startAgain' };

/** Why the second step was refused. */
const stepAfter = (thrown: unknown): SecondStep => {
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

export interface PasskeyEnvironment {
  call: Caller;
  /** Lets the device sign; fails when the user says no. */
  ask: (options: Record<string, unknown>) => Promise<PasskeyAnswer>;
}

/** One attempt with a passkey: after the password, or alone. */
export const signByPasskey = async ({ call, ask }: PasskeyEnvironment, isAlone = false): Promise<SecondStep> => {
  const [begin, finish] = isAlone
    ? [loginPasskeys.beginAlone, loginPasskeys.finishAlone]
    : [loginPasskeys.begin, loginPasskeys.finish];
  const wrong: SecondStep = { step: 'refused', message: secondFactorTexts.wrongPasskey };
  try {
    const { options } = await call(begin, {}, { retries: 0 });
    const passkey = await ask(options).catch(() => undefined);
    if (passkey === undefined) return wrong;
    return await call(finish, { body: { passkey } }, { retries: 0 });
  } catch (thrown) {
    return asFailure(thrown).type === 401 ? wrong : stepAfter(thrown);
  }
};
