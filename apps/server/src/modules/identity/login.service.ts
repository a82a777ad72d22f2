import { randomUUIDv7 } from 'node:crypto';
import { constants } from '@patchkeep/contract/constants';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { session } from '@patchkeep/contract/session';
import { canonicalUsername } from '@patchkeep/rules/password';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { OpenContext } from '../../platform/context.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import { forbidden, Refusal, tooMany } from '../../platform/errors.ts';
import { type Act, recordAct } from '../audit/public.ts';
import type { Authenticator } from './authenticate.service.ts';
import type { UserRow } from './identity.tables.ts';
import type { PasswordKeeper } from './password.service.ts';
import { deleteSession, insertSession } from './sessions.repository.ts';
import { makeSid } from './sid.ts';
import { empty, pour } from './throttle.repository.ts';
import { findUser, listUsableSites, startSite } from './users.queries.ts';
import { findLogin } from './users.repository.ts';

type Login = typeof session.login;

const wrong = () => new Refusal(401, 'The e-mail address or password is not right.');

const accountKey = (username: string): string => `account|${canonicalUsername(username)}`;
const network = (ip: string): string =>
  ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip.split('.').slice(0, 3).join('.');

const act = (user: UserRow, verb: string, sessionId: string | null): Act => ({
  customerId: user.customer_id,
  siteId: null,
  actorId: user.user_id,
  credentialId: sessionId,
  verb,
  objectKind: 'user',
  objectId: user.user_id,
});

export interface LoginTools {
  pool: pg.Pool;
  db: Kysely<Tables>;
  passwords: PasswordKeeper;
  authenticator: Authenticator;
}

/** Guesses are slowed per account, per address and per network; nobody is ever locked out for good. */
const throttle = async (db: Kysely<Tables>, username: string, { ip, now }: OpenContext): Promise<void> => {
  const buckets = [
    { key: accountKey(username), capacity: 5 },
    { key: `address|${ip}`, capacity: 50 },
    { key: `network|${network(ip)}`, capacity: 200 },
  ];
  for (const bucket of buckets) {
    const wait = await pour(db, bucket, now);
    if (wait !== undefined) throw tooMany(wait);
  }
};

const storedPassword = (user: UserRow | undefined) =>
  user?.password_salt && user.password_digest && !user.is_sso_login_only
    ? { salt: user.password_salt, digest: user.password_digest }
    : undefined;

/** A session that came in with the login must not survive it: whoever planted it would share the new one. */
const endFormerSession = async ({ pool, authenticator }: LoginTools, context: OpenContext): Promise<void> => {
  const former = await authenticator.authenticate({ ...context, bearer: undefined, isActive: false });
  if (!former) return;
  const { customerId, sessionId, userId } = former;
  await withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
    deleteSession(tx, customerId, sessionId),
  );
  authenticator.forget(context.cookie);
};

export const login = async (
  tools: LoginTools,
  context: OpenContext,
  { username, passwordHash }: Received<Login>['body'],
): Promise<Returned<Login>> => {
  const { pool, db, passwords } = tools;
  await throttle(db, username, context);
  const found = await findLogin(db, username);
  const tenant = found && { customerId: found.customer_id, siteIds: [], actorId: found.user_id };
  const user = tenant && (await withTenant(pool, tenant, (tx) => findUser(tx, found.customer_id, found.user_id)));

  // Between two transactions, never inside one: this takes most of a tenth of a second.
  const isRight = await passwords.matches(passwordHash, storedPassword(user));
  if (!user || !tenant) throw wrong();
  if (!isRight) {
    await withTenant(pool, tenant, (tx) => recordAct(tx, context, act(user, 'session.loginRefused', null)));
    throw wrong();
  }
  await endFormerSession(tools, context);
  const sessionId = randomUUIDv7();
  const { cookie, hash } = makeSid(user.customer_id);
  await withTenant(pool, tenant, async (tx) => {
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
    });
    await recordAct(tx, context, act(user, 'session.login', sessionId));
  });
  await empty(db, accountKey(username));
  context.setCookie(cookie);
  return { step: 'signedIn' };
};
