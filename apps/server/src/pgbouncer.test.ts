import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../tools/services/free-port.ts';
import { startGuarded } from '../../../tools/services/guarded-process.ts';
import { startNats } from '../../../tools/services/nats.ts';
import { unprivileged } from '../../../tools/services/unprivileged.ts';
import { hello, login, newInstall } from './testkit/installed.ts';

/** Set by `npm run proofs -- newest-postgres`, which brings the program. */
const program = process.env['PATCHKEEP_PGBOUNCER'];

/** PgBouncer in transaction mode in front of the test's PostgreSQL, with fewer connections than the servers open. */
const startPgBouncer = async (command: string, preparedStatements: number) => {
  const port = await freePort();
  const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-pgbouncer-'));
  const runAs = unprivileged('nobody');
  writeFileSync(join(scratch, 'users'), '"patchkeep_api" ""\n');
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${inject('postgres').port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(scratch, 'users')}`,
    'pool_mode = transaction',
    'default_pool_size = 3',
    `max_prepared_statements = ${preparedStatements}`,
  ];
  writeFileSync(join(scratch, 'settings'), `${settings.join('\n')}\n`);
  if (runAs) chownSync(scratch, runAs.uid, runAs.gid);
  const args = [join(scratch, 'settings')];
  const server = startGuarded({ command, args, stopSignal: 'INT', scratch, runAs });
  return { port, server };
};

let install: Awaited<ReturnType<typeof newInstall>>;
let nats: Awaited<ReturnType<typeof startNats>>;
beforeAll(async () => {
  if (program === undefined) return;
  install = await newInstall();
  await install.setup();
  nats = await startNats();
});
afterAll(async () => {
  await nats?.stop();
  await install?.remove();
});

describe.skipIf(program === undefined)('behind PgBouncer in transaction mode', () => {
  it.for([
    ['prepared statements that it tracks', 200, 'true'],
    ['no prepared statements, as before PgBouncer 1.21', 0, 'false'],
  ] as const)('two api processes answer every call, with %s', async ([, tracked, isPreparing]) => {
    const { port, server } = await startPgBouncer(program ?? '', tracked);
    const url = install.at('patchkeep_api').replace(/:\d+\//, `:${port}/`);
    const isThere = async () => {
      const client = new pg.Client(url);
      await client.connect();
      await client.end();
    };
    for (let tries = 0; ; tries += 1) {
      const error = await isThere().catch((reason: unknown) => reason);
      if (error === undefined) break;
      if (tries === 100) throw new Error(server.log(), { cause: error });
      await pause(100);
    }
    const env = {
      PATCHKEEP_ROLE: 'api',
      PATCHKEEP_NATS_URL: nats.url,
      PATCHKEEP_DATABASE_URL: url,
      PATCHKEEP_PREPARED_STATEMENTS: isPreparing,
    };
    const both = await Promise.all([install.start(env), install.start(env)]);
    const { cookie } = await login(both[0].url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, client) => {
        const statuses: number[] = [];
        for (let i = 0; i < 20; i += 1) {
          const { url: address } = both[(client + i) % 2] ?? both[0];
          statuses.push((await hello(address, cookie)).status, (await fetch(`${address}/readyz`)).status);
        }
        return statuses;
      }),
    );
    expect(answers.flat().filter((status) => status !== 200)).toEqual([]);
    expect(answers.flat()).toHaveLength(800);
    for (const { child } of both) child.kill('SIGTERM');
    for (const { ended } of both) expect((await ended)[0]).toBe(0);
    await server.stop();
  });
});
