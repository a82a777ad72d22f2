import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { seedDemo } from '../apps/server/src/demo.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { openPool } from '../apps/server/src/platform/db/pool.ts';
import { freePort } from '../tools/services/free-port.ts';
import { startPostgres } from '../tools/services/postgres.ts';

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));
const builtConsole = fileURLToPath(new URL('../apps/console/dist/index.html', import.meta.url));
const pepper = 'a pepper that is only ever used in journeys';

export interface Stack {
  /** Where the console is. */
  url: string;
  /** A second server on the same database with other settings, as in `{ PATCHKEEP_UAT: 'true' }`. */
  another(env: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }>;
  /** A program of the server, such as `feeds.ts fetch`, run to its end on the same database; what it printed. */
  command(program: string, args: readonly string[], env?: Record<string, string>): Promise<string>;
  /** The database as its superuser, to arrange what no screen can arrange yet. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The database as a worker has it, to read feeds that a journey made. */
  workerUrl: string;
  stop(): Promise<void>;
}

const until = async (isTrue: () => Promise<boolean>, what: string): Promise<void> => {
  // Two seconds alone; beside other journeys on a busy machine it has been half a minute.
  const giveUp = Date.now() + 90_000;
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > giveUp) throw new Error(`${what} did not come up`);
    await pause(50);
  }
};

/** The real product: PostgreSQL, the server process with the built console, demo customers. */
export const startStack = async (more: Record<string, string> = {}): Promise<Stack> => {
  if (!existsSync(builtConsole)) throw new Error('The console is not built: npm run build');
  const postgres = await startPostgres();
  const admin = new pg.Client(postgres.superUrl);
  await admin.connect();
  await admin.query('create database patchkeep');
  await admin.end();
  const owner = postgres.url('postgres', 'patchkeep');
  await migrate(owner);
  const onError = (error: Error) => {
    throw error;
  };
  const api = openPool({ url: postgres.url('patchkeep_api', 'patchkeep'), size: 2, name: 'journeys', onError });
  await seedDemo(api, pepper, new Date());
  await api.end();
  const superuser = new pg.Pool({ connectionString: owner, max: 2 });
  superuser.on('error', () => undefined);

  const settings = {
    PATH: process.env['PATH'],
    PATCHKEEP_DATABASE_URL: postgres.url('patchkeep_api', 'patchkeep'),
    PATCHKEEP_WORKER_DATABASE_URL: postgres.url('patchkeep_worker', 'patchkeep'),
    PATCHKEEP_QUEUE_DATABASE_URL: postgres.url('patchkeep_queue', 'patchkeep'),
    PATCHKEEP_SECRET_KEY: 'a secret key that is only ever used in journeys',
    PATCHKEEP_PEPPER: pepper,
    // Nothing is fetched from the outside here.
    PATCHKEEP_FEEDS: 'bundle',
    ...more,
  };
  const startServer = async (env: Record<string, string> = {}) => {
    const port = await freePort();
    const server = spawn(process.execPath, [main], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...settings, PATCHKEEP_PORT: String(port), ...env },
    });
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    const url = `http://localhost:${port}`;
    await until(async () => (await fetch(`${url}/readyz`)).ok, 'The server');
    return {
      url,
      async stop() {
        server.kill('SIGTERM');
        await ended;
      },
    };
  };

  const first = await startServer();
  const servers = [first];
  return {
    url: first.url,
    async another(env) {
      const server = await startServer(env);
      servers.push(server);
      return server;
    },
    workerUrl: postgres.url('patchkeep_worker', 'patchkeep'),
    async command(program, args, env = {}) {
      const path = fileURLToPath(new URL(`../apps/server/src/${program}`, import.meta.url));
      const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], { env: { ...settings, ...env } });
      return stdout;
    },
    sql: async (text, values) => (await superuser.query(text, values)).rows,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await superuser.end();
      await postgres.stop();
    },
  };
};
