import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

const drainsInMs = 15 * 60_000;

/** A leaky bucket: holds `capacity` attempts and drains empty in fifteen minutes. */
export interface Bucket {
  key: string;
  capacity: number;
  /** The account that it counts attempts for; absent for a bucket of an address or a network. */
  account?: string;
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Drops one attempt into the bucket. Returns the seconds to wait when it overflows, else undefined. */
export const pour = async (
  db: Kysely<Tables>,
  { key, capacity, account }: Bucket,
  now: Date,
): Promise<number | undefined> => {
  const perMs = capacity / drainsInMs;
  const drained = sql<number>`greatest(0, login_throttle.level - greatest(0, extract(epoch from excluded.updated_at - login_throttle.updated_at)) * ${perMs * 1_000})`;
  const { level } = await db
    .insertInto('login_throttle')
    .values({
      bucket_hash: hashOf(key),
      level: 1,
      updated_at: now,
      account_hash: account === undefined ? null : hashOf(account),
    })
    .onConflict((conflict) =>
      // Held one above the brim: trying on does not push the end of the wait further away.
      conflict.column('bucket_hash').doUpdateSet({
        level: sql<number>`least(${capacity + 1}, ${drained} + 1)`,
        updated_at: sql<Date>`excluded.updated_at`,
      }),
    )
    .returning('level')
    .executeTakeFirstOrThrow();
  return level > capacity ? Math.ceil((level - capacity) / (perMs * 1_000)) : undefined;
};

/** A right password empties the account's bucket. */
export const empty = async (db: Kysely<Tables>, key: string): Promise<void> => {
  await db.deleteFrom('login_throttle').where('bucket_hash', '=', hashOf(key)).execute();
};

/** Forgets the attempts at an account from everywhere. Returns how many buckets there were. */
export const emptyAllOf = async (db: Kysely<Tables>, account: string): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('login_throttle')
    .where('account_hash', '=', hashOf(account))
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Buckets that have drained tell nothing any more. */
export const dropDrained = async (db: Kysely<Tables>, now: Date): Promise<void> => {
  await db
    .deleteFrom('login_throttle')
    .where('updated_at', '<', new Date(now.getTime() - drainsInMs))
    .execute();
};
