import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { seedDemo } from '../../apps/server/src/demo.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { freePort } from '../../tools/services/free-port.ts';
import { nodeEnv } from '../../tools/services/node-env.ts';
import { startPostgres } from '../../tools/services/postgres.ts';
import { unprivileged } from '../../tools/services/unprivileged.ts';

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const secrets = {
  PATCHKEEP_SECRET_KEY: 'a secret key that is only ever used in fault tests',
  PATCHKEEP_PEPPER: 'a pepper that is only ever used in fault tests',
  PATCHKEEP_FEEDS: 'bundle',
};

/**
 * A server and a PostgreSQL that are killed and come back, on data that stays. `more` is for the server's environment,
 * with `{url}` for its address and `{port}` for its port.
 */
export const startFaultyStack = async (more: Record<string, string> = {}) => {
  const dir = mkdtempSync(join(tmpdir(), 'patchkeep-faults-'));
  const runAs = unprivileged('postgres');
  if (runAs) chownSync(dir, runAs.uid, runAs.gid);
  const data = join(dir, 'data');
  const startDatabase = () => startPostgres({ dir: data, fsync: true });
  let postgres = await startDatabase();
  const admin = new pg.Client(postgres.superUrl);
  await admin.connect();
  await admin.query('create database patchkeep');
  await admin.end();
  await migrate(postgres.url('postgres', 'patchkeep'));
  const pool = openPool({
    url: postgres.url('patchkeep_api', 'patchkeep'),
    size: 2,
    name: 'seed',
    onError: () => undefined,
  });
  await seedDemo(pool, secrets.PATCHKEEP_PEPPER, new Date());
  await pool.end();

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startServer = async () => {
    const child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: {
        ...nodeEnv(),
        PATCHKEEP_DATABASE_URL: postgres.url('patchkeep_api', 'patchkeep'),
        PATCHKEEP_WORKER_DATABASE_URL: postgres.url('patchkeep_worker', 'patchkeep'),
        PATCHKEEP_QUEUE_DATABASE_URL: postgres.url('patchkeep_queue', 'patchkeep'),
        PATCHKEEP_PORT: String(port),
        ...secrets,
        ...Object.fromEntries(
          Object.entries(more).map(([name, value]) => [
            name,
            value.replaceAll('{url}', url).replaceAll('{port}', String(port)),
          ]),
        ),
      },
    });
    process.once('exit', () => child.kill('SIGKILL'));
    while (
      !(await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ))
    )
      await pause(30);
    return child;
  };
  let server = await startServer();
  const killServer = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    databaseUrl: (role: string): string => postgres.url(role, 'patchkeep'),
    killServer: async () => {
      await killServer();
      server = await startServer();
    },
    /** The postmaster itself, without a word of warning; the server is started anew because the port is another. */
    killPostgres: async () => {
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
      await postgres.stop();
      await killServer();
      postgres = await startDatabase();
      server = await startServer();
    },
    query: async (text: string, values: unknown[] = []) => {
      const client = new pg.Client(postgres.url('postgres', 'patchkeep'));
      await client.connect();
      const { rows } = await client.query(text, values);
      await client.end();
      return rows;
    },
    stop: async () => {
      await killServer();
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
