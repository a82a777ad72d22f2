import pg from 'pg';
import { startPostgres } from '../../../../tools/services/postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { raiseCanary } from './canary-tenant.ts';
import { openDatabase } from './database.ts';
import { buildWorld } from './world.ts';

const name = 'patchkeep_template';
const variable = 'PATCHKEEP_TEST_TEMPLATE';

interface Template {
  port: number;
  template: string;
  /** For another test run that shall clone this template instead of raising one of its own. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** The template of the run that started this one, if there is one. */
export const givenTemplate = (): Template | undefined => {
  const given = process.env[variable];
  if (given === undefined) return undefined;
  const { port, template } = JSON.parse(given) as { port: number; template: string };
  return { port, template, env: { [variable]: given }, stop: async () => undefined };
};

/** A PostgreSQL with a migrated database of three customers and the canary, for test files to clone. */
export const raiseTemplate = async (): Promise<Template> => {
  const postgres = await startPostgres();
  const admin = new pg.Client(postgres.superUrl);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  await migrate(postgres.url('postgres', name));
  const pool = openPool({
    url: postgres.url('patchkeep_api', name),
    size: 4,
    name: 'world',
    onError: (error) => {
      throw error;
    },
  });
  await buildWorld(pool);
  const database = openDatabase(postgres.port, name);
  await raiseCanary(database);
  // A template cannot be cloned while somebody is connected to it.
  await database.close();
  await pool.end();
  const { port, stop } = postgres;
  return { port, template: name, env: { [variable]: JSON.stringify({ port, template: name }) }, stop };
};
