import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeEnv } from '../../../tools/services/node-env.ts';
import { testDatabase, type TestDatabase } from './testkit/database.ts';

let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  admin = new pg.Client(database.url('postgres'));
  await admin.connect();
  await admin.query('create role sees_everything login bypassrls');
});
afterAll(async () => {
  await admin.query('drop role sees_everything');
  await admin.end();
  await database.close();
});

/** What the server says when it is started with these settings and ends by itself. */
const start = async (more: Record<string, string>) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: {
      ...nodeEnv(),
      PATCHKEEP_DATABASE_URL: database.url('patchkeep_api'),
      PATCHKEEP_WORKER_DATABASE_URL: database.url('patchkeep_worker'),
      PATCHKEEP_QUEUE_DATABASE_URL: database.url('patchkeep_queue'),
      PATCHKEEP_SECRET_KEY: 's'.repeat(32),
      PATCHKEEP_PEPPER: 'p'.repeat(32),
      PATCHKEEP_PORT: '0',
      PATCHKEEP_FEEDS: 'bundle',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  child.stdout.on('data', (data: Buffer) => {
    if (data.toString().includes('listening')) child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said };
};

describe('a role to which row-level security does not apply', () => {
  it('is refused at the start: a superuser for the api', async () => {
    const { code, said } = await start({ PATCHKEEP_DATABASE_URL: database.url('postgres') });
    expect(code).toBe(1);
    expect(said).toContain('PATCHKEEP_DATABASE_URL signs in to PostgreSQL as "postgres", which is a superuser.');
    expect(said).toContain('Sign in as "patchkeep_api"');
    expect(said).not.toMatch(/^ +at /m);
  });

  it('is refused at the start: BYPASSRLS for the worker', async () => {
    const { code, said } = await start({ PATCHKEEP_WORKER_DATABASE_URL: database.url('sees_everything') });
    expect(code).toBe(1);
    expect(said).toContain(
      'PATCHKEEP_WORKER_DATABASE_URL signs in to PostgreSQL as "sees_everything", which has BYPASSRLS.',
    );
    expect(said).toContain('Sign in as "patchkeep_worker"');
  });
});

describe('a setting that does not fit', () => {
  it('is named in a sentence, also when it is a file that cannot be read', async () => {
    const { code, said } = await start({ PATCHKEEP_PEPPER_FILE: '/nowhere/pepper' });
    expect(code).toBe(1);
    expect(said).toBe('PATCHKEEP_PEPPER_FILE names a file that cannot be read (ENOENT): /nowhere/pepper\n');
  });
});
