import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

/** Makes the months ahead of every table of history, and drops those that are over their time. */
export const keepMonths = async (
  db: Kysely<Tables>,
  now: Date,
  { months, hostMonths }: { months: number; hostMonths: number },
): Promise<void> => {
  await sql`select app.keep_months(${now}, ${months}, ${hostMonths})`.execute(db);
};
