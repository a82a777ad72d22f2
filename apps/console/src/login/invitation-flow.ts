import type { Answer } from '@patchkeep/contract/endpoint';
import { invitations } from '@patchkeep/contract/users';
import { asFailure } from '../lib/failure.ts';
import { type LoginEnvironment, type LoginStep, loginTexts, reasonOf, signIn } from './login-flow.ts';

const start = '#invitation=';

/** The invitation that the address carries in its fragment, which no server and no log gets to see. */
export const invitationOf = (hash: string): string | undefined =>
  hash.startsWith(start) ? hash.slice(start.length) : undefined;

export const invitationTexts = {
  notGood:
    'This invitation is not good any more: it was used, replaced or revoked, or is too old. Ask an administrator for a new one.',
} as const;

const reasonFor = (thrown: unknown): string =>
  asFailure(thrown).type === 410 ? invitationTexts.notGood : reasonOf(thrown);

type Invited = Answer<typeof invitations.look>;

export const lookAt = async (
  { call }: Pick<LoginEnvironment, 'call'>,
  invitation: string,
): Promise<{ invited: Invited } | { refusal: string }> => {
  try {
    return { invited: await call(invitations.look, { body: { invitation } }, { retries: 0 }) };
  } catch (thrown) {
    const refusal = reasonFor(thrown);
    return { refusal: refusal === loginTexts.other ? invitationTexts.notGood : refusal };
  }
};

/** Sets the password and signs in with it. */
export const accept = async (
  environment: LoginEnvironment,
  invitation: string,
  username: string,
  password: string,
): Promise<LoginStep> => {
  try {
    const passwordHash = await environment.hash(username, password);
    const body = { invitation, passwordHash, passwordHashVersion: 1 as const };
    await environment.call(invitations.accept, { body }, { retries: 0 });
  } catch (thrown) {
    return { step: 'refused', message: reasonFor(thrown) };
  }
  return signIn(environment, username, password);
};
