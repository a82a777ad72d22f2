import { session as endpoints } from '@patchkeep/contract/session';
import type { z } from 'zod';
import type { Caller } from '../lib/call.ts';
import { asFailure } from '../lib/failure.ts';

type Answer = z.output<typeof endpoints.login.response>;
export type LoginMethod = Extract<Answer, { step: 'secondFactor' }>['methods'][number];
export type LoginStep = Answer | { step: 'refused'; message: string };

export const loginTexts = {
  wrong: 'The e-mail address or password is not right.',
  throttled: 'Too many attempts. Wait a few minutes and then try again.',
  busy: 'The server is busy right now. Wait a moment and then try again.',
  unreachable: 'The server cannot be reached. Check your connection and then try again.',
  other: 'Signing in did not work. Please wait a minute and then try again.',
} as const;

const reasons: Record<number, string> = {
  0: loginTexts.unreachable,
  401: loginTexts.wrong,
  429: loginTexts.throttled,
  503: loginTexts.busy,
};

/** Why a call before the session failed, as a sentence for the form. */
export const reasonOf = (thrown: unknown): string => reasons[asFailure(thrown).type] ?? loginTexts.other;

export interface LoginEnvironment {
  call: Caller;
  hash(username: string, password: string): Promise<string>;
}

/** One attempt with a password: signed in, asked for more, or refused with a sentence for the form. */
export const signIn = async (
  { call, hash }: LoginEnvironment,
  username: string,
  password: string,
): Promise<LoginStep> => {
  try {
    const passwordHash = await hash(username, password);
    const body = { username, passwordHash, passwordHashVersion: 1 as const };
    // Waiting nine seconds in silence for a busy server would look like a dead button.
    return await call(endpoints.login, { body }, { retries: 0 });
  } catch (thrown) {
    return { step: 'refused', message: reasonOf(thrown) };
  }
};
