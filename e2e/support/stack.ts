import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { freePort } from '../../tools/services/free-port.ts';
import { nodeEnv } from '../../tools/services/node-env.ts';

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const builtConsole = fileURLToPath(new URL('../../apps/console/dist/index.html', import.meta.url));

export interface Stack {
  /** Where the console is. */
  url: string;
  /** A second server on the same database with other settings, as in `{ PATCHKEEP_UAT: 'true' }`; `{url}` is its own. */
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
  const giveUp = Date.now() + 300_000;
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > giveUp) throw new Error(`${what} did not come up`);
    await pause(50);
  }
};

/** The real product: a database with demo customers, the server process with the built console. */
export const startStack = async (more: Record<string, string> = {}): Promise<Stack> => {
  if (!existsSync(builtConsole)) throw new Error('The console is not built: npm run build');
  const { port, template, pepper } = inject('cluster');
  const name = `journey_${randomBytes(6).toString('hex')}`;
  const url = (role: string, database = name) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  const admin = new pg.Client(url('postgres', 'postgres'));
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  const superuser = new pg.Pool({ connectionString: url('postgres'), max: 2 });
  superuser.on('error', () => undefined);

  const settings = {
    ...nodeEnv(),
    PATCHKEEP_DATABASE_URL: url('patchkeep_api'),
    PATCHKEEP_WORKER_DATABASE_URL: url('patchkeep_worker'),
    PATCHKEEP_QUEUE_DATABASE_URL: url('patchkeep_queue'),
    PATCHKEEP_SECRET_KEY: 'a secret key that is only ever used in journeys',
    PATCHKEEP_PEPPER: pepper,
    PATCHKEEP_DATA_KEY: 'a data key that is only ever used in journeys',
    // Nothing is fetched from the outside here.
    PATCHKEEP_FEEDS: 'bundle',
    ...more,
  };
  const startServer = async (env: Record<string, string> = {}) => {
    const listening = await freePort();
    const address = `http://localhost:${listening}`;
    const given = Object.entries({ ...settings, PATCHKEEP_PORT: String(listening), ...env });
    const server = spawn(process.execPath, [main], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: Object.fromEntries(given.map(([setting, value]) => [setting, value?.replace('{url}', address)])),
    });
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    await until(async () => (await fetch(`${address}/readyz`)).ok, 'The server');
    return {
      url: address,
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
    workerUrl: url('patchkeep_worker'),
    async command(program, args, env = {}) {
      const path = fileURLToPath(new URL(`../../apps/server/src/${program}`, import.meta.url));
      const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], { env: { ...settings, ...env } });
      return stdout;
    },
    sql: async (text, values) => (await superuser.query(text, values)).rows,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await superuser.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};
