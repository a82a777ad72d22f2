import { rolePreset } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { type SiteUser, users } from '@patchkeep/contract/users';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { clientHash, people } from '../../../testkit/world.ts';

/** Attempts in all; `npm run proofs -- administrators` makes the full number. */
const attempts = process.env['FULL_SIZE'] === undefined ? 48 : 1_000;
const administrators = 4;

let app: TestApp;
/** The same database behind a second server: what one remembers, the other does not. */
let second: TestApp;
let postgres: pg.Pool;
beforeAll(async () => {
  app = await testApp();
  second = await testApp({ database: app.database });
  postgres = app.database.pool('postgres');
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const usable = `is_system_admin and disabled_at is null and password_digest is not null and not is_sso_login_only`;

describe('system administrators who all take each other away at once', () => {
  it('never leave the customer without one who can sign in', async () => {
    const admin = await app.signIn('admin');
    const site = (await admin.ehlo()).body.currentSite?.siteAccountUuid ?? '';
    const all: SiteUser[] = (await admin.call(users.list, { params: { id: site } })).body.users.filter(
      ({ username }) => username === people.admin,
    );
    while (all.length < administrators) {
      const username = `admin.${all.length}@ours.example`;
      const given = { username, longName: username, sitePermissions: rolePreset.Administer, isSystemAdmin: true };
      all.push((await admin.call(users.create, { params: { id: site }, body: given })).body.user);
    }
    const ids = all.map(({ userAccountUuid }) => userAccountUuid);
    const callers: TestClient[] = [];
    const restore = () =>
      postgres.query(
        `update users u set is_system_admin = true, is_sso_login_only = false, disabled_at = null,
           (password_salt, password_digest, password_version) =
             (select password_salt, password_digest, password_version from users where username = $2)
         where user_id = any($1::uuid[])`,
        [ids, people.reader],
      );
    await restore();
    for (const [place, { username }] of all.entries()) {
      const client = (place % 2 === 0 ? app : second).anonymous();
      await client.call(session.login, { body: { username, passwordHash: clientHash, passwordHashVersion: 1 } });
      await client.ehlo();
      callers.push(client);
    }
    const sessions = (await postgres.query('select * from sessions where user_id = any($1::uuid[])', [ids])).rows;
    const takeAway = (caller: TestClient, user: string, kind: number) => {
      const params = { site, user };
      if (kind === 0) return caller.call(users.remove, { params });
      const body = kind === 1 ? { isSystemAdmin: false } : { isSsoLoginOnly: true };
      return caller.call(users.update, { params, body });
    };
    const statuses = new Map<number, number>();
    for (let made = 0; made < attempts;) {
      await restore();
      for (const row of sessions)
        await postgres.query(
          'insert into sessions select * from json_populate_record(null::sessions, $1) on conflict do nothing',
          [JSON.stringify({ ...row, sid_hash: `\\x${row.sid_hash.toString('hex')}` })],
        );
      // A second later no process believes what it knew of the round before.
      for (const each of [app, second]) each.clock.now = new Date(each.clock.now.getTime() + 1_000);
      // A session that ended has forgotten its tabs.
      for (const caller of callers) expect((await caller.ehlo()).status).toBe(200);
      const round = callers.flatMap((caller, from) =>
        ids.map((user, to) => takeAway(caller, user, (made + from + to) % 3)),
      );
      for (const { status } of await Promise.all(round)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      made += round.length;
      const left = await postgres.query(
        `select count(*)::int from users where user_id = any($1::uuid[]) and ${usable}`,
        [ids],
      );
      expect(left.rows[0].count).toBeGreaterThan(0);
    }
    // In each round some attempts succeeded, and some were refused by the guard: the rounds were races.
    expect(statuses.get(200) ?? 0).toBeGreaterThanOrEqual(attempts / administrators ** 2);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(0);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  }, 600_000);
});
