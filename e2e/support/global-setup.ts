import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { seedDemo } from '../../apps/server/src/demo.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { startPostgres } from '../../tools/services/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { port: number; template: string; pepper: string };
  }
}

const template = 'patchkeep_journeys';
const pepper = 'a pepper that is only ever used in journeys';

/**
 * One PostgreSQL for all journeys, with a migrated database of demo customers that each stack clones. Hashing the
 * passwords of the demo's users takes seconds of a core, so it is done once and not for every stack.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const postgres = await startPostgres();
  const admin = new pg.Client(postgres.superUrl);
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  await migrate(postgres.url('postgres', template));
  const onError = (error: Error) => {
    throw error;
  };
  const api = openPool({ url: postgres.url('patchkeep_api', template), size: 2, name: 'journeys', onError });
  await seedDemo(api, pepper, new Date());
  // A template cannot be cloned while somebody is connected to it.
  await api.end();
  project.provide('cluster', { port: postgres.port, template, pepper });
  return postgres.stop;
};
