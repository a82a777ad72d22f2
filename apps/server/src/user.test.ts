import { uiBase } from '@patchkeep/contract/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrator, hello, login, newInstall } from './testkit/installed.ts';

let install: Awaited<ReturnType<typeof newInstall>>;
beforeAll(async () => {
  install = await newInstall();
  await install.setup();
});
afterAll(() => install.remove());

const colleague = 'second@example.com';
const add = (email: string, ...more: string[]) =>
  install.user('add', '--email', email, '--name', 'Second Person', ...more);

describe('a user whom the operator adds', () => {
  it('signs in, holds the role in the site that was named, and stands in the activity log', async () => {
    expect(await add(colleague, '--role', 'write', '--site', 'Head office')).toBe(
      `Second Person can sign in as ${colleague}.\n`,
    );
    const client = new pg.Client(install.env['PATCHKEEP_OWNER_DATABASE_URL']);
    await client.connect();
    const members = await client.query(
      `select u.is_system_admin, m.permissions from users u join site_members m using (customer_id, user_id)`,
    );
    expect(members.rows).toEqual([{ is_system_admin: false, permissions: 115 }]);
    const log = await client.query(`select verb, actor_id from audit_entries where object_kind = 'user'`);
    expect(log.rows).toEqual([{ verb: 'user.create', actor_id: null }]);
    await client.end();
    const { url } = await install.start();
    expect((await login(url, colleague)).status).toBe(200);
  });

  it.each([
    ['a login name that is taken', administrator.username, ['--role', 'system'], 'already in use'],
    ['a site that is not there', 'third@example.com', ['--role', 'read', '--site', 'Nowhere'], 'There is no site'],
    [
      'a customer that is not there',
      'third@example.com',
      ['--role', 'system', '--customer', 'Nobody'],
      'no such customer',
    ],
    [
      'all sites and one at once',
      'third@example.com',
      ['--role', 'system', '--site', 'Head office'],
      'leave --site out',
    ],
    ['a role that is not there', 'third@example.com', ['--role', 'owner', '--site', 'Head office'], '--role'],
  ])('is not added with %s', async (_what, email, more, message) => {
    await expect(add(email, ...more)).rejects.toThrow(message);
  });
});

describe('an account that nobody gets into', () => {
  const log = async () => {
    const client = new pg.Client(install.env['PATCHKEEP_OWNER_DATABASE_URL']);
    await client.connect();
    const { rows } = await client.query(`select verb, actor_id, ip from audit_entries order by at, seq`);
    await client.end();
    return rows as { verb: string; actor_id: string | null; ip: string }[];
  };

  it('is unlocked, and gets a new password that ends its sessions; the activity log names both', async () => {
    const { url } = await install.start();
    const first = await login(url);
    expect((await hello(url, first.cookie)).status).toBe(200);
    const guess = async () =>
      fetch(`${url}${uiBase}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          username: administrator.username,
          passwordHash: 'x'.repeat(43),
          passwordHashVersion: 1,
        }),
      }).then(({ status }) => status);
    let guesses = 0;
    while ((await guess()) !== 429 && guesses < 10) guesses += 1;
    expect((await login(url)).status).toBe(429);
    const account = ['--email', administrator.username.toUpperCase()];
    expect(await install.user('unlock', ...account)).toContain('can try to sign in again');
    expect((await login(url)).status).toBe(200);

    expect(await install.user('reset-password', ...account)).toContain('has a new password');
    // A process believes a session for a second at most.
    await expect.poll(async () => (await hello(url, first.cookie)).status, { timeout: 20_000 }).toBe(401);
    expect((await login(url)).status).toBe(200);
    const acts = (await log()).filter(({ verb }) => ['user.unlock', 'user.resetPassword'].includes(verb));
    expect(acts).toEqual([
      { verb: 'user.unlock', actor_id: null, ip: 'command line' },
      { verb: 'user.resetPassword', actor_id: null, ip: 'command line' },
    ]);
  });

  it('loses its second factors and recovery codes, and signs in by the password alone', async () => {
    const { url } = await install.start();
    const client = new pg.Client(install.env['PATCHKEEP_OWNER_DATABASE_URL']);
    await client.connect();
    const account = ['--email', administrator.username];
    expect(await install.user('remove-factors', ...account)).toContain('had no second factor');
    const { cookie } = await login(url);
    await client.query(
      `insert into factors (customer_id, factor_id, user_id, name, secret, last_step, counter, is_backup_eligible,
         created_at, confirmed_at)
       select customer_id, user_id, user_id, 'Phone', '', 0, 0, false, now(), now() from users where username = lower($1)`,
      [administrator.username],
    );
    await client.query(
      `insert into recovery_codes select customer_id, user_id, '', now() from users where username = lower($1)`,
      [administrator.username],
    );
    expect((await login(url)).step).toBe('secondFactor');
    expect(await install.user('remove-factors', ...account)).toContain('signs in with the password alone');
    expect((await client.query('select from factors')).rowCount).toBe(0);
    expect((await client.query('select from recovery_codes')).rowCount).toBe(0);
    await expect.poll(async () => (await hello(url, cookie)).status, { timeout: 20_000 }).toBe(401);
    expect((await login(url)).step).toBe('signedIn');
    expect((await log()).filter(({ verb }) => verb === 'user.removeFactors')).toHaveLength(2);
    await client.end();
  });

  it.each(['unlock', 'reset-password', 'remove-factors'])('is not there: %s says so', async (act) => {
    await expect(install.user(act, '--email', 'nobody@example.com')).rejects.toThrow('Nobody signs in as');
  });
});
