import { randomUUID } from 'node:crypto';
import { wire } from '@patchkeep/contract/constants';
import { uiBase } from '@patchkeep/contract/endpoint';
import pg from 'pg';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { buildWorld, clientHash, people, pepper, type Person, secretKey } from '../../apps/server/src/testkit/world.ts';
import { startPostgres } from '../../tools/services/postgres.ts';
import { startChild } from './child.ts';

export interface PlatformOptions {
  settings?: Record<string, string>;
  /** Writes sightings as often as the product does, not as often as short rounds need. */
  isSoaked?: boolean;
  /** False: inventories are stored and nobody counts them. */
  isCounting?: boolean;
  /** Who signs in. */
  who?: Person;
  /** More settings of the server. */
  env?: Record<string, string>;
}

/** The platform on a database with durable settings, and somebody signed in. */
export const startPlatform = async ({
  settings = {},
  isSoaked = false,
  isCounting = true,
  who = 'manager',
  env = {},
}: PlatformOptions = {}) => {
  const postgres = await startPostgres({ fsync: true, settings });
  const admin = new pg.Client(postgres.superUrl);
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  await migrate(postgres.url('postgres', 'bench'));
  const apiUrl = postgres.url('patchkeep_api', 'bench');
  const pool = openPool({ url: apiUrl, size: 2, name: 'world', onError: console.error });
  await buildWorld(pool);
  await pool.end();
  const another = () =>
    startChild('./platform-server.ts', {
      PATCHKEEP_DATABASE_URL: apiUrl,
      PATCHKEEP_WORKER_DATABASE_URL: apiUrl,
      PATCHKEEP_QUEUE_DATABASE_URL: apiUrl,
      PATCHKEEP_SECRET_KEY: secretKey,
      PATCHKEEP_PEPPER: pepper,
      ...(!isCounting && { BENCH_WITHOUT_COUNTS: 'yes' }),
      ...(isSoaked && { BENCH_SOAK: '1' }),
      ...env,
    });
  const server = await another();
  const login = await fetch(`${server.address}${uiBase}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: people[who], passwordHash: clientHash, passwordHashVersion: 1 }),
  });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const instance = randomUUID();
  const at = (path: string) => `${server.address}${uiBase}${path}?${wire.instanceParam}=${instance}`;
  const hello = (await (await fetch(at('/ehlo'), { headers: { cookie } })).json()) as {
    currentSite: { siteAccountUuid: string };
    csrf: string;
  };
  const look = new pg.Client(postgres.url('postgres', 'bench'));
  await look.connect();
  const { rows } = await look.query('select customer_id from sites where site_id = $1', [
    hello.currentSite.siteAccountUuid,
  ]);
  await look.end();
  const headers = { cookie, [wire.csrfHeader]: hello.csrf, 'content-type': 'application/json' };
  return {
    postgres,
    cookie,
    /** What a call that changes something carries. */
    headers,
    at,
    siteId: hello.currentSite.siteAccountUuid,
    customerId: String(rows[0].customer_id),
    address: server.address,
    pid: server.pid,
    endServer: server.end,
    /** One more process of the api, which knows no host yet. */
    another,
    /** An install token for a fleet. */
    async token(): Promise<string> {
      const body = JSON.stringify({ name: 'bench', useCap: 100_000 });
      const made = (await (await fetch(at('/install-token'), { method: 'POST', headers, body })).json()) as {
        secret: string;
      };
      return made.secret;
    },
    async stop() {
      await server.stop();
      await postgres.stop();
    },
  };
};
