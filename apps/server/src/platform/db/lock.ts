import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const tryEveryMs = 250;

/** Somebody else works under this number, and did so longer than we cared to wait. */
export class LockHeld extends Error {}

/**
 * Runs `work` while no other process runs work under the same number. Waits its turn by asking again: a statement that
 * waited in the database would run into its time limit. A process that dies gives the lock back with its connection.
 */
export const withLock = async <T>(
  pool: pg.Pool,
  number: number,
  work: () => Promise<T>,
  waitMs = 600_000,
): Promise<T> => {
  const client = await pool.connect();
  const deadline = Date.now() + waitMs;
  try {
    for (;;) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [number]);
      if (rows[0]?.held === true) break;
      if (Date.now() >= deadline) throw new LockHeld(`Lock ${number} is held by somebody else`);
      await pause(tryEveryMs);
    }
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [number]);
    }
  } finally {
    client.release();
  }
};
