import type { Answer } from '@patchkeep/contract/endpoint';
import { enrolment } from '@patchkeep/contract/enrolment';
import type { EnrolStep } from '@patchkeep/contract/second-factor-policy';
import type { PasskeyRegistration } from '@patchkeep/contract/webauthn';
import type { Caller } from '../lib/call.ts';
import { asFailure } from '../lib/failure.ts';
import { reasonOf } from './login-flow.ts';

export type BegunApp = Answer<typeof enrolment.beginTotp>;
export type Enrolled = Answer<typeof enrolment.confirmTotp>;

export const enrolmentTexts = {
  noPasskey: 'No passkey was made. Try again, or use another way if there is one.',
  noWay: 'This server cannot set up what your organisation asks for. Ask whoever operates it.',
} as const;

export type EnrolStepResult<T> =
  | { step: 'done'; value: T }
  | { step: 'refused'; message: string }
  /** What the right password gave is used up, or somebody has set up a factor meanwhile. */
  | { step: 'startAgain' };

const attempt = async <T>(work: () => Promise<T>): Promise<EnrolStepResult<T>> => {
  try {
    return { step: 'done', value: await work() };
  } catch (thrown) {
    const { type, message } = asFailure(thrown);
    if (type === 410) return { step: 'startAgain' };
    // A sentence of the server about what was sent, such as a wrong code.
    const isSaid = (type === 400 || type === 403) && message !== '';
    return { step: 'refused', message: isSaid ? message.replace(/\.?$/, '.') : reasonOf(thrown) };
  }
};

export const beginApp = (call: Caller): Promise<EnrolStepResult<BegunApp>> =>
  attempt(() => call(enrolment.beginTotp, {}, { retries: 0 }));

export const confirmApp = (call: Caller, factorUuid: string, code: string): Promise<EnrolStepResult<Enrolled>> =>
  attempt(() => call(enrolment.confirmTotp, { body: { factorUuid, code } }, { retries: 0 }));

/** Lets the device make a passkey. Who says no, or has no such device, is told so. */
export const enrolPasskey = async (
  call: Caller,
  make: (options: Record<string, unknown>) => Promise<PasskeyRegistration>,
): Promise<EnrolStepResult<Enrolled>> => {
  const begun = await attempt(() => call(enrolment.beginPasskey, {}, { retries: 0 }));
  if (begun.step !== 'done') return begun;
  const passkey = await make(begun.value.options).catch(() => undefined);
  if (passkey === undefined) return { step: 'refused', message: enrolmentTexts.noPasskey };
  return attempt(() => call(enrolment.addPasskey, { body: { passkey } }, { retries: 0 }));
};

/** Why something is to be set up, in a sentence. */
export const whyEnrol = ({ needed }: EnrolStep): string =>
  needed === 'passkey'
    ? 'Your organisation asks you for a passkey. Set one up now; you need it each time you sign in.'
    : 'Your organisation asks you for a second factor besides the password. Set one up now; you need it each time you sign in.';
