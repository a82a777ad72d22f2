import { factorLimits } from '@patchkeep/contract/factors';
import type { OpenContext } from '../../../platform/context.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { Refusal } from '../../../platform/errors.ts';
import { recordAct } from '../../audit/public.ts';
import type { UserRow } from '../identity.tables.ts';
import { actOfUser, handOver, type SignInTools, startSession } from '../login.service.ts';
import { findUser } from '../users.queries.ts';
import { type LoginTicket, type LoginTickets, passwordMarkOf } from './login-ticket.factory.ts';
import { type CodeKind, factorTexts, type FactorTools, spendCode, throttleFactor } from './prove.service.ts';
import { countUse } from './spent.repository.ts';

export type SecondStepTools = FactorTools & SignInTools & { tickets: LoginTickets };

/** One answer for all: no ticket, an old one, one used too often, an account that changed since. */
const startAgain = () => new Refusal(410, 'Too much time or too many tries: enter your password again.');
const wrong = () => new Refusal(401, factorTexts.wrong);

/** The account may have been disabled, or got another password, since the password was right. */
const isStillRight = (user: UserRow | undefined, ticket: LoginTicket): user is UserRow =>
  user !== undefined &&
  user.disabled_at === null &&
  !user.is_sso_login_only &&
  user.password_digest !== null &&
  passwordMarkOf(user.password_digest) === ticket.passwordMark;

/** Whose password was right a moment ago, in this browser. Each call uses up one of the few tries. */
const ticketHolder = async (tools: SecondStepTools, { loginCookie, now }: OpenContext): Promise<UserRow> => {
  const ticket = tools.tickets.read(loginCookie, now);
  if (!ticket) throw startAgain();
  const tries = await countUse(tools.db, `login|${ticket.ticketId}`, ticket.until);
  if (tries > factorLimits.loginTries) throw startAgain();
  const { customerId, userId } = ticket;
  const tenant = { customerId, siteIds: [], actorId: userId };
  const user = await withTenant(tools.pool, tenant, (tx) => findUser(tx, customerId, userId));
  if (!isStillRight(user, ticket)) throw startAgain();
  return user;
};

/** Signs in by a code. The code is used up in the transaction that makes the session: both, or neither. */
export const finishByCode = async (
  tools: SecondStepTools,
  context: OpenContext,
  kind: CodeKind,
  code: string,
): Promise<{ step: 'signedIn' }> => {
  const user = await ticketHolder(tools, context);
  const attempt = await throttleFactor(tools.db, kind, user, context.now);
  const tenant = { customerId: user.customer_id, siteIds: [], actorId: user.user_id };
  const cookie = await withTenant(tools.pool, tenant, async (tx) => {
    const isRight = await spendCode(tx, tools, user, { kind, code }, context.now);
    if (!isRight || kind === 'recovery')
      await recordAct(tx, context, actOfUser(user, isRight ? 'factor.useRecoveryCode' : 'factor.refused', null));
    return isRight ? startSession(tx, context, user) : undefined;
  });
  if (cookie === undefined) throw wrong();
  await attempt.forget();
  context.setLoginCookie('', 0);
  return handOver(tools, context, user, cookie);
};
