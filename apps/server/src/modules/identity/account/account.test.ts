import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { account } from '@patchkeep/contract/account';
import { constants, wire } from '@patchkeep/contract/constants';
import { uiBase } from '@patchkeep/contract/endpoint';
import { factors } from '@patchkeep/contract/factors';
import { session } from '@patchkeep/contract/session';
import { users } from '@patchkeep/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { authenticatorApp, byPassword, setUpApp } from '../../../testkit/factors/second-factor.ts';
import { clientHash, people } from '../../../testkit/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'breached-'));
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const breached = sha1('a password that everybody knows');

let app: TestApp;
/** A second process of the same installation. */
let other: TestApp;
beforeAll(async () => {
  writeFileSync(
    join(folder, `${breached.slice(0, 5)}.txt`),
    `${breached.slice(5)}:17\r\n${'0'.repeat(35)}:1\nno suffix\n`,
  );
  app = await testApp({ env: { PATCHKEEP_BREACHED_PASSWORDS_DIR: folder } });
  other = await testApp({ database: app.database });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const anotherHash = 'N'.repeat(43);
const wrongHash = 'W'.repeat(43);
const change = (client: TestClient, currentPassword: string, newPassword: string, mfa?: { code: string }) =>
  client.call(account.changePassword, { body: { currentPassword, newPassword, ...(mfa && { mfa }) } });
const signInStatus = async (username: string, passwordHash: string) =>
  (await app.anonymous().call(session.login, { body: { username, passwordHash, passwordHashVersion: 1 } })).status;
const at = (where: TestApp, client: TestClient): TestClient => {
  const elsewhere = where.anonymous();
  elsewhere.cookie = client.cookie;
  return elsewhere;
};
const streamOf = async (where: TestApp, { cookie, instanceId }: TestClient) => {
  const answer = await where.app.inject({
    url: `${uiBase}${session.events.path}?${wire.instanceParam}=${instanceId}`,
    headers: { cookie: `sid=${cookie}` },
    payloadAsStream: true,
  });
  return answer.stream().resume();
};
const lastActs = async (count: number) => {
  const { rows } = await app.database
    .pool('postgres')
    .query<{ verb: string }>('select verb from audit_entries order by at desc, seq desc limit $1', [count]);
  return rows.map(({ verb }) => verb);
};
const sessionsOf = async (client: TestClient) => (await client.call(account.sessions)).body.sessions;
const idOf = async (client: TestClient) =>
  (await sessionsOf(client)).find(({ isCurrent }) => isCurrent)?.sessionUuid ?? '';
const tick = () => {
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
};

describe('the account', () => {
  it('says who one is, and what one may do in each site [ACCT-01]', async () => {
    const { body } = await (await app.signIn('manager')).call(account.read);
    expect(body).toMatchObject({ username: people.manager, isSsoLoginOnly: false, isSystemAdmin: false });
    expect(body.sites.map(({ siteName, sitePermissions }) => [siteName, sitePermissions])).toEqual([
      ['alpha', 4211],
      ['Beta', 115],
    ]);
  });

  it('lists no sites of a system administrator, who may enter all', async () => {
    const { body } = await (await app.signIn('admin')).call(account.read);
    expect([body.isSystemAdmin, body.sites]).toEqual([true, []]);
  });

  it('keeps how the console should look, for whatever browser signs in next', async () => {
    const client = await app.signIn('reader');
    expect((await client.ehlo()).body.preferences).toBeNull();
    const chosen = { theme: 'dark', hasLetterShortcuts: false, isRail: true } as const;
    expect((await client.call(account.savePreferences, { body: chosen })).status).toBe(200);
    expect((await (await app.signIn('reader')).ehlo()).body.preferences).toEqual(chosen);
    expect((await (await app.signIn('manager')).ehlo()).body.preferences).toBeNull();
  });

  it('answers a range of breached passwords from the folder of the operator, and nothing else of it', async () => {
    const client = await app.signIn('reader');
    const range = async (prefix: string) => (await client.call(account.breachedPasswords, { query: { prefix } })).body;
    expect(await range(breached.slice(0, 5))).toEqual({ suffixes: [breached.slice(5), '0'.repeat(35)] });
    expect(await range('00000')).toEqual({ suffixes: [] });
    expect((await client.call(account.breachedPasswords, { query: { prefix: '../..' } })).status).toBe(400);
    const unset = await (await other.signIn('reader')).call(account.breachedPasswords, { query: { prefix: '00000' } });
    expect(unset.body).toEqual({ suffixes: null });
  });
});

describe('changing the password', () => {
  it('takes hashes only, needs the current password, and ends all other sessions at once', async () => {
    const own = await app.signIn('manager');
    const [here, elsewhere] = [await app.signIn('manager'), at(other, await app.signIn('manager'))];
    const somebodyElse = await app.signIn('reader');
    expect((await elsewhere.ehlo()).status).toBe(200);

    expect((await change(own, 'my plain password', anotherHash)).status).toBe(400);
    expect((await change(own, clientHash, clientHash)).status).toBe(400);
    expect((await change(own, clientHash, anotherHash)).status).toBe(200);

    expect((await here.call(account.read)).status).toBe(401);
    expect((await own.call(account.read)).status).toBe(200);
    expect((await somebodyElse.call(account.read)).status).toBe(200);
    // The clock of the other process stands: nothing but the hint makes it look again.
    await expect.poll(async () => (await elsewhere.call(account.read)).status).toBe(401);
    expect(await signInStatus(people.manager, clientHash)).toBe(401);
    expect(await signInStatus(people.manager, anotherHash)).toBe(200);
    expect((await change(own, anotherHash, clientHash)).status).toBe(200);
  });

  it('refuses a wrong current password, and slows guessing down together with that at the login', async () => {
    const client = await app.signIn('reader');
    tick();
    const { status, body } = await change(client, wrongHash, anotherHash);
    expect([status, body]).toEqual([400, { message: 'The current password is not right' }]);
    expect(await lastActs(1)).toEqual(['user.changePasswordRefused']);
    expect(await signInStatus(people.reader, wrongHash)).toBe(401);
    for (let i = 0; i < 3; i++) expect((await change(client, wrongHash, anotherHash)).status).toBe(400);
    expect((await change(client, clientHash, anotherHash)).status).toBe(429);
    expect(await signInStatus(people.reader, clientHash)).toBe(429);
    app.clock.now = new Date(app.clock.now.getTime() + 15 * 60_000);
    expect(await signInStatus(people.reader, clientHash)).toBe(200);
  });

  it('is refused to somebody who signs in by single sign-on only', async () => {
    const client = await app.signIn('manager');
    const database = app.database.pool('postgres');
    const set = (isOnly: boolean) =>
      database.query('update users set is_sso_login_only = $1 where username = $2', [isOnly, people.manager]);
    await set(true);
    const refused = await change(client, clientHash, anotherHash);
    expect(refused.status).toBe(403);
    expect((await client.call(account.read)).body.isSsoLoginOnly).toBe(true);
    await set(false);
    expect((await change(client, anotherHash, clientHash)).status).toBe(400);
    expect(await signInStatus(people.manager, clientHash)).toBe(200);
  });

  it('takes hashes of both passwords, and of who has a second factor a proof of it, and tells what became of it [ACCT-03]', async () => {
    const client = await app.signIn('manager');
    const plain = { currentPassword: 'a plain password', newPassword: 'another plain password' };
    expect((await client.call(account.changePassword, { body: plain })).status).toBe(400);
    expect((await change(client, clientHash, anotherHash)).body).toEqual({ passwordChangeResult: 'changed' });
    await change(client, anotherHash, clientHash);
    const { recoveryCodes } = await setUpApp(app, client);
    const [code = '', another = ''] = recoveryCodes;
    expect((await change(client, clientHash, anotherHash)).body).toEqual({ message: 'Prove your second factor too' });
    const refused = await change(client, clientHash, anotherHash, { code: '000000' });
    expect([refused.status, refused.body]).toEqual([400, { message: 'This code is not right, or was used already.' }]);
    // A wrong password uses no code up.
    expect((await change(client, wrongHash, anotherHash, { code })).status).toBe(400);
    expect((await change(client, clientHash, anotherHash, { code })).body).toEqual({ passwordChangeResult: 'changed' });
    expect((await change(client, anotherHash, clientHash, { code })).status).toBe(400);
    expect((await change(client, anotherHash, clientHash, { code: another })).status).toBe(200);
    await app.database.pool('postgres').query('delete from factors; delete from recovery_codes');
  });

  it('and the set-up of a second factor answer with what the account screen shows: mfaUri, mfaChangeResult, passwordChangeResult [ACCT-02]', async () => {
    const client = await app.signIn('manager');
    const begun = (await client.call(factors.setUp, { body: { name: 'Phone', proof: byPassword } })).body;
    expect(begun.mfaUri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]+/);
    const params = { id: begun.factorUuid };
    const confirmed = await client.call(factors.confirm, {
      params,
      body: { code: authenticatorApp(app, begun.secret)() },
    });
    expect(confirmed.body.mfaChangeResult).toBe('added');
    const [code = '', another = ''] = confirmed.body.recoveryCodes ?? [];
    const changed = await change(client, clientHash, anotherHash, { code });
    expect(changed.body.passwordChangeResult).toBe('changed');
    const removed = await client.call(factors.remove, { params, body: { proof: { code: another } } });
    expect(removed.body.mfaChangeResult).toBe('removed');
    await change(client, anotherHash, clientHash);
  });

  it('lets one of two changes at once win', async () => {
    const client = await app.signIn('manager');
    const both = await Promise.all(['X', 'Y'].map((letter) => change(client, clientHash, letter.repeat(43))));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const kept = both[0]?.status === 200 ? 'X' : 'Y';
    expect((await change(client, kept.repeat(43), clientHash)).status).toBe(200);
  });

  it('is written down, without a word of the password', async () => {
    const client = await app.signIn('manager');
    tick();
    await change(client, clientHash, anotherHash);
    expect(await lastActs(1)).toEqual(['user.changePassword']);
    const { rows } = await app.database
      .pool('postgres')
      .query(`select from audit_entries where before::text || after::text like '%' || $1 || '%'`, [anotherHash]);
    expect(rows).toEqual([]);
    await change(client, anotherHash, clientHash);
  });
});

describe('the sessions of a user', () => {
  it('are told apart by address, browser and time, the one that asks first', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const own = app.anonymous();
    const body = { username: people.reader, passwordHash: clientHash, passwordHashVersion: 1 as const };
    await own.call(session.login, { body }, { 'user-agent': userAgent });
    await own.ehlo();
    await app.signIn('reader');
    const sessions = await sessionsOf(own);
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', browser: 'Firefox 145 on Linux', isCurrent: true });
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions.length).toBeGreaterThan(1);
  });

  it('leave the list when they are idle for too long', async () => {
    const idle = await idOf(await app.signIn('reader'));
    app.clock.now = new Date(app.clock.now.getTime() + constants.sessionIdleMs);
    const ids = (await sessionsOf(await app.signIn('reader'))).map(({ sessionUuid }) => sessionUuid);
    expect(ids).not.toContain(idle);
  });

  it('end one at a time: refused at once here, and soon by another process', async () => {
    const [own, ended] = [await app.signIn('reader'), await app.signIn('reader')];
    const endedElsewhere = at(other, ended);
    expect((await endedElsewhere.ehlo()).status).toBe(200);
    expect((await ended.call(account.read)).status).toBe(200);
    tick();
    expect((await own.call(account.endSession, { params: { id: await idOf(ended) } })).status).toBe(200);
    expect((await ended.call(account.read)).status).toBe(401);
    await expect.poll(async () => (await endedElsewhere.call(account.read)).status).toBe(401);
    expect(await lastActs(1)).toEqual(['session.end']);
    expect((await own.call(account.read)).status).toBe(200);
  });

  it('end all but the one that asks, with their event streams in every process', async () => {
    const [own, first, second] = [await app.signIn('reader'), await app.signIn('reader'), await app.signIn('reader')];
    const streams = await Promise.all([streamOf(app, first), streamOf(other, second)]);
    const ownStream = await streamOf(app, own);
    const { body } = await own.call(account.endOtherSessions);
    expect(body.count).toBeGreaterThanOrEqual(2);
    expect((await sessionsOf(own)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    for (const each of [first, second]) expect((await each.call(account.read)).status).toBe(401);
    await expect.poll(() => streams.map(({ readableEnded }) => readableEnded)).toEqual([true, true]);
    expect(ownStream.readableEnded).toBe(false);
    ownStream.destroy();
  });

  it('of others are neither shown nor ended', async () => {
    const [own, colleague, stranger] = [
      await app.signIn('admin'),
      await app.signIn('reader'),
      await app.signIn('stranger'),
    ];
    const foreign = [await idOf(colleague), await idOf(stranger)];
    expect((await sessionsOf(own)).filter(({ sessionUuid }) => foreign.includes(sessionUuid))).toEqual([]);
    for (const id of foreign) expect((await own.call(account.endSession, { params: { id } })).status).toBe(404);
    await own.call(account.endOtherSessions);
    for (const each of [colleague, stranger]) expect((await each.call(account.read)).status).toBe(200);
  });

  it('do not end the one that asks: that is logging out', async () => {
    const own = await app.signIn('reader');
    expect((await own.call(account.endSession, { params: { id: await idOf(own) } })).status).toBe(400);
    expect((await own.call(account.read)).status).toBe(200);
  });
});

describe('an administrator', () => {
  const siteOf = async (client: TestClient, name: string) =>
    (await client.ehlo()).body.sites.find(({ siteName }) => siteName === name)?.siteAccountUuid ?? '';
  const userId = async (client: TestClient) => (await client.ehlo()).body.userAccountUuid;

  it('ends all sessions of a user of their site, and of nobody above them', async () => {
    const [admin, manager] = [await app.signIn('admin'), await app.signIn('manager')];
    const alpha = await siteOf(manager, 'alpha');
    const params = { site: alpha, user: await userId(manager) };
    const ofAdmin = { site: alpha, user: await userId(admin) };
    const inAlpha = { [wire.siteHeader]: alpha };
    expect((await manager.call(users.endSessions, { params: ofAdmin }, inAlpha)).status).toBe(400);
    expect((await admin.call(account.read)).status).toBe(200);
    tick();
    const { status, body } = await admin.call(users.endSessions, { params });
    expect([status, body.count > 0]).toEqual([200, true]);
    expect((await manager.call(account.read)).status).toBe(401);
    expect(await lastActs(1)).toEqual(['user.endSessions']);
  });
});
