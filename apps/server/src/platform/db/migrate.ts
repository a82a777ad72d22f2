import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runMigrations as migrateQueue } from 'graphile-worker';
import pg from 'pg';
import { ensureRoles } from './login-roles.ts';
import { changeRoles } from './role-changes.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Any number, the same everywhere: whoever migrates holds this lock. */
const migrationLock = 7_204_811;
/** The queue's own tables must exist, under its own role, before the first migration that names them. */
const firstQueueMigration = '0002_queue.sql';

export interface Migration {
  name: string;
  sql: string;
  hash: string;
}

export const readMigrations = (from = folder): Migration[] =>
  readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(new URL(name, `file://${from}`), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });

const applied = async (client: pg.Client): Promise<Map<string, string>> => {
  await client.query(
    'create table if not exists public.migrations (name text primary key, hash text not null, applied_at timestamptz not null)',
  );
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from public.migrations');
  return new Map(rows.map((row) => [row.name, row.hash]));
};

const apply = async (client: pg.Client, { name, sql, hash }: Migration): Promise<void> => {
  await client.query('begin');
  try {
    // A migration that cannot have its lock soon gives up, instead of making every request queue up behind it.
    await client.query("set local lock_timeout = '5s'");
    await client.query(sql);
    await client.query('insert into public.migrations values ($1, $2, $3)', [name, hash, new Date()]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
};

/** graphile-worker's schema must belong to the queue role, so its own migrations run as that role. */
const createQueue = async (url: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c role=patchkeep_queue' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateQueue({ pgPool: pool });
  } finally {
    await pool.end();
  }
};

/**
 * Brings the database up to date, as a role that may create roles. One migrator at a time; an applied file that
 * changed since is refused, because then two databases would differ and nobody would know.
 */
export const migrate = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await ensureRoles(client);
    const done = await applied(client);
    const fresh: string[] = [];
    for (const migration of readMigrations()) {
      const hash = done.get(migration.name);
      if (hash !== undefined && hash !== migration.hash)
        throw new Error(`Migration ${migration.name} was changed after it was applied`);
      if (hash !== undefined) continue;
      if (migration.name === firstQueueMigration) await createQueue(url);
      // Some migrations change roles. A migration that failed was rolled back, so it can run again.
      await changeRoles(() => apply(client, migration));
      fresh.push(migration.name);
    }
    return fresh;
  } finally {
    await client.end();
  }
};

/** Are all migrations of this build in the database? A newer database is fine: the one before keeps working. */
export const isMigrated = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ name: string }>('select name from public.migrations');
  const names = new Set(rows.map((row) => row.name));
  return readMigrations().every(({ name }) => names.has(name));
};
