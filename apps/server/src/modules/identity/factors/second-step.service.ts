import { randomBytes } from 'node:crypto';
import { factorLimits } from '@patchkeep/contract/factors';
import type { EnrolStep } from '@patchkeep/contract/second-factor-policy';
import type { PasskeyAnswer } from '@patchkeep/contract/webauthn';
import type { OpenContext } from '../../../platform/context.ts';
import { type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { Refusal } from '../../../platform/errors.ts';
import { recordAct } from '../../audit/public.ts';
import type { UserRow } from '../identity.tables.ts';
import { actOfUser, handOver, type SignInTools, startSession, throttleCaller } from '../login.service.ts';
import { findUser } from '../users.queries.ts';
import { listFactors } from './factors.queries.ts';
import {
  enrolSeconds,
  factorsMarkOf,
  loginSeconds,
  type LoginStage,
  type LoginTicket,
  type LoginTickets,
  passwordMarkOf,
} from './login-ticket.factory.ts';
import { allowedStepsOf, enrolStepOf } from './needed-factor.service.ts';
import { anyPasskeyOptions, authenticationOptions, ownerOfHandle, readAnswer, spendAnswer } from './passkey.service.ts';
import { type CodeKind, factorTexts, type FactorTools, spendCode, throttleFactor } from './prove.service.ts';
import { countUse } from './spent.repository.ts';

export type SecondStepTools = FactorTools & SignInTools & { tickets: LoginTickets };

/** One answer for all: no ticket, an old one, one used too often, an account that changed since. */
export const startAgain = () => new Refusal(410, 'Too much time or too many tries: enter your password again.');
const wrong = (kind: string) => new Refusal(401, kind === 'passkey' ? factorTexts.wrongPasskey : factorTexts.wrong);
export const tenantOf = (user: UserRow) => ({ customerId: user.customer_id, siteIds: [], actorId: user.user_id });

/** The account may have been disabled, or got another password, since the password was right. */
export const isStillRight = (user: UserRow | undefined, ticket: LoginTicket): user is UserRow =>
  user !== undefined &&
  user.disabled_at === null &&
  !user.is_sso_login_only &&
  user.password_digest !== null &&
  passwordMarkOf(user.password_digest) === ticket.passwordMark;

const triesOf: Record<LoginStage, number> = { prove: factorLimits.loginTries, enrol: factorLimits.enrolTries };

/** Whose password was right a moment ago, in this browser, and who is at this stage of signing in. */
export const ticketHolder = async (
  tools: SecondStepTools,
  { loginCookie, now }: OpenContext,
  stage: LoginStage,
  /** Uses up one of the few tries. */
  isTry: boolean,
): Promise<{ user: UserRow; ticket: LoginTicket; purpose: string }> => {
  const ticket = tools.tickets.read(loginCookie, now);
  if (ticket?.stage !== stage) throw startAgain();
  const tries = isTry ? await countUse(tools.db, `login|${ticket.ticketId}`, ticket.until) : 0;
  if (tries > triesOf[stage]) throw startAgain();
  const { customerId, userId } = ticket;
  const user = await withTenant(tools.pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
    findUser(tx, customerId, userId),
  );
  if (!isStillRight(user, ticket)) throw startAgain();
  return { user, ticket, purpose: `${stage === 'enrol' ? 'login-enrol' : 'login'}|${ticket.ticketId}` };
};

/** A session; or, as long as the customer asks for more than was proved, what the user has to set up. */
export type LoginEnd = { step: 'signedIn' } | EnrolStep;

/** Ends one stage of signing in: by a session, or by a ticket to set up what is missing, in the same transaction. */
export const endStage = async (tx: Tx, tools: SecondStepTools, context: OpenContext, user: UserRow) => {
  const enrol = await enrolStepOf(tx, tools, user);
  if (!enrol) return { cookie: await startSession(tx, context, user) };
  if (user.password_digest === null) throw startAgain();
  const factorsMark = factorsMarkOf(await listFactors(tx, user.customer_id, user.user_id));
  return {
    enrol,
    ticket: tools.tickets.make(user, user.password_digest, context.now, { stage: 'enrol', factorsMark }),
  };
};

/** Tells the browser how a stage has ended, after the transaction of it. */
export const tellEnd = async (
  tools: SecondStepTools,
  context: OpenContext,
  user: UserRow,
  end: Awaited<ReturnType<typeof endStage>>,
): Promise<LoginEnd> => {
  if (end.enrol) {
    context.setLoginCookie(end.ticket, enrolSeconds);
    return end.enrol;
  }
  context.setLoginCookie('', 0);
  return handOver(tools, context, user, end.cookie);
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
): Promise<LoginEnd> => {
  const attempt = await throttleFactor(tools.db, kind, user, context.now);
  const end = await withTenant(tools.pool, tenantOf(user), async (tx) => {
    const isAllowed = (await allowedStepsOf(tx, user)).includes(kind);
    const { isRight, verb = isRight ? undefined : 'factor.refused' } = isAllowed ? await prove(tx) : { isRight: false };
    if (verb !== undefined) await recordAct(tx, context, actOfUser(user, verb, null));
    return isRight ? endStage(tx, tools, context, user) : undefined;
  });
  if (end === undefined) throw wrong(kind);
  await attempt.forget();
  return tellEnd(tools, context, user, end);
};

/** Makes the session by what a passkey signed; undefined is a wrong answer. */
const finishSigned = (
  tools: SecondStepTools,
  context: OpenContext,
  user: UserRow,
  signed: Awaited<ReturnType<typeof readAnswer>>,
) =>
  finish(tools, context, { user, kind: 'passkey' }, async (tx) => {
    if (!signed) return { isRight: false };
    const isRight = await spendAnswer(tx, signed, context.now);
    return { isRight, ...(!isRight && { verb: 'factor.suspend' }) };
  });

export const finishByCode = async (
  tools: SecondStepTools,
  context: OpenContext,
  kind: CodeKind,
  code: string,
): Promise<LoginEnd> => {
  const { user } = await ticketHolder(tools, context, 'prove', true);
  return finish(tools, context, { user, kind }, async (tx) => {
    const isRight = await spendCode(tx, tools, user, { kind, code }, context.now);
    return { isRight, ...(isRight && kind === 'recovery' && { verb: 'factor.useRecoveryCode' }) };
  });
};

export const beginByPasskey = async (tools: SecondStepTools, context: OpenContext) => {
  const { user, purpose } = await ticketHolder(tools, context, 'prove', false);
  const origin = tools.publicOrigin;
  if (origin === undefined) throw wrong('passkey');
  const options = await withTenant(tools.pool, tenantOf(user), (tx) =>
    authenticationOptions(tx, tools, origin, user, purpose, context.now),
  );
  return { options: { ...options } };
};

/** The nonce in the cookie binds the challenge to this browser: nobody signs in here with what was made elsewhere. */
const alonePurpose = (nonce: string): string => `alone|${nonce}`;

export const beginByPasskeyAlone = async (tools: SecondStepTools, context: OpenContext) => {
  if (tools.publicOrigin === undefined) throw wrong('passkey');
  await throttleCaller(tools.db, context);
  const nonce = randomBytes(16).toString('base64url');
  context.setLoginCookie(nonce, loginSeconds);
  const options = await anyPasskeyOptions(tools, tools.publicOrigin, alonePurpose(nonce), context.now);
  return { options: { ...options } };
};

/** One answer for all: nobody's passkey, a wrong one, and one of an account that may not sign in by itself. */
export const finishByPasskeyAlone = async (
  tools: SecondStepTools,
  context: OpenContext,
  answer: PasskeyAnswer,
): Promise<LoginEnd> => {
  const { publicOrigin: origin, pool } = tools;
  const { loginCookie: nonce, now } = context;
  const named = ownerOfHandle(answer.response.userHandle);
  if (origin === undefined || nonce === undefined || !named) throw wrong('passkey');
  await throttleCaller(tools.db, context);
  const { customer_id: customerId, user_id: userId } = named;
  const { user, factors } = await withTenant(pool, { customerId, siteIds: [], actorId: userId }, async (tx) => ({
    user: await findUser(tx, customerId, userId),
    factors: await listFactors(tx, customerId, userId),
  }));
  const signed = await readAnswer(tools, origin, { factors, owner: named }, answer, alonePurpose(nonce), now);
  if (!user || !signed || user.disabled_at !== null || user.is_sso_login_only) throw wrong('passkey');
  return finishSigned(tools, context, user, signed);
};

export const finishByPasskey = async (
  tools: SecondStepTools,
  context: OpenContext,
  answer: PasskeyAnswer,
): Promise<LoginEnd> => {
  const { user, purpose } = await ticketHolder(tools, context, 'prove', true);
  const origin = tools.publicOrigin;
  if (origin === undefined) throw wrong('passkey');
  const { customer_id: customerId, user_id: userId } = user;
  const factors = await withTenant(tools.pool, tenantOf(user), (tx) => listFactors(tx, customerId, userId));
  // Outside the transaction: checking a signature asks nothing of the database but the challenge's use.
  const signed = await readAnswer(tools, origin, { factors, owner: user }, answer, purpose, context.now);
  return finishSigned(tools, context, user, signed);
};
