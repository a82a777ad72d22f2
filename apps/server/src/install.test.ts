import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNats } from '../../../tools/services/nats.ts';
import { administrator, hello, login, logout, newInstall } from './testkit/installed.ts';

let install: Awaited<ReturnType<typeof newInstall>>;
beforeAll(async () => {
  install = await newInstall();
});
afterAll(() => install.remove());

// Each starts servers as processes of their own.
describe('a new install', () => {
  it('has no account until setup makes one, and setup runs once', async () => {
    await expect(install.setup('--site', '')).rejects.toThrow('--site is missing');
    expect((await install.setup()).stdout).toContain(`Ready: sign in as ${administrator.username}.`);
    await expect(install.setup()).rejects.toThrow('set up already');
    const client = new pg.Client(install.env['PATCHKEEP_OWNER_DATABASE_URL']);
    await client.connect();
    const { rows } = await client.query(
      'select u.username, u.is_system_admin, s.name from users u join sites s on s.site_id = u.default_site_id',
    );
    await client.end();
    const username = administrator.username.toLowerCase();
    expect(rows).toEqual([{ username, is_system_admin: true, name: 'Head office' }]);
  });

  it('starts, lets the administrator in and stops when told', async () => {
    const { child, url, lines, ended } = await install.start();
    const { status, cookie } = await login(url);
    expect(status).toBe(200);
    expect((await hello(url, cookie)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(lines.join('')).toContain('"stopping"');
    expect(lines.join('')).not.toContain(cookie.slice(4));
  });

  it('ends a session in every process at once: two of them over NATS', async () => {
    const nats = await startNats();
    const both = await Promise.all(
      [1, 2].map(() => install.start({ PATCHKEEP_NATS_URL: nats.url, PATCHKEEP_ROLE: 'api' })),
    );
    const [one, two] = both as [(typeof both)[0], (typeof both)[0]];
    const { cookie } = await login(one.url);
    const { csrf } = await hello(one.url, cookie);
    expect((await hello(two.url, cookie)).status).toBe(200);
    await logout(one.url, cookie, csrf);
    const ended = Date.now();
    while ((await hello(two.url, cookie)).status === 200) expect(Date.now() - ended).toBeLessThan(5_000);
    for (const { child } of both) child.kill('SIGTERM');
    await Promise.all(both.map((each) => each.ended));
    await nats.stop();
  });
});
