import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import { newcomerKeyId, type SignedCall, signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { uiBase } from '@patchkeep/contract/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../tools/services/free-port.ts';
import { nodeEnv } from '../../../tools/services/node-env.ts';
import { pageCommands } from '../../../tools/services/page-commands.ts';
import { type Postgres, startPostgres } from '../../../tools/services/postgres.ts';
import { facts } from './testkit/agent.ts';
import { administrator, hello, instance, isReady, login } from './testkit/installed.ts';

/** A clean checkout in which step 1 was done, from `npm run proofs -- newest-postgres`; otherwise what is built here. */
const checkout = process.env['FIRST_RUN_CHECKOUT'];
const root = checkout ?? fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/operators/README.md'), 'utf8');

let postgres: Postgres;
let folder: string;
const superPassword = 'only-for-the-administrator';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-first-run-'));
  writeFileSync(join(folder, 'password'), administrator.password);
  postgres = await startPostgres();
  const client = new pg.Client(postgres.superUrl);
  await client.connect();
  await client.query(`alter role postgres password '${superPassword}'`);
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  // As a PostgreSQL that somebody else runs: nobody signs in without a password.
  writeFileSync(rows[0]?.hba_file ?? '', 'host all all 127.0.0.1/32 scram-sha-256\n');
  await client.query('select pg_reload_conf()');
  await client.end();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

const post = async (url: string, { path, headers, body }: SignedCall) => {
  const answer = await fetch(url + path, { method: 'POST', headers, body: new Uint8Array(body) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, string>;
};

it('works as the page says: an ordinary role, SCRAM passwords, a signed-in administrator, a host that checks in', async () => {
  const port = await freePort();
  const all = pageCommands(page, 'Piece by piece');
  const [build, ...rest] = all;
  expect(build).toBe('tools/run npm run build');
  const startAt = rest.indexOf('bin/patchkeep start');
  expect(startAt).toBe(rest.length - 1);
  // What an operator has to choose: folder, port of PostgreSQL, address; and the answer to the password.
  const chosen = rest.map((line) =>
    line
      .replaceAll('/etc/patchkeep', join(folder, 'etc'))
      .replaceAll(':5432/', `:${postgres.port}/`)
      .replace('you@example.com', administrator.username)
      .replace(/^(PATCHKEEP_OWNER\S+ bin\/patchkeep setup .*)$/, `$1 --password-file ${join(folder, 'password')}`),
  );
  const options: SpawnOptions = {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...nodeEnv(),
      PATH: `${postgres.bin}:${process.env['PATH']}`,
      PGHOST: '127.0.0.1',
      PGPORT: String(postgres.port),
      PGUSER: 'postgres',
      PGPASSWORD: superPassword,
      PATCHKEEP_PORT: String(port),
      PATCHKEEP_FEEDS: 'bundle',
    },
  };
  // One shell for all, which becomes the server at the last line.
  const script = ['set -eu', ...chosen.slice(0, -1), `exec ${chosen.at(-1)}`].join('\n');
  const child = spawn('/bin/sh', ['-c', script], options);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(said);
    await pause(100);
  }
  expect(said).toContain(`Ready: sign in as ${administrator.username}.`);
  expect(said).not.toContain('choose-one');
  // The console that the first step built.
  if (checkout !== undefined) expect(await (await fetch(url)).text()).toMatch(/<script [^>]*src="\/assets\//);

  const { status, cookie } = await login(url);
  expect(status).toBe(200);
  const { csrf } = await hello(url, cookie);
  const { path } = configuration.createInstallToken;
  const made = await fetch(`${url}${uiBase}${path}?instanceId=${instance}`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'First hosts', useCap: 5 }),
  });
  expect(made.status).toBe(200);
  const { secret: token } = (await made.json()) as { secret: string };

  const identity = makeIdentity();
  const { publicKey } = identity;
  const newcomer = { token, publicKey, hardwareId: 'board-1', facts: facts() };
  const enrolled = await post(url, signedCall(identity, newcomerKeyId, agentApi.enrol, newcomer, new Date()));
  const checkIn = {
    lineage: enrolled['lineage'] ?? '',
    inventoryHash: null,
    inspectedRevision: 0,
    scheduleRevision: 0,
    bootTime: facts().bootTime,
  };
  const answer = await post(url, signedCall(identity, enrolled['keyId'] ?? '', agentApi.checkIn, checkIn, new Date()));
  expect(answer['lineage']).not.toBe(checkIn.lineage);

  // The shell has become the server: the signal reaches it.
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});
