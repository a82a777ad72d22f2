import { randomUUIDv7 } from 'node:crypto';
import { constants } from '@patchkeep/contract/constants';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { session } from '@patchkeep/contract/session';
import { canonicalUsername } from '@patchkeep/rules/password';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { OpenContext } from '../../platform/context.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { type Tx, withTenant } from '../../platform/db/tenant.ts';
import { forbidden, Refusal, tooMany } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/client-address.ts';
import { type Act, recordAct } from '../audit/public.ts';
import { browserWords } from './account/browser-words.rules.ts';
import type { Authenticator } from './authenticate.service.ts';
import { secondStepOf } from './factors/factors.queries.ts';
import { loginSeconds, type LoginTickets } from './factors/login-ticket.factory.ts';
import type { UserRow } from './identity.tables.ts';
import { deviceSeconds, type KnownDevices } from './known-device.service.ts';
import type { PasswordKeeper } from './password.service.ts';
import { deleteSession, insertSession } from './sessions.repository.ts';
import { makeSid } from './sid.rules.ts';
import { type Bucket, empty, pour } from './throttle.repository.ts';
import { findUser, listUsableSites, startSite } from './users.queries.ts';
import { findLogin, noteSignIn, updatePassword } from './users.repository.ts';

type Login = typeof session.login;

const wrong = () => new Refusal(401, 'The e-mail address or password is not right.');

export const actOfUser = (user: UserRow, verb: string, sessionId: string | null): Act => ({
  customerId: user.customer_id,
  siteId: null,
  actorId: user.user_id,
  credentialId: sessionId,
  verb,
  objectKind: 'user',
  objectId: user.user_id,
});

export interface SignInTools {
  pool: pg.Pool;
  authenticator: Authenticator;
  devices: KnownDevices;
}

export interface LoginTools extends SignInTools {
  db: Kysely<Tables>;
  passwords: PasswordKeeper;
  tickets: LoginTickets;
}

/**
 * Guesses are slowed per account and network, per account, per address and per network. A device on which the account
 * signed in before counts for itself alone, so that strangers who guess cannot use up its owner's attempts. Returns the
 * key of the bucket that a right password empties; the others go on counting whoever else guesses.
 */
export const throttleGuesses = async (
  { db, devices }: Pick<LoginTools, 'db' | 'devices'>,
  username: string,
  { ip, now, deviceCookie }: OpenContext,
): Promise<string> => {
  const account = canonicalUsername(username);
  const device = devices.read(deviceCookie, username, now);
  const own: Bucket =
    device === undefined
      ? { key: `account in network|${account}|${networkOf(ip)}`, capacity: 5, account }
      : { key: `device|${account}|${device}`, capacity: 5, account };
  const ofStrangers: Bucket[] = [
    { key: `address|${ip}`, capacity: 50 },
    { key: `network|${networkOf(ip)}`, capacity: 200 },
    { key: `account|${account}`, capacity: 50, account },
  ];
  // In turn, and each only if the one before had room: who is refused already does not fill those of others.
  for (const bucket of device === undefined ? [own, ...ofStrangers] : [own]) {
    const wait = await pour(db, bucket, now);
    if (wait !== undefined) throw tooMany(wait);
  }
  return own.key;
};

/** The tenant in which a name that nobody has is looked up: it costs as many transactions as one that somebody has. */
const nobody = { customer_id: randomUUIDv7(), user_id: randomUUIDv7() };

/** The password that lets a user in; none for somebody who may not sign in with one. */
export const storedPassword = (user: UserRow | undefined) =>
  user?.password_salt && user.password_digest && !user.is_sso_login_only && user.disabled_at === null
    ? { salt: user.password_salt, digest: user.password_digest }
    : undefined;

/** A session that came in with the login must not survive it: whoever planted it would share the new one. */
const endFormerSession = async ({ pool, authenticator }: SignInTools, context: OpenContext): Promise<void> => {
  const former = await authenticator.authenticate({
    ...context,
    bearer: undefined,
    namedSiteId: undefined,
    isActive: false,
  });
  if (!former) return;
  const { customerId, sessionId, userId } = former;
  await withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
    deleteSession(tx, customerId, sessionId),
  );
  authenticator.forget(context.cookie);
};

/** The session of somebody who has proved all that the account asks for. Returns its cookie. */
export const startSession = async (tx: Tx, context: OpenContext, user: UserRow): Promise<string> => {
  const sessionId = randomUUIDv7();
  const { cookie, hash } = makeSid(user.customer_id);
  const sites = await listUsableSites(tx, user.customer_id, user);
  if (sites.length === 0 && !user.is_system_admin) throw forbidden('This account has no access to any site');
  await insertSession(tx, {
    customer_id: user.customer_id,
    session_id: sessionId,
    user_id: user.user_id,
    sid_hash: hash,
    site_id: startSite(sites, user.default_site_id),
    created_at: context.now,
    active_at: context.now,
    expires_at: new Date(context.now.getTime() + constants.sessionAbsoluteMs),
    ip: context.ip,
    browser: browserWords(context.userAgent),
  });
  await noteSignIn(tx, user.customer_id, user.user_id, context.now);
  await recordAct(tx, context, actOfUser(user, 'session.login', sessionId));
  return cookie;
};

/** Gives the browser its new session, and ends the one that it came with. */
export const handOver = async (
  tools: SignInTools,
  context: OpenContext,
  user: UserRow,
  cookie: string,
): Promise<{ step: 'signedIn' }> => {
  await endFormerSession(tools, context);
  context.setCookie(cookie);
  context.setDeviceCookie(tools.devices.make(user.username, context.now), deviceSeconds);
  return { step: 'signedIn' };
};

export const login = async (
  tools: LoginTools,
  context: OpenContext,
  { username, passwordHash }: Received<Login>['body'],
): Promise<Returned<Login>> => {
  const { pool, db, passwords, tickets } = tools;
  const ownBucket = await throttleGuesses(tools, username, context);
  const found = (await findLogin(db, username)) ?? nobody;
  const tenant = { customerId: found.customer_id, siteIds: [], actorId: found.user_id };
  const find = () => withTenant(pool, tenant, (tx) => findUser(tx, found.customer_id, found.user_id));
  const user = await find();

  // Between two transactions, never inside one: this takes most of a tenth of a second.
  const stored = storedPassword(user);
  const { isRight, renewed } = await passwords.matches(passwordHash, stored);
  if (!user) {
    // Instead of the transaction that writes down a refusal: there is no log it could go to.
    await find();
    throw wrong();
  }
  if (!isRight || !stored) {
    await withTenant(pool, tenant, (tx) => recordAct(tx, context, actOfUser(user, 'session.loginRefused', null)));
    throw wrong();
  }
  const next = await withTenant(pool, tenant, async (tx) => {
    if (renewed) await updatePassword(tx, user.customer_id, user.user_id, renewed);
    const methods = await secondStepOf(tx, user);
    return methods.length > 0 ? { methods } : { cookie: await startSession(tx, context, user) };
  });
  await empty(db, ownBucket);
  if (next.cookie !== undefined) return handOver(tools, context, user, next.cookie);
  context.setLoginCookie(tickets.make(user, (renewed ?? stored).digest, context.now), loginSeconds);
  return { step: 'secondFactor', methods: next.methods };
};
