import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

/** Creates the monthly partitions that history tables need next, and drops those older than their retention. */
export const keepMonths = async (
  db: Kysely<Tables>,
  now: Date,
  { months, hostMonths }: { months: number; hostMonths: number },
): Promise<void> => {
  await sql`select app.keep_months(${now}, ${months}, ${hostMonths})`.execute(db);
};
