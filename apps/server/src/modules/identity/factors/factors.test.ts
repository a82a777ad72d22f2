import { randomUUID } from 'node:crypto';
import { account } from '@patchkeep/contract/account';
import { factorLimits, factors, loginFactors } from '@patchkeep/contract/factors';
import { session } from '@patchkeep/contract/session';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { afterPassword, authenticatorApp, byPassword, setUpApp } from '../../../testkit/factors/second-factor.ts';
import { people, type Person } from '../../../testkit/world.ts';

let app: TestApp;
let postgres: pg.Pool;
beforeAll(async () => {
  app = await testApp();
  postgres = app.database.pool('postgres');
});
afterAll(() => app.close());
/** Everybody is as at the start: nobody has a factor, and no attempt is counted. */
afterEach(async () => {
  await postgres.query(
    'delete from factors where confirmed_at is not null; delete from recovery_codes; delete from login_throttle',
  );
  await postgres.query('update users set disabled_at = null where username = $1', [people.reader]);
  later(60_000);
});

const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const totp = (client: TestClient, code: string) => client.call(loginFactors.totp, { body: { code } });
const recover = (client: TestClient, code: string) => client.call(loginFactors.recovery, { body: { code } });
const verbs = async (username: string, since: Date): Promise<string[]> => {
  const { rows } = await postgres.query(
    `select e.verb from audit_entries e join users u on u.user_id = e.object_id::uuid
     where u.username = $1 and e.at >= $2 order by e.at, e.seq`,
    [username, since],
  );
  return rows.map(({ verb }) => verb);
};
/** Somebody with an authenticator app, a step after it was set up: its next code is fresh. */
const withApp = async (as: Person) => {
  const client = await app.signIn(as);
  const made = await setUpApp(app, client);
  later(30_000);
  return { client, ...made };
};

describe('signing in with an authenticator app', () => {
  it('gives no session for the password alone, and one for the code', async () => {
    const { code } = await withApp('reader');
    const client = app.anonymous();
    const { body, headers } = await client.call(session.login, { body: { username: people.reader, ...byPassword } });
    expect(body).toEqual({ step: 'secondFactor', methods: ['totp', 'recovery'] });
    expect(headers['set-cookie']).toMatch(/^login=[\w-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(client.cookie).toBeUndefined();
    expect((await client.call(session.ehlo, { query: { instanceId: client.instanceId } })).status).toBe(401);
    expect((await client.call(factors.read)).status).toBe(401);
    const answer = await totp(client, code());
    expect([answer.status, answer.body]).toEqual([200, { step: 'signedIn' }]);
    expect((await client.ehlo()).body.username).toBe(people.reader);
  });

  it('takes a code once', async () => {
    const { code } = await withApp('reader');
    const [first, second] = [await afterPassword(app, people.reader), await afterPassword(app, people.reader)];
    const sent = code();
    expect([(await totp(first, sent)).status, (await totp(second, sent)).status]).toEqual([200, 401]);
    // A code of the step before was not used, but is older than the one that was.
    expect((await totp(second, code(-30))).status).toBe(401);
    expect((await totp(second, code(30))).status).toBe(200);
  });

  it('does not take the code that set it up', async () => {
    const reader = await app.signIn('reader');
    const { code } = await setUpApp(app, reader);
    expect((await totp(await afterPassword(app, people.reader), code())).status).toBe(401);
  });

  it('does not take the code of somebody else', async () => {
    const { code } = await withApp('manager');
    await setUpApp(app, await app.signIn('reader'));
    later(30_000);
    expect((await totp(await afterPassword(app, people.reader), code())).status).toBe(401);
  });

  it('is refused when the secret was moved here from another row', async () => {
    const { factorUuid: stolen } = await withApp('reader');
    const manager = await withApp('manager');
    await postgres.query(
      'update factors set secret = (select secret from factors where factor_id = $1) where factor_id = $2',
      [manager.factorUuid, stolen],
    );
    expect((await totp(await afterPassword(app, people.reader), manager.code())).status).toBe(401);
  });

  it('is over after five minutes, and after five tries', async () => {
    const { code } = await withApp('reader');
    const late = await afterPassword(app, people.reader);
    later(factorLimits.loginMs);
    expect((await totp(late, code())).status).toBe(410);
    const guessing = await afterPassword(app, people.reader);
    for (let i = 0; i < factorLimits.loginTries; i++) expect((await recover(guessing, 'wrong-code')).status).toBe(401);
    await postgres.query('delete from login_throttle');
    expect((await totp(guessing, code())).status).toBe(410);
    expect((await totp(await afterPassword(app, people.reader), code())).status).toBe(200);
  });

  it('is slowed down after five wrong codes, whatever the browser and the number of passwords entered', async () => {
    const { code } = await withApp('reader');
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await totp(await afterPassword(app, people.reader), '000000')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await totp(await afterPassword(app, people.reader), code())).status).toBe(429);
    later(7 * 60_000);
    expect((await totp(await afterPassword(app, people.reader), code())).status).toBe(200);
  });

  it('needs the cookie of this browser: none, a foreign text and a session are the same refusal', async () => {
    const { code, client } = await withApp('reader');
    const ticket = (await afterPassword(app, people.reader)).loginCookie ?? '';
    const answers = [];
    for (const cookie of [undefined, 'x', client.cookie, `${ticket.slice(0, -3)}AAA`]) {
      const nobody = app.anonymous();
      nobody.loginCookie = cookie;
      answers.push(await totp(nobody, code()));
    }
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1);
    expect(answers[0]?.status).toBe(410);
  });

  it('ends when the account changes meanwhile', async () => {
    const { code } = await withApp('reader');
    for (const change of ['disabled_at = now()', 'is_sso_login_only = true', `password_digest = '\\x00'`]) {
      later(30_000);
      const client = await afterPassword(app, people.reader);
      const { rows } = await postgres.query('select * from users where username = $1', [people.reader]);
      await postgres.query(`update users set ${change} where username = $1`, [people.reader]);
      expect((await totp(client, code())).status).toBe(410);
      await postgres.query(
        'update users set disabled_at = null, is_sso_login_only = false, password_digest = $2 where username = $1',
        [people.reader, rows[0].password_digest],
      );
      expect((await totp(client, code())).status).toBe(200);
    }
  });

  it('answers a wrong password, an unknown name and a disabled account alike, with a factor or without', async () => {
    await withApp('reader');
    await postgres.query('update users set disabled_at = now() where username = $1', [people.reader]);
    const answers = [];
    for (const [username, passwordHash] of [
      [people.reader, byPassword.passwordHash],
      [people.manager, 'B'.repeat(43)],
      ['nobody@ours.example', byPassword.passwordHash],
    ] as const) {
      const { status, body, headers } = await app
        .anonymous()
        .call(session.login, { body: { username, passwordHash, passwordHashVersion: 1 } });
      answers.push(JSON.stringify([status, { ...body, requestId: '' }, headers['set-cookie']]));
    }
    expect(new Set(answers)).toHaveLength(1);
  });

  it('ends the session that came with it', async () => {
    const { code, client } = await withApp('reader');
    const planted = client.cookie;
    await client.call(session.login, { body: { username: people.reader, ...byPassword } });
    expect((await totp(client, code())).status).toBe(200);
    expect(client.cookie).not.toBe(planted);
    client.cookie = planted;
    expect((await client.ehlo()).status).toBe(401);
  });
});

describe('a recovery code', () => {
  it('signs in once, however it is typed, and is written down', async () => {
    const since = app.clock.now;
    const { client, recoveryCodes } = await withApp('reader');
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes)).toHaveLength(10);
    for (const each of recoveryCodes) expect(each).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const [one = ''] = recoveryCodes;
    const typed = one.toLowerCase().replaceAll('-', ' ');
    const browser = await afterPassword(app, people.reader);
    expect((await recover(browser, typed)).status).toBe(200);
    expect((await recover(await afterPassword(app, people.reader), one)).status).toBe(401);
    expect((await client.call(factors.read)).body.recoveryCodesLeft).toBe(9);
    expect(await verbs(people.reader, since)).toEqual(
      expect.arrayContaining(['factor.add', 'factor.useRecoveryCode', 'factor.refused', 'session.login']),
    );
  });

  it('of somebody else opens nothing', async () => {
    const { recoveryCodes } = await withApp('manager');
    await withApp('reader');
    expect((await recover(await afterPassword(app, people.reader), recoveryCodes[0] ?? '')).status).toBe(401);
  });

  it('stops working when new ones are made', async () => {
    const { client, code, recoveryCodes } = await withApp('reader');
    const made = await client.call(factors.newRecoveryCodes, { body: { proof: { code: code() } } });
    expect(made.body.recoveryCodes).toHaveLength(10);
    const browser = await afterPassword(app, people.reader);
    expect((await recover(browser, recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await recover(browser, made.body.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('is kept nowhere as it is', async () => {
    const { recoveryCodes, factorUuid } = await withApp('reader');
    const { rows } = await postgres.query(
      `select encode(code_hash, 'escape') as kept from recovery_codes
       union all select encode(secret, 'escape') from factors where factor_id = $1`,
      [factorUuid],
    );
    expect(rows).toHaveLength(11);
    for (const { kept } of rows) for (const each of recoveryCodes) expect(kept).not.toContain(each.replaceAll('-', ''));
  });
});

describe('setting up', () => {
  it('counts only after a code was entered, and the account says so [ACCT-01] [ACCT-06] [ACCT-08]', async () => {
    const client = await app.signIn('reader');
    const { body } = await client.call(factors.setUp, { body: { name: 'Phone', proof: byPassword } });
    expect(body.mfaUri).toContain(`secret=${body.secret}`);
    expect((await client.call(factors.read)).body.factors).toEqual([]);
    expect((await client.call(account.read)).body.isMfaEnabled).toBe(false);
    expect((await app.signIn('reader')).cookie).toBeDefined();
    const params = { id: body.factorUuid };
    expect((await client.call(factors.confirm, { params, body: { code: '000000' } })).status).toBe(400);
    const code = authenticatorApp(app, body.secret)();
    const confirmed = await client.call(factors.confirm, { params, body: { code } });
    expect([confirmed.status, confirmed.body.mfaChangeResult]).toEqual([200, 'added']);
    const { body: read } = await client.call(factors.read);
    expect(read.factors.map(({ kind, name }) => [kind, name])).toEqual([['totp', 'Phone']]);
    expect([read.recoveryCodesLeft, read.isTotpOffered]).toEqual([10, true]);
    expect((await client.call(account.read)).body).toMatchObject({
      username: people.reader,
      mfaServiceName: 'Patchkeep',
      isMfaEnabled: true,
      isSsoLoginOnly: false,
    });
  });

  it('asks for the password first, and for a code once there is a factor', async () => {
    const client = await app.signIn('reader');
    const wrongPassword = { passwordHash: 'B'.repeat(43), passwordHashVersion: 1 as const };
    const setUp = (proof: { code: string } | typeof byPassword) =>
      client.call(factors.setUp, { body: { name: 'Phone', proof } });
    expect((await setUp(wrongPassword)).status).toBe(400);
    expect((await setUp({ code: '000000' })).status).toBe(400);
    const { code } = await setUpApp(app, client);
    later(30_000);
    expect((await setUp(byPassword)).status).toBe(400);
    expect((await setUp({ code: '000000' })).status).toBe(400);
    expect((await setUp({ code: code() })).status).toBe(200);
  });

  it('is slowed down for who guesses the password at an open console', async () => {
    const client = await app.signIn('reader');
    const proof = { passwordHash: 'B'.repeat(43), passwordHashVersion: 1 as const };
    const statuses = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await client.call(factors.setUp, { body: { name: 'Phone', proof } })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('is refused to who signs in by single sign-on only', async () => {
    const client = await app.signIn('reader');
    const set = (isOnly: boolean) =>
      postgres.query('update users set is_sso_login_only = $1 where username = $2', [isOnly, people.reader]);
    await set(true);
    const { status } = await client.call(factors.setUp, { body: { name: 'Phone', proof: byPassword } });
    await set(false);
    expect(status).toBe(403);
  });

  it('is not offered by a server without a data key, which opens no app either', async () => {
    const { code, recoveryCodes } = await withApp('reader');
    const without = await testApp({ database: app.database, isWithoutDataKey: true });
    without.clock.now = app.clock.now;
    const browser = await afterPassword(without, people.reader);
    expect((await totp(browser, code())).status).toBe(401);
    expect((await recover(browser, recoveryCodes[0] ?? '')).status).toBe(200);
    const manager = await without.signIn('manager');
    expect((await manager.call(factors.read)).body.isTotpOffered).toBe(false);
    expect((await manager.call(factors.setUp, { body: { name: 'x', proof: byPassword } })).status).toBe(403);
    await without.close();
  });
});

describe('removing', () => {
  it('asks for a code; then the password alone signs in, and no recovery code is left [ACCT-07]', async () => {
    const { client, code, factorUuid } = await withApp('reader');
    const remove = (proof: { code: string } | typeof byPassword) =>
      client.call(factors.remove, { params: { id: factorUuid }, body: { proof } });
    expect((await remove(byPassword)).status).toBe(400);
    expect((await remove({ code: '000000' })).status).toBe(400);
    const { status, body } = await remove({ code: code() });
    expect([status, body]).toEqual([200, { mfaChangeResult: 'removed' }]);
    expect((await client.call(factors.read)).body).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect((await app.signIn('reader')).cookie).toBeDefined();
  });

  it('of a factor of somebody else is not found, whoever asks', async () => {
    const { factorUuid } = await withApp('reader');
    const { client, code } = await withApp('manager');
    for (const id of [factorUuid, randomUUID()])
      expect((await client.call(factors.remove, { params: { id }, body: { proof: { code: code() } } })).status).toBe(
        404,
      );
    const { body } = await client.call(factors.setUp, { body: { name: 'x', proof: { code: code() } } });
    const other = await app.signIn('stranger');
    expect(
      (await other.call(factors.confirm, { params: { id: body.factorUuid }, body: { code: '000000' } })).status,
    ).toBe(404);
  });

  it('is written down', async () => {
    const since = app.clock.now;
    const { client, code, factorUuid } = await withApp('reader');
    await client.call(factors.remove, { params: { id: factorUuid }, body: { proof: { code: '000000' } } });
    await client.call(factors.remove, { params: { id: factorUuid }, body: { proof: { code: code() } } });
    expect(await verbs(people.reader, since)).toEqual(
      expect.arrayContaining(['factor.add', 'factor.refused', 'factor.remove']),
    );
  });
});
