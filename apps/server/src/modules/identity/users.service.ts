import { randomUUIDv7 } from 'node:crypto';
import { errorCatalogue } from '@patchkeep/contract/errors';
import { canonicalUsername } from '@patchkeep/rules/password';
import { refuseMask } from '@patchkeep/rules/permissions';
import type { RequestFacts } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/sqlstate.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { Refusal, invalid } from '../../platform/errors.ts';
import { recordAct } from '../audit/public.ts';
import { byOperator } from '../tenants/public.ts';
import { deleteFactorsOf } from './factors/factors.repository.ts';
import { type StoredPassword, storedPasswordVersion } from './password.service.ts';
import { endSessionsOf } from './sessions.repository.ts';
import { emptyAllOf } from './throttle.repository.ts';
import { type findLogin, insertLogin, insertMembership, insertUser, setPassword } from './users.repository.ts';
import { revokeInvitations } from './users/site-users.repository.ts';

export interface NewUser {
  username: string;
  longName: string;
  isSystemAdmin: boolean;
  isSsoLoginOnly?: boolean;
  defaultSiteId: string | null;
  password: StoredPassword | null;
  memberships: readonly { siteId: string; permissions: number }[];
}

/** The address is somebody's under another customer, or was taken a moment ago. */
export const emailInUse = () => new Refusal(409, errorCatalogue[2004].text, { code: 2004 });

/** Adds a user. A login name belongs to one customer only, whoever asked first. */
export const createUser = async (tx: Tx, customerId: string, user: NewUser, now: Date): Promise<string> => {
  const userId = randomUUIDv7();
  for (const { permissions } of user.memberships) {
    const refusal = refuseMask(permissions);
    if (refusal) throw invalid(refusal);
  }
  await insertLogin(tx, user.username, customerId, userId).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw emailInUse();
    throw error;
  });
  await insertUser(tx, {
    customer_id: customerId,
    user_id: userId,
    username: canonicalUsername(user.username),
    long_name: user.longName,
    is_system_admin: user.isSystemAdmin,
    is_sso_login_only: user.isSsoLoginOnly ?? false,
    default_site_id: user.defaultSiteId,
    password_salt: user.password?.salt ?? null,
    password_digest: user.password?.digest ?? null,
    password_version: user.password ? storedPasswordVersion : null,
    serial_number: 1,
    created_at: now,
    disabled_at: null,
    signed_in_at: null,
    preferences: null,
    home_customer_id: null,
    home_user_id: null,
    guest_of: null,
    is_break_glass: false,
    break_glass_used_at: null,
  });
  for (const { siteId, permissions } of user.memberships)
    await insertMembership(tx, { customer_id: customerId, site_id: siteId, user_id: userId, permissions });
  return userId;
};

/** Adds a user whom an identity provider vouches for. */
export const createSsoUser = (
  tx: Tx,
  customerId: string,
  { username, longName }: Pick<NewUser, 'username' | 'longName'>,
  now: Date,
): Promise<string> =>
  createUser(
    tx,
    customerId,
    {
      username,
      longName,
      // Never by an identity provider or a group there: who may do everything is said here, by a person.
      isSystemAdmin: false,
      isSsoLoginOnly: true,
      defaultSiteId: null,
      password: null,
      memberships: [],
    },
    now,
  );

/** A user who is added by whoever runs the install, with an entry in the activity log. */
export const addUser = async (tx: Tx, facts: RequestFacts, customerId: string, user: NewUser): Promise<void> => {
  const userId = await createUser(tx, customerId, user, facts.now);
  const { username, longName, isSystemAdmin, memberships } = user;
  const [only] = memberships;
  await recordAct(tx, facts, {
    actorId: null,
    credentialId: null,
    customerId,
    siteId: only?.siteId ?? null,
    verb: 'user.create',
    objectKind: 'user',
    objectId: userId,
    before: null,
    after: { username, longName, isSystemAdmin, permissions: only?.permissions ?? null },
  });
};

type Login = NonNullable<Awaited<ReturnType<typeof findLogin>>>;

const recordActOfOperator = async (tx: Tx, facts: RequestFacts, { customer_id, user_id }: Login, verb: string) => {
  await recordAct(tx, facts, {
    ...byOperator,
    customerId: customer_id,
    siteId: null,
    verb,
    objectKind: 'user',
    objectId: user_id,
  });
};

/** A new password by whoever runs the install. Whoever was signed in with the old one is not any more. */
export const resetPassword = async (
  tx: Tx,
  facts: RequestFacts,
  login: Login,
  password: StoredPassword,
): Promise<void> => {
  const { customer_id: customerId, user_id: userId } = login;
  await setPassword(tx, customerId, userId, password);
  await endSessionsOf(tx, customerId, userId);
  await revokeInvitations(tx, customerId, userId, facts.now);
  await recordActOfOperator(tx, facts, login, 'user.resetPassword');
};

/**
 * For who has lost all second factors and recovery codes: the password alone signs in again. Ends the sessions of the
 * user. Returns how many factors there were.
 */
export const removeFactors = async (tx: Tx, facts: RequestFacts, login: Login): Promise<number> => {
  const { customer_id: customerId, user_id: userId } = login;
  const count = await deleteFactorsOf(tx, customerId, userId);
  await endSessionsOf(tx, customerId, userId);
  await recordActOfOperator(tx, facts, login, 'user.removeFactors');
  return count;
};

/** Forgets failed attempts to sign in, so that the user can try again at once. Returns whether there were any. */
export const unlockUser = async (tx: Tx, facts: RequestFacts, login: Login, username: string): Promise<boolean> => {
  const count = await emptyAllOf(tx, canonicalUsername(username));
  await recordActOfOperator(tx, facts, login, 'user.unlock');
  return count > 0;
};
