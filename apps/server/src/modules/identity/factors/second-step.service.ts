import { factorLimits } from '@patchkeep/contract/factors';
import type { PasskeyAnswer } from '@patchkeep/contract/passkeys';
import type { OpenContext } from '../../../platform/context.ts';
import { type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { Refusal } from '../../../platform/errors.ts';
import { recordAct } from '../../audit/public.ts';
import type { UserRow } from '../identity.tables.ts';
import { actOfUser, handOver, type SignInTools, startSession } from '../login.service.ts';
import { findUser } from '../users.queries.ts';
import { listFactors } from './factors.queries.ts';
import { type LoginTicket, type LoginTickets, passwordMarkOf } from './login-ticket.factory.ts';
import { authenticationOptions, type PasskeyTools, readAnswer, spendAnswer } from './passkey.service.ts';
import { type CodeKind, factorTexts, type FactorTools, spendCode, throttleFactor } from './prove.service.ts';
import { countUse } from './spent.repository.ts';

export type SecondStepTools = FactorTools & PasskeyTools & SignInTools & { tickets: LoginTickets };

/** One answer for all: no ticket, an old one, one used too often, an account that changed since. */
const startAgain = () => new Refusal(410, 'Too much time or too many tries: enter your password again.');
const wrong = (kind: string) => new Refusal(401, kind === 'passkey' ? factorTexts.wrongPasskey : factorTexts.wrong);
const tenantOf = (user: UserRow) => ({ customerId: user.customer_id, siteIds: [], actorId: user.user_id });

/** The account may have been disabled, or got another password, since the password was right. */
const isStillRight = (user: UserRow | undefined, ticket: LoginTicket): user is UserRow =>
  user !== undefined &&
  user.disabled_at === null &&
  !user.is_sso_login_only &&
  user.password_digest !== null &&
  passwordMarkOf(user.password_digest) === ticket.passwordMark;

/** Whose password was right a moment ago, in this browser. */
const ticketHolder = async (
  tools: SecondStepTools,
  { loginCookie, now }: OpenContext,
  /** Uses up one of the few tries. */
  isTry: boolean,
): Promise<{ user: UserRow; purpose: string }> => {
  const ticket = tools.tickets.read(loginCookie, now);
  if (!ticket) throw startAgain();
  const tries = isTry ? await countUse(tools.db, `login|${ticket.ticketId}`, ticket.until) : 0;
  if (tries > factorLimits.loginTries) throw startAgain();
  const { customerId, userId } = ticket;
  const user = await withTenant(tools.pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
    findUser(tx, customerId, userId),
  );
  if (!isStillRight(user, ticket)) throw startAgain();
  return { user, purpose: `login|${ticket.ticketId}` };
};

/**
 * Makes the session if `prove` says what was right. What was proved is used up in the transaction that makes the
 * session: both, or neither.
 */
const finish = async (
  tools: SecondStepTools,
  context: OpenContext,
  { user, kind }: { user: UserRow; kind: 'totp' | 'recovery' | 'passkey' },
  prove: (tx: Tx) => Promise<{ isRight: boolean; verb?: string }>,
): Promise<{ step: 'signedIn' }> => {
  const attempt = await throttleFactor(tools.db, kind, user, context.now);
  const cookie = await withTenant(tools.pool, tenantOf(user), async (tx) => {
    const { isRight, verb = isRight ? undefined : 'factor.refused' } = await prove(tx);
    if (verb !== undefined) await recordAct(tx, context, actOfUser(user, verb, null));
    return isRight ? startSession(tx, context, user) : undefined;
  });
  if (cookie === undefined) throw wrong(kind);
  await attempt.forget();
  context.setLoginCookie('', 0);
  return handOver(tools, context, user, cookie);
};

export const finishByCode = async (
  tools: SecondStepTools,
  context: OpenContext,
  kind: CodeKind,
  code: string,
): Promise<{ step: 'signedIn' }> => {
  const { user } = await ticketHolder(tools, context, true);
  return finish(tools, context, { user, kind }, async (tx) => {
    const isRight = await spendCode(tx, tools, user, { kind, code }, context.now);
    return { isRight, ...(isRight && kind === 'recovery' && { verb: 'factor.useRecoveryCode' }) };
  });
};

export const beginByPasskey = async (tools: SecondStepTools, context: OpenContext) => {
  const { user, purpose } = await ticketHolder(tools, context, false);
  const origin = tools.publicOrigin;
  if (origin === undefined) throw wrong('passkey');
  const options = await withTenant(tools.pool, tenantOf(user), (tx) =>
    authenticationOptions(tx, tools, origin, user, purpose, context.now),
  );
  return { options: { ...options } };
};

export const finishByPasskey = async (
  tools: SecondStepTools,
  context: OpenContext,
  answer: PasskeyAnswer,
): Promise<{ step: 'signedIn' }> => {
  const { user, purpose } = await ticketHolder(tools, context, true);
  const origin = tools.publicOrigin;
  if (origin === undefined) throw wrong('passkey');
  const { customer_id: customerId, user_id: userId } = user;
  const factors = await withTenant(tools.pool, tenantOf(user), (tx) => listFactors(tx, customerId, userId));
  // Outside the transaction: checking a signature asks nothing of the database but the challenge's use.
  const signed = await readAnswer(tools, origin, { factors, owner: user }, answer, purpose, context.now);
  return finish(tools, context, { user, kind: 'passkey' }, async (tx) => {
    if (!signed) return { isRight: false };
    const isRight = await spendAnswer(tx, signed, context.now);
    return { isRight, ...(!isRight && { verb: 'factor.suspend' }) };
  });
};
