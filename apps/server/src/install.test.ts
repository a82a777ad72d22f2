import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clientPasswordHash } from '@patchkeep/rules/password';
import { uiBase } from '@patchkeep/contract/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../tools/services/free-port.ts';
import { startNats } from '../../../tools/services/nats.ts';

const run = promisify(execFile);
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const name = `install_${randomBytes(4).toString('hex')}`;
const password = 'a quiet harbour at dawn';
const username = 'First.Admin@example.org';

let admin: pg.Client;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  const { port } = inject('postgres');
  const at = (role: string) => `postgres://${role}@127.0.0.1:${port}/${name}`;
  admin = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  await admin.connect();
  await admin.query(`create database ${name}`);
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-install-'));
  writeFileSync(join(folder, 'password'), `${password}\n`);
  writeFileSync(join(folder, 'pepper'), randomBytes(32).toString('hex'));
  env = {
    PATH: process.env['PATH'] ?? '',
    PATCHKEEP_OWNER_DATABASE_URL: at('postgres'),
    PATCHKEEP_DATABASE_URL: at('patchkeep_api'),
    PATCHKEEP_WORKER_DATABASE_URL: at('patchkeep_worker'),
    PATCHKEEP_QUEUE_DATABASE_URL: at('patchkeep_queue'),
    PATCHKEEP_PEPPER_FILE: join(folder, 'pepper'),
    PATCHKEEP_SECRET_KEY: randomBytes(32).toString('hex'),
  };
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true });
});

const setup = (...more: string[]) => {
  const names = ['--customer', 'Example', '--site', 'Head office', '--email', username, '--name', 'First Admin'];
  return run(
    process.execPath,
    [program('./setup.ts'), ...names, '--password-file', join(folder, 'password'), ...more],
    { env },
  );
};

const start = async (more: Record<string, string> = {}) => {
  const port = await freePort();
  const lines: string[] = [];
  const child = spawn(process.execPath, [program('./main.ts')], {
    env: { ...env, PATCHKEEP_PORT: String(port), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (data: Buffer) => lines.push(data.toString()));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await pause(50);
  return { child, url, lines, ended: once(child, 'exit') as Promise<[number | null]> };
};

const login = async (url: string) => {
  const encoder = new TextEncoder();
  const environment = { subtle: crypto.subtle as never, encode: (text: string) => encoder.encode(text) };
  const passwordHash = await clientPasswordHash(environment, username, password);
  const answer = await fetch(`${url}${uiBase}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, passwordHash, passwordHashVersion: 1 }),
  });
  return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
};
const instance = '11111111-1111-4111-8111-111111111111';
const hello = async (url: string, cookie: string) => {
  const answer = await fetch(`${url}${uiBase}/ehlo?instanceId=${instance}`, { headers: { cookie } });
  return { status: answer.status, csrf: answer.ok ? ((await answer.json()) as { csrf: string }).csrf : '' };
};

describe('a new install', () => {
  it('has no account until setup makes one, and setup runs once', async () => {
    await expect(setup('--site', '')).rejects.toThrow('--site is missing');
    expect((await setup()).stdout).toContain(`Ready: sign in as ${username}.`);
    await expect(setup()).rejects.toThrow('set up already');
    const client = new pg.Client(env['PATCHKEEP_OWNER_DATABASE_URL']);
    await client.connect();
    const { rows } = await client.query(
      'select u.username, u.is_system_admin, s.name from users u join sites s on s.site_id = u.default_site_id',
    );
    await client.end();
    expect(rows).toEqual([{ username: username.toLowerCase(), is_system_admin: true, name: 'Head office' }]);
  });

  it('starts, lets the administrator in, finishes what runs and stops when told', async () => {
    const { child, url, lines, ended } = await start();
    const { status, cookie } = await login(url);
    expect(status).toBe(200);
    expect((await hello(url, cookie)).status).toBe(200);
    const slow = login(url);
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect([200, 503]).toContain((await slow.catch(() => ({ status: 503 }))).status);
    expect(lines.join('')).toContain('"stopping"');
    expect(lines.join('')).not.toContain(cookie.slice(4));
  });

  it('ends a session in every process at once: two of them over NATS', async () => {
    const nats = await startNats();
    const both = await Promise.all([1, 2].map(() => start({ PATCHKEEP_NATS_URL: nats.url, PATCHKEEP_ROLE: 'api' })));
    const [one, two] = both as [(typeof both)[0], (typeof both)[0]];
    const { cookie } = await login(one.url);
    const { csrf } = await hello(one.url, cookie);
    expect((await hello(two.url, cookie)).status).toBe(200);
    await fetch(`${one.url}${uiBase}/logout?instanceId=${instance}`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrf },
    });
    const ended = Date.now();
    while ((await hello(two.url, cookie)).status === 200) expect(Date.now() - ended).toBeLessThan(5_000);
    for (const { child } of both) child.kill('SIGTERM');
    await Promise.all(both.map((each) => each.ended));
    await nats.stop();
  });
});
