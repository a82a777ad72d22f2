import { randomUUID } from 'node:crypto';
import { session } from '@patchkeep/contract/session';
import { dayMs } from '@patchkeep/rules/time-units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../platform/db/global.ts';
import { type TestApp, testApp } from '../../testkit/app.ts';
import { clientHash, people, type Person, pepper, secretKey } from '../../testkit/world.ts';
import { authenticator } from './authenticate.service.ts';
import { loginTickets } from './factors/login-ticket.factory.ts';
import { knownDevices } from './known-device.service.ts';
import { login, type LoginTools } from './login.service.ts';
import { passwordKeeper } from './password.service.ts';
import { pour } from './throttle.repository.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_TRUST_PROXY: '1' } });
});
afterAll(() => app?.close());

const wrongHash = 'B'.repeat(43);
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const attempt = async (username: string, passwordHash: string, address: string, device?: string) => {
  const { status, headers } = await app
    .anonymous()
    .call(
      session.login,
      { body: { username, passwordHash, passwordHashVersion: 1 } },
      { 'x-forwarded-for': address, ...(device !== undefined && { cookie: `device=${device}` }) },
    );
  const cookies = [headers['set-cookie'] ?? []].flat().map(String);
  return { status, device: cookies.map((each) => /^device=([^;]+)/.exec(each)?.[1]).find(Boolean) };
};
const guess = async (username: string, address: string, device?: string) =>
  (await attempt(username, wrongHash, address, device)).status;
const signIn = (who: Person, address: string, device?: string) => attempt(people[who], clientHash, address, device);

/** Checking a password takes a second on a busy machine. */
const patience = { timeout: 300_000 };

describe('guessing a password', patience, () => {
  it('from one network does not keep the owner out of another', async () => {
    const guesses: number[] = [];
    for (let i = 0; i < 7; i++) guesses.push(await guess(people.admin, `203.0.113.${i + 1}`));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await signIn('admin', '203.0.113.99')).status).toBe(429);
    expect((await signIn('admin', '198.51.100.1')).status).toBe(200);
  });

  it('from many networks is slowed down for the whole account, but not where its owner signed in before', async () => {
    const home = '198.51.100.20';
    const { device } = await signIn('manager', home);
    expect(device).toBeDefined();
    // Guesses from everywhere, without the time that checking 50 passwords takes.
    const db = globalQueries(app.database.pool('patchkeep_api'));
    for (let i = 0; i < 50; i++) await pour(db, { key: `account|${people.manager}`, capacity: 50 }, app.clock.now);
    for (let i = 0; i < 5; i++) await guess(people.manager, '10.7.0.1');
    expect((await signIn('manager', '192.0.2.1')).status).toBe(429);
    // Also in the network from which somebody guesses.
    for (const address of [home, '10.7.0.1']) expect((await signIn('manager', address, device)).status).toBe(200);
    later(15 * 60_000);
    expect((await signIn('manager', '192.0.2.1')).status).toBe(200);
  });

  it('is slowed down on a known device too', async () => {
    const { device } = await signIn('reader', '198.51.100.30');
    const guesses: number[] = [];
    for (let i = 0; i < 6; i++) guesses.push(await guess(people.reader, `10.8.${i}.1`, device));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('costs as many transactions for a name that nobody has as for one that somebody has', async () => {
    const pool = app.database.pool('patchkeep_api');
    const tools: LoginTools = {
      pool,
      db: globalQueries(pool),
      passwords: passwordKeeper([pepper]),
      authenticator: authenticator(pool, [secretKey]),
      devices: knownDevices([secretKey]),
      tickets: loginTickets([secretKey]),
      rows: undefined,
      publicOrigin: undefined,
    };
    let taken = 0;
    pool.on('acquire', () => (taken += 1));
    const costOf = async (username: string, ip: string) => {
      const facts = { requestId: 't', ip, instanceId: null, now: app.clock.now, cookie: undefined };
      const context = {
        ...facts,
        userAgent: '',
        setCookie: () => undefined,
        deviceCookie: undefined,
        setDeviceCookie: () => undefined,
        loginCookie: undefined,
        setLoginCookie: () => undefined,
        ssoCookie: undefined,
        setSsoCookie: () => undefined,
      };
      taken = 0;
      await expect(
        login(tools, context, { username, passwordHash: wrongHash, passwordHashVersion: 1 }),
      ).rejects.toThrow('not right');
      return taken;
    };
    const known = await costOf(people.stranger, '10.9.1.1');
    expect(known).toBeGreaterThan(3);
    expect(await costOf('nobody@ours.example', '10.9.2.1')).toBe(known);
  });
});

describe('a session', () => {
  it('is remembered for a few tabs, however many ids of tabs its caller invents', async () => {
    const sessions = authenticator(app.database.pool('patchkeep_api'), [secretKey]);
    const { cookie } = await app.signIn('canary');
    for (let i = 0; i < 100; i++) {
      const given = {
        cookie,
        bearer: undefined,
        instanceId: randomUUID(),
        namedSiteId: randomUUID(),
        isActive: false,
        ip: '192.0.2.1',
        now: app.clock.now,
      };
      expect(await sessions.authenticate(given)).toBeDefined();
    }
    expect(sessions.countTabs()).toBeLessThanOrEqual(32);
  });
});

describe('a known device', () => {
  it('is known for one account, for half a year, and only by what the server wrote', () => {
    const devices = knownDevices([secretKey]);
    const now = new Date('2026-11-15T09:00:00Z');
    const cookie = devices.make(people.admin, now);
    const name = cookie.split('.')[0];
    expect(devices.read(cookie, people.admin.toUpperCase(), now)).toBe(name);
    expect(devices.read(cookie, people.admin, new Date(now.getTime() + 179 * dayMs))).toBe(name);
    expect(devices.read(cookie, people.admin, new Date(now.getTime() + 181 * dayMs))).toBeUndefined();
    expect(devices.read(cookie, people.reader, now)).toBeUndefined();
    expect(knownDevices(['another secret key of an installation']).read(cookie, people.admin, now)).toBeUndefined();
    const [device = '', until = '', mac = ''] = cookie.split('.');
    for (const changed of [
      `${'A'.repeat(22)}.${until}.${mac}`,
      `${device}.${Number(until) + 1}.${mac}`,
      `${device}.${until}.${'A'.repeat(43)}`,
      device,
      '',
      undefined,
    ])
      expect(devices.read(changed, people.admin, now)).toBeUndefined();
  });
});
