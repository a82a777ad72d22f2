import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

/**
 * Counts a use of something that may be used only so often, such as a challenge or what a right password gave. The
 * row decides: of uses at the same moment, in whatever process, each gets a number of its own.
 */
export const countUse = async (db: Kysely<Tables>, value: string, until: Date): Promise<number> => {
  const { uses } = await db
    .insertInto('spent')
    .values({ value_hash: createHash('sha256').update(value).digest(), uses: 1, until })
    .onConflict((conflict) => conflict.column('value_hash').doUpdateSet({ uses: sql<number>`spent.uses + 1` }))
    .returning('uses')
    .executeTakeFirstOrThrow();
  return uses;
};

/** What has expired is refused by its own time. */
export const dropSpent = async (db: Kysely<Tables>, now: Date): Promise<void> => {
  await db.deleteFrom('spent').where('until', '<', now).execute();
};
