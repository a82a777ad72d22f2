import { randomUUIDv7 } from 'node:crypto';
import { breakGlassLimits } from '@patchkeep/contract/break-glass';
import { constants } from '@patchkeep/contract/constants';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { session } from '@patchkeep/contract/session';
import { canonicalUsername } from '@patchkeep/rules/password';
import { minuteMs } from '@patchkeep/rules/time-units';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Home, OpenContext } from '../../platform/context.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { type Tx, withTenant } from '../../platform/db/tenant.ts';
import { forbidden, Refusal, tooMany } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/client-address.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { type Act, recordAct } from '../audit/public.ts';
import { browserWords } from './account/browser-words.rules.ts';
import type { Authenticator } from './authenticate.service.ts';
import { enrolSeconds, factorsMarkOf, loginSeconds, type LoginTickets } from './factors/login-ticket.factory.ts';
import { allowedStepsOf, enrolStepOf } from './factors/needed-factor.service.ts';
import type { FactorTools } from './factors/prove.service.ts';
import type { UserRow } from './identity.tables.ts';
import { deviceSeconds, type KnownDevices } from './known-device.service.ts';
import type { PasswordKeeper } from './password.service.ts';
import { deleteSession, insertSession } from './sessions.repository.ts';
import { makeSid } from './sid.rules.ts';
import { type Bucket, empty, pour } from './throttle.repository.ts';
import { findUser, listUsableSites, startSite } from './users.queries.ts';
import { findLogin, noteBreakGlassUse, noteSignIn, updatePassword } from './users.repository.ts';
import { tellBreakGlass } from './users/break-glass.jobs.ts';

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

export interface LoginTools extends SignInTools, Pick<FactorTools, 'rows' | 'publicOrigin'> {
  db: Kysely<Tables>;
  passwords: PasswordKeeper;
  tickets: LoginTickets;
}

/** In turn, and each only if the one before had room: who is refused already does not fill those of others. */
const pourAll = async (db: Kysely<Tables>, buckets: readonly Bucket[], now: Date): Promise<void> => {
  for (const bucket of buckets) {
    const wait = await pour(db, bucket, now);
    if (wait !== undefined) throw tooMany(wait);
  }
};

const bucketsOfCaller = (ip: string): Bucket[] => [
  { key: `address|${ip}`, capacity: 50 },
  { key: `network|${networkOf(ip)}`, capacity: 200 },
];

/** Attempts that name no account are slowed by where they come from. */
export const throttleCaller = (db: Kysely<Tables>, { ip, now }: OpenContext): Promise<void> =>
  pourAll(db, bucketsOfCaller(ip), now);

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
  const ofStrangers = [...bucketsOfCaller(ip), { key: `account|${account}`, capacity: 50, account }];
  await pourAll(db, device === undefined ? [own, ...ofStrangers] : [own], now);
  return own.key;
};

/** The tenant in which a name that nobody has is looked up: it costs as many transactions as one that somebody has. */
const nobody = { customer_id: randomUUIDv7(), user_id: randomUUIDv7() };

/** The password that lets a user in; none for somebody who may not sign in with one. */
export const storedPassword = (user: UserRow | undefined) =>
  user?.password_salt && user.password_digest && !user.is_sso_login_only && user.disabled_at === null
    ? { salt: user.password_salt, digest: user.password_digest }
    : undefined;

/** Who signs out as a guest signs out at home too: no browser has a cookie for the session there any more. */
export const endHomeSession = async (pool: pg.Pool, home: Home | undefined): Promise<void> => {
  if (!home) return;
  const { customerId, sessionId, userId } = home;
  await withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
    deleteSession(tx, customerId, sessionId),
  );
};

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
  await endHomeSession(pool, former.home);
  await withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
    deleteSession(tx, customerId, sessionId),
  );
  authenticator.forget(context.cookie);
};

const breakGlassMs = breakGlassLimits.sessionMinutes * minuteMs;

/** A break-glass account is used in an emergency, or by a thief: it is written down, and all who administer are told. */
const tellUse = async (
  tx: Tx,
  context: OpenContext,
  user: UserRow,
  sessionId: string,
  /** Single sign-on says nothing about whether the account works without it. */
  isByItself: boolean,
): Promise<void> => {
  const { customer_id: customerId, user_id: userId } = user;
  if (isByItself) await noteBreakGlassUse(tx, customerId, userId, context.now);
  await recordAct(tx, context, actOfUser(user, 'breakGlass.login', sessionId));
  const use = { customerId, userId, sessionId, at: context.now.toISOString(), ip: context.ip };
  await enqueue(tx, tellBreakGlass, use, { key: `break glass ${sessionId}`, runAt: context.now });
};

/** The session at home of somebody who comes as a guest. */
interface GuestsHome {
  home: Home;
  siteId: string;
  verb: string;
}

/** The sign-in at an identity provider that a session follows from. */
export interface SsoArrival {
  connectionId: string;
  /** When the person proved there who they are: where they were signed in already, that is a while ago. */
  provedAt: Date;
  /** What the identity provider knows the session by, sealed for that session. */
  sealHint: (session: { customerId: string; sessionId: string }) => Buffer | null;
}

/** The session of somebody who has proved all that the account asks for. Returns its cookie. */
export const startSession = async (
  tx: Tx,
  context: OpenContext,
  user: UserRow,
  { parent, sso }: { parent?: GuestsHome; sso?: SsoArrival } = {},
): Promise<string> => {
  const sessionId = randomUUIDv7();
  const { cookie, hash } = makeSid(user.customer_id);
  const sites = await listUsableSites(tx, user.customer_id, user);
  if (sites.length === 0 && !user.is_system_admin) throw forbidden('This account has no access to any site');
  await insertSession(tx, {
    customer_id: user.customer_id,
    session_id: sessionId,
    user_id: user.user_id,
    sid_hash: hash,
    site_id: parent?.siteId ?? startSite(sites, user.default_site_id),
    created_at: context.now,
    active_at: context.now,
    expires_at: new Date(context.now.getTime() + (user.is_break_glass ? breakGlassMs : constants.sessionAbsoluteMs)),
    ip: context.ip,
    browser: browserWords(context.userAgent),
    proved_at: sso?.provedAt ?? context.now,
    former_sid_hash: null,
    former_until: null,
    parent_customer_id: parent?.home.customerId ?? null,
    parent_session_id: parent?.home.sessionId ?? null,
    connection_id: sso?.connectionId ?? null,
    sign_out_hint: sso?.sealHint({ customerId: user.customer_id, sessionId }) ?? null,
  });
  await noteSignIn(tx, user.customer_id, user.user_id, context.now);
  await recordAct(tx, context, actOfUser(user, parent?.verb ?? 'session.login', sessionId));
  if (user.is_break_glass) await tellUse(tx, context, user, sessionId, sso === undefined);
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
    const methods = await allowedStepsOf(tx, user);
    if (methods.length > 0) return { methods };
    const enrol = await enrolStepOf(tx, tools, user);
    return enrol ? { enrol } : { cookie: await startSession(tx, context, user) };
  });
  await empty(db, ownBucket);
  if (next.cookie !== undefined) return handOver(tools, context, user, next.cookie);
  const { digest } = renewed ?? stored;
  if (next.enrol) {
    const factorsMark = factorsMarkOf([]);
    context.setLoginCookie(tickets.make(user, digest, context.now, { stage: 'enrol', factorsMark }), enrolSeconds);
    return next.enrol;
  }
  context.setLoginCookie(tickets.make(user, digest, context.now), loginSeconds);
  return { step: 'secondFactor', methods: next.methods };
};
