import pg from 'pg';
import { sendDeferredCommitsFirst } from './deferred-commit.ts';
import { idList, readIds, readMoment } from './row-values.ts';

// Counts and sequence numbers stay far below 2^53; a string in their place is a bug waiting in every sum.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day has no time zone; as a Date it would become the day before, west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (day: string) => day);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readMoment);
pg.types.setTypeParser(idList, readIds);

export interface PoolOptions {
  url: string;
  size: number;
  name: string;
  onError: (error: Error) => void;
  /** False behind a pooler that gives each transaction another connection and knows nothing of prepared statements. */
  isPreparing?: boolean;
}

const unprepared = new WeakSet<pg.Pool>();
export const preparesStatements = (pool: pg.Pool): boolean => !unprepared.has(pool);

/** A pool whose connections pipeline: statements leave without waiting for the answer before. */
export const openPool = ({ url, size, name, onError, isPreparing = true }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: name,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  });
  if (!isPreparing) unprepared.add(pool);
  pool.on('error', onError);
  sendDeferredCommitsFirst(pool);
  // A connection can also break while somebody holds it; its query then fails by itself, and this must not crash us.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
};
