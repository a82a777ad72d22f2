import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activityLog } from '@patchkeep/contract/activity-log';
import { constants, wire } from '@patchkeep/contract/constants';
import { uiBase } from '@patchkeep/contract/endpoint';
import { groups } from '@patchkeep/contract/groups';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import type { Hint } from '../bus/bus.ts';
import { openPostgresBus } from '../bus/postgres-bus.ts';

let app: TestApp;
let dir: string;
let origin: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'patchkeep-console-'));
  mkdirSync(join(dir, 'assets'));
  for (const name of ['index', 'login', 'return'])
    writeFileSync(
      join(dir, `${name}.html`),
      `<title>${name}</title><script type="module" src="/assets/a.js"></script>`,
    );
  writeFileSync(join(dir, 'assets/a.js'), 'console.log(1);'.repeat(100));
  writeFileSync(join(dir, 'secret.map'), 'x');
  app = await testApp({ env: { PATCHKEEP_CONSOLE_DIR: dir } });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

describe('the console files', () => {
  it('serves the plain paths with a policy that lets only our own scripts run', async () => {
    const pages = {
      '/': 'index',
      '/login': 'login',
      '/patchpro/admin_consent?tenant=t': 'return',
      '/azure/azure-integration': 'return',
    };
    for (const [path, title] of Object.entries(pages)) {
      const { headers, body } = await app.app.inject({ url: path });
      expect(body).toContain(`<title>${title}</title>`);
      const policy = String(headers['content-security-policy']);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      expect(body).toContain(`<script nonce="${nonce}" type="module"`);
      for (const part of [
        "default-src 'none'",
        "'strict-dynamic'",
        "require-trusted-types-for 'script'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(part);
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
    const nonces = await Promise.all(
      [1, 2].map(async () => (await app.app.inject({ url: '/' })).headers['content-security-policy']),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('serves hashed assets for ever, zipped, and nothing it did not list', async () => {
    const { headers } = await app.app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': expect.stringContaining('immutable'),
    });
    for (const url of ['/secret.map', '/assets/../../etc/passwd', '/index.html', '/nothing'])
      expect((await app.app.inject({ url })).statusCode).toBe(404);
  });
});

describe('live events', () => {
  const listen = async (client: TestClient) => {
    const abort = new AbortController();
    const response = await fetch(`${origin}${uiBase}/events?${wire.instanceParam}=${client.instanceId}`, {
      headers: { cookie: `sid=${client.cookie}` },
      signal: abort.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (wanted: string): Promise<string> => {
      while (!text.includes(wanted)) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) return `${text}<closed>`;
        text += value;
      }
      return text;
    };
    return { status: response.status, type: response.headers.get('content-type'), until, stop: () => abort.abort() };
  };

  it('tell a console what changed, and only what concerns it [SES-25]', async () => {
    const [manager, stranger] = [await app.signIn('manager'), await app.signIn('stranger')];
    const [ours, theirs] = [await listen(manager), await listen(stranger)];
    expect([ours.status, ours.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const { sites: mine } = (await manager.ehlo()).body;
    const all = (await (await app.signIn('admin')).ehlo()).body.sites;
    const closed = all.find((site) => site.siteName === 'Closed')?.siteAccountUuid ?? '';
    // Another process speaks.
    const bus = await openPostgresBus(app.database.url('patchkeep_worker'), () => undefined);
    const customerId = manager.customerId ?? '';
    const delivered: Hint = { customerId, thing: 'host', id: 'told', siteAccountUuid: mine[0]?.siteAccountUuid ?? '' };
    await bus.publish([
      { ...delivered, id: 'closed-site', siteAccountUuid: closed },
      { customerId: stranger.customerId ?? '', thing: 'host', id: 'for-stranger' },
      delivered,
    ]);
    expect(await ours.until('"told"')).not.toMatch(/closed-site|for-stranger|customerId/);
    expect(await theirs.until('for-stranger')).not.toContain('"told"');
    await bus.close();
    ours.stop();
    theirs.stop();
  });

  it('say nothing of what only server processes need to know, and end with the session', async () => {
    const manager = await app.signIn('manager');
    const stream = await listen(manager);
    const alpha = (await manager.ehlo()).body.sites.find((site) => site.siteName === 'alpha');
    await manager.call(sites.select, { params: { id: alpha?.siteAccountUuid ?? '' } });
    // Both are said at once: that the log has an act more, and that what is kept of the session is old.
    await stream.until('"activityLog"');
    await manager.call(session.logout);
    const received = await stream.until('never said');
    expect(received).toContain('<closed>');
    expect(received).not.toContain('"session"');
  });

  it('end by themselves when the session has run out', async () => {
    const reader = await app.signIn('reader');
    const stream = await listen(reader);
    app.clock.now = new Date(app.clock.now.getTime() + constants.sessionIdleMs + 1_000);
    expect(await stream.until('never said')).toContain('<closed>');
  });

  it('end when another process ends the session', async () => {
    const reader = await app.signIn('reader');
    const stream = await listen(reader);
    const { userAccountUuid } = (await reader.ehlo()).body;
    await app.database.pool('postgres').query('delete from sessions where user_id = $1', [userAccountUuid]);
    const bus = await openPostgresBus(app.database.url('patchkeep_worker'), () => undefined);
    await bus.publish([{ customerId: reader.customerId ?? '', thing: 'session', id: userAccountUuid }]);
    expect(await stream.until('never said')).toContain('<closed>');
    await bus.close();
  });

  it('say no more of a site once its user may not enter it any more', async () => {
    const manager = await app.signIn('manager');
    const stream = await listen(manager);
    const { sites: mine, userAccountUuid } = (await manager.ehlo()).body;
    const [alpha = '', beta = ''] = mine.map((site) => site.siteAccountUuid);
    const bus = await openPostgresBus(app.database.url('patchkeep_worker'), () => undefined);
    const customerId = manager.customerId ?? '';
    let round = 0;
    /** Is the console told of the first site? A word on the second, which always comes, ends the waiting. */
    const isTold = async (): Promise<boolean> => {
      round += 1;
      await bus.publish([
        { customerId, thing: 'host', id: `first-${round}.`, siteAccountUuid: alpha },
        { customerId, thing: 'host', id: `second-${round}.`, siteAccountUuid: beta },
      ]);
      return (await stream.until(`second-${round}.`)).includes(`first-${round}.`);
    };
    expect(await isTold()).toBe(true);
    await app.database
      .pool('postgres')
      .query('update site_members set permissions = 0 where user_id = $1 and site_id = $2', [userAccountUuid, alpha]);
    await expect.poll(isTold).toBe(false);
    await bus.close();
    stream.stop();
  });

  it('need a session', async () => {
    expect((await listen(app.anonymous())).status).toBe(401);
  });
});

describe('error answers', () => {
  it('carry message and, for what does not exist, its code [ERR-12]', async () => {
    const { body, statusCode } = await app.app.inject({ url: `${uiBase}/no-such-thing` });
    expect([statusCode, JSON.parse(body)]).toEqual([404, { code: 404, message: 'The requested data does not exist.' }]);
    const client = await app.signIn('reader');
    const bad = await client.call(session.login, { body: { username: '', secretStuff: 'S1' } } as never);
    expect(bad.status).toBe(400);
    expect(JSON.stringify(bad.body)).not.toContain('S1');
  });

  it('refuse text that the database cannot keep: a zero character, half of a surrogate pair', async () => {
    const client = await app.signIn('manager');
    const titled = async (title: string) => (await client.call(groups.create, { body: { title } })).status;
    expect([await titled('Lab\0'), await titled('Lab\ud83d'), await titled('Lab')]).toEqual([400, 400, 200]);
    const asked = await client.call(activityLog.account, { query: { verb: 'Lab\0' } });
    expect(asked.status).toBe(400);
  });

  it('say busy, with when to come back, while the database is away', async () => {
    const away = await testApp();
    const client = await away.signIn('reader');
    away.clock.now = new Date(away.clock.now.getTime() + 2_000);
    const database = away.database.pool('postgres');
    // Per database: the roles belong to the whole cluster, where other tests are running.
    const name = (await database.query('select current_database() as name')).rows[0].name;
    await database.query(`alter database ${name} connection limit 0`);
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'patchkeep_api' and datname = current_database()`,
    );
    const { status, headers } = await client.call(sites.selectable);
    await database.query(`alter database ${name} connection limit -1`);
    expect([status, headers['retry-after']]).toEqual([503, '3']);
    await away.close();
  });
});
