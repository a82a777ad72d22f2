import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
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

/** A database of this test file's own, cloned from the migrated template with two customers in it. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const { port, template } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const at = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  const admin = new pg.Client(at('postgres', 'postgres'));
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  const pools: pg.Pool[] = [];
  return {
    url: (role) => at(role, name),
    pool(role) {
      const pool = openPool({ url: at(role, name), size: 8, name: 'test', onError: ignore });
      pools.push(pool);
      return pool;
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};
