import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrator, login, newInstall } from './testkit/installed.ts';

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
