import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newInstall } from './testkit/installed.ts';

let install: Awaited<ReturnType<typeof newInstall>>;
beforeAll(async () => {
  install = await newInstall();
  await install.setup();
});
afterAll(() => install.remove());

describe('a site that the operator adds', () => {
  it('has all modules, is listed by name ignoring case, and stands in the activity log', async () => {
    expect(await install.site('add', '--name', 'branch')).toContain('Site "branch" is there.');
    expect(await install.site('add', '--name', 'Zagreb')).toContain('Site "Zagreb" is there.');
    const shown = await install.customer('show');
    expect([...shown.matchAll(/^ {2}(\w[\w ]*) \{/gm)].map(([, name]) => name)).toEqual([
      'branch',
      'Head office',
      'Zagreb',
    ]);
    const client = new pg.Client(install.env['PATCHKEEP_OWNER_DATABASE_URL']);
    await client.connect();
    const { rows } = await client.query(
      `select actor_id, after ->> 'siteName' as name, after -> 'isPatchingEnabled' as patching
       from audit_entries where verb = 'site.create' order by at`,
    );
    await client.end();
    expect(rows).toEqual([
      { actor_id: null, name: 'branch', patching: true },
      { actor_id: null, name: 'Zagreb', patching: true },
    ]);
  });

  it.each([
    ['a name that another site has', ['--name', 'HEAD OFFICE'], 'Another site has this name'],
    ['a customer that is not there', ['--name', 'New', '--customer', 'Nobody'], 'no such customer'],
    ['no name', [], '--name'],
  ])('is not added with %s', async (_what, given, message) => {
    await expect(install.site('add', ...given)).rejects.toThrow(message);
  });
});
