import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../../tools/services/postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { raiseCanary } from './canary-tenant.ts';
import { openDatabase } from './database.ts';
import { buildWorld } from './world.ts';

const template = 'patchkeep_template';

/** One cluster for the whole run, with a template that each test file clones. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const postgres = await startPostgres();
  const admin = new pg.Client(postgres.superUrl);
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  await migrate(postgres.url('postgres', template));
  const pool = openPool({
    url: postgres.url('patchkeep_api', template),
    size: 4,
    name: 'world',
    onError: (error) => {
      throw error;
    },
  });
  await buildWorld(pool);
  const database = openDatabase(postgres.port, template);
  await raiseCanary(database);
  // A template cannot be cloned while somebody is connected to it.
  await database.close();
  await pool.end();
  project.provide('postgres', { port: postgres.port, template });
  return postgres.stop;
};
