import pg from 'pg';
import { seedDemo } from '../../apps/server/src/demo.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import type { Postgres } from '../services/postgres.ts';

const name = 'patchkeep';

export type Addresses = { owner: string; api: string; worker: string; queue: string };

/** The database, brought up to date, with demo customers to look around in. */
export async function prepareDatabase(postgres: Postgres, pepper: string): Promise<Addresses> {
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
    await seedDemo(pool, pepper, new Date());
  } finally {
    await pool.end();
  }
  return addresses;
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
