import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { session } from '@patchkeep/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../../../tools/services/free-port.ts';
import { sweepSessions } from '../modules/identity/public.ts';
import { type TestApp, testApp } from '../testkit/app.ts';
import { readConfig, settings } from './config/config.ts';
import { settingsPage } from './config/settings-page.ts';
import { migrate } from './db/migrate.ts';
import { withTenant } from './db/tenant.ts';
import { openHttp } from './http/server.ts';
import { enqueue, job, runJobs } from './jobs/jobs.ts';
import { loggableUrl, openLog } from './log/log.ts';
import { openMetrics } from './metrics/metrics.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('settings', () => {
  const enough = {
    PATCHKEEP_DATABASE_URL: 'x',
    PATCHKEEP_WORKER_DATABASE_URL: 'x',
    PATCHKEEP_QUEUE_DATABASE_URL: 'x',
    PATCHKEEP_SECRET_KEY: 's'.repeat(32),
    PATCHKEEP_PEPPER: 'p'.repeat(32),
  };
  it('refuse a misspelt name', () => {
    expect(() => readConfig({ ...enough, PATCHKEEP_PROT: '80' })).toThrow('PATCHKEEP_PROT');
  });
  it('name what is missing, and never print a value', () => {
    expect(() => readConfig({ ...enough, PATCHKEEP_PEPPER: 'too-short-secret' })).toThrow(
      /PATCHKEEP_PEPPER(?![\s\S]*too-short-secret)/,
    );
  });
  it('are the page the operator reads', () => {
    const page = readFileSync(new URL('../../../../docs/operators/settings.md', import.meta.url), 'utf8');
    expect(page).toBe(settingsPage());
  });
  it('are all described', () => {
    expect(Object.entries(settings).filter(([, schema]) => !schema.description)).toEqual([]);
  });
});

describe('logs', () => {
  it('blank secrets at any depth we log, and tokens in addresses', () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line: string) => void lines.push(line) });
    log.info(
      { passwordHash: 'S1', req: { headers: { cookie: 'S2', 'x-csrf-token': 'S3' } }, body: { token: 'S4' } },
      'x',
    );
    expect(lines.join('')).not.toMatch(/S[1-4]/);
    expect(loggableUrl('/a?accessToken=abc&x=1&access-token=def')).toBe(
      '/a?accessToken=[redacted]&x=1&access-token=[redacted]',
    );
  });
});

describe('the last guard of an answer', () => {
  it('stops what leaves without anybody having decided who may have it', async () => {
    const options = {
      log: openLog('silent'),
      version: '1',
      trustProxy: 'false',
      isAccessLogged: false,
      drain: { idleMs: 0, mostMs: 1_000 },
      observe: () => undefined,
    };
    const { app: bare } = openHttp(options);
    bare.get('/api/forgotten', async () => ({ secret: 'S1' }));
    const { statusCode, body } = await bare.inject({ url: '/api/forgotten' });
    expect(statusCode).toBe(500);
    expect(body).not.toContain('S1');
    await bare.close();
  });
});

describe('health', () => {
  it('tells alive, ready and the version', async () => {
    for (const url of ['/healthz', '/readyz', '/version']) expect((await app.app.inject({ url })).statusCode).toBe(200);
  });
  it('is not ready when a migration is missing', async () => {
    const database = app.database.pool('postgres');
    await database.query(`update public.migrations set name = '0001_other.sql' where name like '0001%'`);
    expect((await app.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    await database.query(`update public.migrations set name = '0001_foundation.sql' where name like '0001%'`);
  });
  it('measures requests for Prometheus on a port of its own', async () => {
    const port = await freePort();
    const metrics = await openMetrics(port);
    metrics.observeRequest('/api/x', 200, 12);
    metrics.gauge('db_connections_waiting', 'Waiting', () => 3);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toMatch(/patchkeep_http_request_duration_seconds_bucket\{[^}]*route="\/api\/x"[^}]*\} 1/);
    expect(text).toMatch(/patchkeep_db_connections_waiting(\{[^}]*\})? 3/);
    await metrics.close();
  });
});

describe('migrations', () => {
  it('run once, and refuse a file that changed since', async () => {
    const url = app.database.url('postgres');
    expect(await migrate(url)).toEqual([]);
    await app.database.pool('postgres').query(`update public.migrations set hash = 'other' where name like '0002%'`);
    await expect(migrate(url)).rejects.toThrow('0002_queue.sql was changed');
  });
});

describe('jobs', () => {
  const ran: string[] = [];
  const note = job({
    name: 'note',
    payload: z.object({ text: z.string() }),
    run: async ({ text }) => void ran.push(text),
  });
  const later = new Date(0);
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await pause(20);
  };

  it('exist exactly when the state they follow from does, and fold by their key', async () => {
    const customerId = (await app.signIn('admin')).customerId ?? '';
    const pool = app.database.pool('patchkeep_api');
    const tenant = { customerId, siteIds: [], actorId: null };
    const undone = withTenant(pool, tenant, async (tx) => {
      await enqueue(tx, note, { text: 'undone' }, { key: 'u', runAt: later });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    for (const text of ['first', 'second'])
      await withTenant(pool, tenant, (tx) => enqueue(tx, note, { text }, { key: 'same', runAt: later }));
    const queue = app.database.pool('patchkeep_queue');
    const runner = await runJobs(queue, [note], {
      isSigning: false,
      pool: app.database.pool('patchkeep_worker'),
      clock: () => new Date(),
      log: openLog('silent'),
      bus: { publish: async () => undefined },
    });
    await until(() => ran.length > 0);
    await runner.stop();
    expect(ran).toEqual(['second']);
  });

  it('are closed to the api but for the one door', async () => {
    await expect(app.database.pool('patchkeep_api').query('select * from graphile_worker.jobs')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('sweep what has expired, twice with the same result', async () => {
    const client = await app.signIn('reader');
    const tools = {
      isSigning: false,
      pool: app.database.pool('patchkeep_worker'),
      clock: () => new Date(app.clock.now.getTime() + 13 * 3_600_000),
      log: openLog('silent'),
      bus: { publish: async () => undefined },
    };
    const left = async () =>
      (await app.database.pool('postgres').query('select count(*)::int as n from sessions')).rows[0].n;
    expect(await left()).toBeGreaterThan(0);
    await sweepSessions.run({}, tools);
    await sweepSessions.run({}, tools);
    expect(await left()).toBe(0);
    expect((await client.call(session.ehlo)).status).not.toBe(200);
  });
});
