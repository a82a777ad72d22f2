import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { uiBase } from '@patchkeep/contract/endpoint';
import { clientPasswordHash } from '@patchkeep/rules/password';
import pg from 'pg';
import { inject } from 'vitest';
import { freePort } from '../../../../tools/services/free-port.ts';
import { nodeEnv } from '../../../../tools/services/node-env.ts';

const run = promisify(execFile);
const program = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

export const administrator = { username: 'First.Admin@example.org', password: 'a quiet harbour at dawn' };
export const instance = '11111111-1111-4111-8111-111111111111';

/** The server as a child process, ready; `lines` grows with what it logs. */
export const startServer = async (env: Record<string, string>) => {
  const port = await freePort();
  const lines: string[] = [];
  const child = spawn(process.execPath, [program('main.ts')], {
    env: { PATCHKEEP_PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (data: Buffer) => lines.push(data.toString()));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${lines.join('')}`);
    await pause(50);
  }
  return { child, url, port, lines, ended: once(child, 'exit') as Promise<[number | null]> };
};

/** A database that `setup` has not seen yet, and the settings of a server on it, run as programs of their own. */
export const newInstall = async () => {
  const name = `install_${randomBytes(4).toString('hex')}`;
  const { port } = inject('postgres');
  const at = (role: string) => `postgres://${role}@127.0.0.1:${port}/${name}`;
  const admin = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-install-'));
  writeFileSync(join(folder, 'password'), `${administrator.password}\n`);
  writeFileSync(join(folder, 'pepper'), randomBytes(32).toString('hex'));
  const env: Record<string, string> = {
    ...nodeEnv(),
    PATCHKEEP_OWNER_DATABASE_URL: at('postgres'),
    PATCHKEEP_DATABASE_URL: at('patchkeep_api'),
    PATCHKEEP_WORKER_DATABASE_URL: at('patchkeep_worker'),
    PATCHKEEP_QUEUE_DATABASE_URL: at('patchkeep_queue'),
    PATCHKEEP_PEPPER_FILE: join(folder, 'pepper'),
    PATCHKEEP_SECRET_KEY: randomBytes(32).toString('hex'),
    // Nothing is asked of the network: where addresses do not answer, a server waits for them when it is told to stop.
    PATCHKEEP_FEEDS: 'bundle',
  };
  const names = ['--customer', 'Example', '--site', 'Head office', '--name', 'First Admin'];
  const children: ChildProcess[] = [];
  const account = ['--email', administrator.username, '--password-file', join(folder, 'password')];

  return {
    env,
    at,
    /** What `npm run customer` prints. */
    customer: async (...given: string[]) =>
      (await run(process.execPath, [program('customer.ts'), ...given], { env, encoding: 'utf8' })).stdout,
    site: async (...given: string[]) =>
      (await run(process.execPath, [program('site.ts'), ...given], { env, encoding: 'utf8' })).stdout,
    /** `patchkeep user`, with the password of the administrator. */
    user: async (...given: string[]) =>
      (
        await run(process.execPath, [program('user.ts'), ...given, '--password-file', join(folder, 'password')], {
          env,
          encoding: 'utf8',
        })
      ).stdout,
    setup: (...more: string[]) =>
      run(process.execPath, [program('setup.ts'), ...names, ...account, ...more], { env, encoding: 'utf8' }),
    async start(more: Record<string, string> = {}) {
      const server = await startServer({ ...env, ...more });
      children.push(server.child);
      return server;
    },
    /** Ends the servers that a failed test left running: they would keep the test's process open. */
    async remove() {
      for (const child of children) child.kill('SIGKILL');
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      rmSync(folder, { recursive: true });
    },
  };
};

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** What a browser sends to sign the administrator in, or another user with the same password. */
export const loginBody = async (username: string = administrator.username): Promise<string> => {
  const encoder = new TextEncoder();
  const environment = { subtle: crypto.subtle as never, encode: (text: string) => encoder.encode(text) };
  const passwordHash = await clientPasswordHash(environment, username, administrator.password);
  return JSON.stringify({ username, passwordHash, passwordHashVersion: 1 });
};

export const login = async (url: string, username?: string) => {
  const answer = await fetch(`${url}${uiBase}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await loginBody(username),
  });
  const { step } = (await answer.json()) as { step?: string };
  return { status: answer.status, step, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
};

export const hello = async (url: string, cookie: string) => {
  const answer = await fetch(`${url}${uiBase}/ehlo?instanceId=${instance}`, { headers: { cookie } });
  return { status: answer.status, csrf: answer.ok ? ((await answer.json()) as { csrf: string }).csrf : '' };
};

export const logout = (url: string, cookie: string, csrf: string) =>
  fetch(`${url}${uiBase}/logout?instanceId=${instance}`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrf },
  });
