import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { GuestRequestRow, UserRow } from '../identity.tables.ts';

/** An account at a service provider. */
export interface HomeAccount {
  customerId: string;
  userId: string;
}

/** Under what a request is spent, whether it was accepted or revoked: of both, one comes first. */
export const spentKeyOf = (requestId: string): string => `guest request|${requestId}`;

/** Those of these requests that nobody has accepted or revoked. */
export const unspent = async (db: Kysely<Tables>, requests: readonly GuestRequestRow[]): Promise<GuestRequestRow[]> => {
  if (requests.length === 0) return [];
  const hashOf = ({ request_id }: GuestRequestRow) => createHash('sha256').update(spentKeyOf(request_id)).digest();
  const rows = await db
    .selectFrom('spent')
    .select('value_hash')
    .where('value_hash', 'in', requests.map(hashOf))
    .execute();
  const spent = new Set(rows.map(({ value_hash }) => value_hash.toString('hex')));
  return requests.filter((each) => !spent.has(hashOf(each).toString('hex')));
};

const requestsOf = (tx: Tx, customerId: string, now: Date) =>
  tx.selectFrom('guest_requests').selectAll().where('customer_id', '=', customerId).where('expires_at', '>', now);

export const listRequests = (tx: Tx, customerId: string, now: Date): Promise<GuestRequestRow[]> =>
  requestsOf(tx, customerId, now).orderBy('request_id', 'desc').limit(500).execute();

export const findRequest = (
  tx: Tx,
  customerId: string,
  requestId: string,
  now: Date,
): Promise<GuestRequestRow | undefined> =>
  requestsOf(tx, customerId, now).where('request_id', '=', requestId).executeTakeFirst();

/** Users who can sign in here and are no guests themselves, by name; those of `userIds` where some are named. */
export const listOwnUsers = (tx: Tx, customerId: string, userIds?: readonly string[]): Promise<UserRow[]> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('disabled_at', 'is', null)
    .where('home_user_id', 'is', null)
    .where((each) => each.or([each('password_digest', 'is not', null), each('is_sso_login_only', '=', true)]))
    .$if(userIds !== undefined, (query) => query.where('user_id', 'in', [...(userIds ?? [])]))
    .orderBy('long_name')
    .orderBy('user_id')
    .execute();

export const listUsersWithFactor = async (tx: Tx, customerId: string): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('factors')
    .select('user_id')
    .distinct()
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
};

const guestsIn = (tx: Tx, customerId: string) =>
  tx.selectFrom('users').selectAll().where('customer_id', '=', customerId).where('home_user_id', 'is not', null);

/** The row of somebody of a provider under a customer, disabled or not. */
export const findGuest = (tx: Tx, customerId: string, home: HomeAccount): Promise<UserRow | undefined> =>
  guestsIn(tx, customerId)
    .where('home_customer_id', '=', home.customerId)
    .where('home_user_id', '=', home.userId)
    .executeTakeFirst();

/** Guests of one provider or of all. Who was removed from every site can be restored, unless the provider was ended. */
export const listGuests = (
  tx: Tx,
  customerId: string,
  { providerId, isWithRemoved = false }: { providerId?: string; isWithRemoved?: boolean } = {},
): Promise<UserRow[]> =>
  guestsIn(tx, customerId)
    .$if(!isWithRemoved, (query) => query.where('disabled_at', 'is', null))
    .$if(providerId !== undefined, (query) => query.where('home_customer_id', '=', providerId ?? ''))
    .orderBy('guest_of')
    .orderBy('long_name')
    .orderBy('user_id')
    .execute();

/** The sites of guests, with the permission bits of each. */
export const listGuestSites = (tx: Tx, customerId: string, userIds: readonly string[]) =>
  tx
    .selectFrom('site_members as m')
    .innerJoin('sites as s', (join) =>
      join.onRef('s.customer_id', '=', 'm.customer_id').onRef('s.site_id', '=', 'm.site_id'),
    )
    .select(['m.user_id', 'm.permissions', 's.site_id', 's.name'])
    .where('m.customer_id', '=', customerId)
    .where('m.user_id', 'in', [...userIds])
    .orderBy('s.name')
    .execute();

/** Sessions of guests that are neither too old nor idle for too long. */
export const listGuestSessions = (tx: Tx, customerId: string, userIds: readonly string[], now: Date, idleSince: Date) =>
  tx
    .selectFrom('sessions')
    .select(['user_id', 'ip', 'browser', 'active_at'])
    .where('customer_id', '=', customerId)
    .where('user_id', 'in', [...userIds])
    .where('expires_at', '>', now)
    .where('active_at', '>', idleSince)
    .orderBy('active_at', 'desc')
    .limit(500)
    .execute();

/** The customers that let an account in: ids only, by the exact account. */
export const listDirectory = async (db: Kysely<Tables>, home: HomeAccount, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('guest_directory')
    .select('customer_id')
    .where('home_customer_id', '=', home.customerId)
    .where('home_user_id', '=', home.userId)
    .orderBy('customer_id')
    .limit(limit)
    .execute();
  return rows.map(({ customer_id }) => customer_id);
};

export const isInDirectory = async (db: Kysely<Tables>, home: HomeAccount, customerId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('guest_directory')
    .select('customer_id')
    .where('home_customer_id', '=', home.customerId)
    .where('home_user_id', '=', home.userId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row !== undefined;
};
