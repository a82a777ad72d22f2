import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openPool } from '../platform/db/pool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { port: number; template: string };
  }
}

export interface TestDatabase {
  /** The database as one of its roles. */
  url(role: string): string;
  pool(role: string): pg.Pool;
  close(): Promise<void>;
}

/** A connection that breaks fails the statement that uses it; an idle one that breaks is nobody's loss. */
const ignore = (): void => undefined;

/** A database that exists, as its roles see it. */
export const openDatabase = (port: number, name: string): TestDatabase => {
  const url = (role: string) => `postgres://${role}@127.0.0.1:${port}/${name}`;
  const pools: pg.Pool[] = [];
  let ofSuperuser: pg.Pool | undefined;
  return {
    url,
    pool(role) {
      // Tests ask as the superuser hundreds of times, some for each table: a pool for each would use up the connections.
      if (role === 'postgres' && ofSuperuser && !ofSuperuser.ending) return ofSuperuser;
      const pool = openPool({ url: url(role), size: 8, name: 'test', onError: ignore });
      pools.push(pool);
      if (role === 'postgres') ofSuperuser = pool;
      return pool;
    },
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
};

/** A database of this test file's own, cloned from the migrated template with three customers in it. */
export const testDatabase = async (): Promise<TestDatabase> => {
  // Asked for here and not above: the set-up of the whole run uses this file too, and has no test to ask.
  const { inject } = await import('vitest');
  const { port, template } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  const database = openDatabase(port, name);
  return {
    ...database,
    async close() {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};
