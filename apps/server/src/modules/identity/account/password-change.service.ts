import type { account as endpoints } from '@patchkeep/contract/account';
import type { Received } from '@patchkeep/contract/endpoint';
import type { Context } from '../../../platform/context.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { recordAct } from '../../audit/public.ts';
import { listFactors } from '../factors/factors.queries.ts';
import { type FactorTools, provePerson } from '../factors/prove.service.ts';
import { type LoginTools, storedPassword, throttleGuesses } from '../login.service.ts';
import { endSessionsOf } from '../sessions.repository.ts';
import { empty } from '../throttle.repository.ts';
import { findUser } from '../users.queries.ts';
import { replacePassword } from '../users.repository.ts';

/**
 * Chooses another password. Whoever found an open browser does not know the current one, so it is asked for and guesses
 * count with those at the login. Who has a second factor proves it too. All other sessions end: one of them may be the reason. Returns those that ended.
 */
export const changePassword = async (
  tools: FactorTools & Pick<LoginTools, 'devices'>,
  context: Context,
  { currentPassword, newPassword, mfa }: Received<typeof endpoints.changePassword>['body'],
): Promise<string[]> => {
  const { pool, db, passwords } = tools;
  const { customerId, userId, sessionId } = context.principal;
  const tenant = { customerId, siteIds: [], actorId: userId };
  // In a transaction of its own: the one of the call begins with its first statement, and Argon2 must not run inside it.
  const { user, hasFactor } = await withTenant(pool, tenant, async (tx) => ({
    user: await findUser(tx, customerId, userId),
    hasFactor: (await listFactors(tx, customerId, userId)).length > 0,
  }));
  if (!user) throw notFound();
  if (user.is_sso_login_only) throw forbidden('You sign in by single sign-on and have no password here');
  if (hasFactor && mfa === undefined) throw invalid('Prove your second factor too');
  if (user.home_user_id !== null) throw forbidden('You are a guest here: your password is at home');
  const stored = storedPassword(user);
  const ownBucket = await throttleGuesses(tools, user.username, context);
  const act = {
    customerId,
    siteId: null,
    actorId: userId,
    credentialId: sessionId,
    objectKind: 'user',
    objectId: userId,
  };
  if (!stored || !(await passwords.matches(currentPassword, stored)).isRight) {
    await withTenant(pool, tenant, (tx) => recordAct(tx, context, { ...act, verb: 'user.changePasswordRefused' }));
    throw invalid('The current password is not right');
  }
  await empty(db, ownBucket);
  if (newPassword === currentPassword) throw invalid('Choose another password than the one that you have');
  if (hasFactor && mfa !== undefined) await provePerson(tools, context, user, mfa);
  const password = await passwords.store(newPassword);
  if (!(await replacePassword(context.tx, customerId, userId, stored.digest, password)))
    throw invalid('Your password was changed elsewhere a moment ago. Use that one');
  const ended = await endSessionsOf(context.tx, customerId, userId, sessionId);
  await recordAct(context.tx, context, { ...act, verb: 'user.changePassword', after: { endedSessions: ended.length } });
  context.emit({ thing: 'session', id: userId });
  return ended;
};
