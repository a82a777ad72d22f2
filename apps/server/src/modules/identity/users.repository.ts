import { createHash } from 'node:crypto';
import { canonicalUsername } from '@patchkeep/rules/password';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import type { UserRow } from './identity.tables.ts';
import { storedPasswordVersion } from './password.service.ts';

const usernameHash = (username: string): Buffer =>
  createHash('sha256')
    .update(`login|${canonicalUsername(username)}`)
    .digest();

/** Where a login name lives. The directory holds hashes: nobody can read names, let alone all customers' names, off it. */
export const findLogin = (db: Kysely<Tables>, username: string) =>
  db
    .selectFrom('login_directory')
    .select(['customer_id', 'user_id'])
    .where('username_hash', '=', usernameHash(username))
    .executeTakeFirst();

export const insertLogin = async (tx: Tx, username: string, customerId: string, userId: string): Promise<void> => {
  await tx
    .insertInto('login_directory')
    .values({ username_hash: usernameHash(username), customer_id: customerId, user_id: userId })
    .execute();
};

/** The name is free for somebody else. */
export const deleteLogin = async (tx: Tx, username: string, customerId: string): Promise<void> => {
  await tx
    .deleteFrom('login_directory')
    .where('username_hash', '=', usernameHash(username))
    .where('customer_id', '=', customerId)
    .execute();
};

export const insertUser = async (tx: Tx, row: UserRow): Promise<void> => {
  await tx.insertInto('users').values(row).execute();
};

export const updateUser = async (
  tx: Tx,
  customerId: string,
  userId: string,
  change: Partial<UserRow>,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
};

/** The same password, kept with the pepper of now. */
export const updatePassword = (
  tx: Tx,
  customerId: string,
  userId: string,
  { salt, digest }: { salt: Buffer; digest: Buffer },
): Promise<void> => updateUser(tx, customerId, userId, { password_salt: salt, password_digest: digest });

/** A password that was chosen anew. */
export const setPassword = (
  tx: Tx,
  customerId: string,
  userId: string,
  { salt, digest }: { salt: Buffer; digest: Buffer },
): Promise<void> =>
  updateUser(tx, customerId, userId, {
    password_salt: salt,
    password_digest: digest,
    password_version: storedPasswordVersion,
  });

/** A new password in place of the one that was just proven; false when that one was replaced meanwhile. */
export const replacePassword = async (
  tx: Tx,
  customerId: string,
  userId: string,
  proven: Buffer,
  { salt, digest }: { salt: Buffer; digest: Buffer },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_salt: salt, password_digest: digest, password_version: storedPasswordVersion })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('password_digest', '=', proven)
    .where('is_sso_login_only', '=', false)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const noteSignIn = (tx: Tx, customerId: string, userId: string, now: Date): Promise<void> =>
  updateUser(tx, customerId, userId, { signed_in_at: now });

export const noteBreakGlassUse = (tx: Tx, customerId: string, userId: string, now: Date): Promise<void> =>
  updateUser(tx, customerId, userId, { break_glass_used_at: now });

export const insertMembership = async (
  tx: Tx,
  row: { customer_id: string; site_id: string; user_id: string; permissions: number },
): Promise<void> => {
  await tx.insertInto('site_members').values(row).execute();
};

export const setDefaultSite = (tx: Tx, customerId: string, userId: string, siteId: string): Promise<void> =>
  updateUser(tx, customerId, userId, { default_site_id: siteId });
