import pg from 'pg';
import { type DemoCustomer, seedDemo } from '../../apps/server/src/demo.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import type { Postgres } from '../services/postgres.ts';

const name = 'patchkeep';

export type Addresses = { owner: string; api: string; worker: string; queue: string };

/** The database, brought up to date, with demo customers to look around in who have been there since then. */
export async function prepareDatabase(
  postgres: Postgres,
  pepper: string,
  since = new Date(),
  customers?: readonly DemoCustomer[],
): Promise<Addresses> {
  await createDatabase(postgres.superUrl);
  const addresses: Addresses = {
    owner: postgres.url('postgres', name),
    api: postgres.url('patchkeep_api', name),
    worker: postgres.url('patchkeep_worker', name),
    queue: postgres.url('patchkeep_queue', name),
  };
  await migrate(addresses.owner);
  const onError = (error: Error) => {
    throw error;
  };
  const pool = openPool({ url: addresses.api, size: 2, name: 'patchkeep-dev', onError });
  try {
    await seedDemo(pool, pepper, since, customers);
  } finally {
    await pool.end();
  }
  return addresses;
}

/** Throws away what is there: made only in part, it would be shown as if it were all. */
export async function dropDatabase(superUrl: string): Promise<void> {
  const client = new pg.Client(superUrl);
  await client.connect();
  try {
    await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

async function createDatabase(superUrl: string): Promise<void> {
  const client = new pg.Client(superUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}
