import { randomBytes } from 'node:crypto';
import { factors } from '@patchkeep/contract/factors';
import { loginPasskeys, passkeys } from '@patchkeep/contract/passkeys';
import { session } from '@patchkeep/contract/session';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { afterPassword, byPassword } from '../../../testkit/factors/second-factor.ts';
import { type TestPasskey, testPasskey, type Twist } from '../../../testkit/factors/test-passkey.ts';
import { people } from '../../../testkit/world.ts';

const origin = 'https://patchkeep.example';
let app: TestApp;
let postgres: pg.Pool;
/** One session for all: each sign-in takes a tenth of a second and more. */
let reader: TestClient;
beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_PUBLIC_URL: origin } });
  postgres = app.database.pool('postgres');
  reader = await app.signIn('reader');
});
afterAll(() => app.close());
afterEach(async () => {
  await postgres.query(
    'delete from factors where confirmed_at is not null; delete from recovery_codes; delete from login_throttle',
  );
});

const begin = async (client = reader) =>
  (await client.call(passkeys.begin, { body: { proof: byPassword } })).body.options;
const add = (passkey: ReturnType<TestPasskey['register']>, client = reader) =>
  client.call(passkeys.add, { body: { name: 'Key', passkey } });
/** A passkey that is added as it should be. */
const added = async (twist: Twist = {}): Promise<TestPasskey> => {
  const key = testPasskey(origin);
  expect((await add(key.register(await begin(), twist))).status).toBe(200);
  return key;
};
const optionsFor = async (browser: TestClient) => (await browser.call(loginPasskeys.begin)).body.options;
const finish = (browser: TestClient, passkey: ReturnType<TestPasskey['answer']>) =>
  browser.call(loginPasskeys.finish, { body: { passkey } });

/** Each is refused, and the same browser signs in with an untwisted answer afterwards. */
const wrongAnswers: [string, Twist][] = [
  ['another origin', { origin: 'https://patchkeep.example.evil.example' }],
  ['the origin without TLS', { origin: 'http://patchkeep.example' }],
  ['the origin with another port', { origin: 'https://patchkeep.example:8443' }],
  ['another host in the signed data', { rpId: 'evil.example' }],
  ['no user verification', { isUserVerified: false }],
  ['no user presence', { isUserPresent: false }],
  ['the handle of somebody else', { userHandle: randomBytes(32).toString('base64url') }],
  ['no handle', { userHandle: '' }],
  ['a challenge that the server has not made', { challenge: randomBytes(54).toString('base64url') }],
  ['the signature of another key', { isForeignKey: true }],
  ['a credential that nobody has', { credentialId: randomBytes(32).toString('base64url') }],
  ['what was signed to make a passkey', { type: 'webauthn.create' }],
  ['a backup flag that has changed', { isBackupEligible: true }],
];

describe('signing in with a passkey', () => {
  it('asks the device for one of the passkeys of the user, verified, and makes a session', async () => {
    const key = await added();
    const browser = await afterPassword(app, people.reader);
    const options = await optionsFor(browser);
    expect(options).toMatchObject({ rpId: 'patchkeep.example', userVerification: 'required' });
    expect(options['allowCredentials']).toEqual([expect.objectContaining({ id: key.id })]);
    expect((await finish(browser, key.answer(options))).body).toEqual({ step: 'signedIn' });
    expect((await browser.ehlo()).body.username).toBe(people.reader);
  });

  it.each(wrongAnswers)('refuses %s', async (_what, twist) => {
    const key = await added();
    const browser = await afterPassword(app, people.reader);
    expect((await finish(browser, key.answer(await optionsFor(browser), twist))).status).toBe(401);
    expect(browser.cookie).toBeUndefined();
    expect((await finish(browser, key.answer(await optionsFor(browser)))).status).toBe(200);
  });

  it('takes a challenge once, also when the first answer to it was wrong', async () => {
    const key = await added();
    const browser = await afterPassword(app, people.reader);
    const options = await optionsFor(browser);
    expect((await finish(browser, key.answer(options, { isForeignKey: true }))).status).toBe(401);
    expect((await finish(browser, key.answer(options))).status).toBe(401);
    const again = await optionsFor(browser);
    const held = browser.loginCookie;
    expect((await finish(browser, key.answer(again))).status).toBe(200);
    browser.loginCookie = held;
    expect((await finish(browser, key.answer(again))).status).toBe(401);
  });

  it('takes no challenge that was made for another sign-in, or for adding a passkey', async () => {
    const key = await added();
    const [one, other] = [await afterPassword(app, people.reader), await afterPassword(app, people.reader)];
    expect((await finish(one, key.answer(await optionsFor(other)))).status).toBe(401);
    await postgres.query('delete from factors where confirmed_at is not null');
    const enrolling = await begin();
    const second = await added();
    expect((await finish(one, second.answer(enrolling))).status).toBe(401);
  });

  it.each([
    ['the same', 7],
    ['a lower one', 3],
    ['none any more', 0],
  ])('suspends a passkey whose counter is %s, because somebody has a copy', async (_what, counter) => {
    const key = await added({ counter: 7 });
    const browser = await afterPassword(app, people.reader);
    expect((await finish(browser, key.answer(await optionsFor(browser), { counter }))).status).toBe(401);
    expect((await reader.call(factors.read)).body.factors).toMatchObject([{ kind: 'passkey', isSuspended: true }]);
    expect((await finish(browser, key.answer(await optionsFor(browser), { counter: 100 }))).status).toBe(401);
    const { rows } = await postgres.query(`select from audit_entries where verb = 'factor.suspend'`);
    expect(rows.length).toBeGreaterThan(0);
    // It is still a second factor: the password alone opens nothing.
    expect((await afterPassword(app, people.reader)).cookie).toBeUndefined();
  });

  it('takes a counter that goes up, and one that is always 0', async () => {
    const counting = await added({ counter: 7 });
    let browser = await afterPassword(app, people.reader);
    expect((await finish(browser, counting.answer(await optionsFor(browser), { counter: 8 }))).status).toBe(200);
    await postgres.query('delete from factors where confirmed_at is not null');
    const without = await added({ counter: 0 });
    for (let i = 0; i < 2; i++) {
      browser = await afterPassword(app, people.reader);
      expect((await finish(browser, without.answer(await optionsFor(browser), { counter: 0 }))).status).toBe(200);
    }
  });

  it('refuses a passkey of somebody else', async () => {
    await added();
    const manager = await app.signIn('manager');
    const theirs = testPasskey(origin);
    expect((await add(theirs.register(await begin(manager)), manager)).status).toBe(200);
    const browser = await afterPassword(app, people.reader);
    expect((await finish(browser, theirs.answer(await optionsFor(browser)))).status).toBe(401);
  });
});

describe('signing in with a passkey alone', () => {
  const beginAlone = async (browser: TestClient) => (await browser.call(loginPasskeys.beginAlone)).body.options;
  const finishAlone = (browser: TestClient, passkey: ReturnType<TestPasskey['answer']>) =>
    browser.call(loginPasskeys.finishAlone, { body: { passkey } });

  it('asks for any passkey of this host, verified, and makes the session of its owner', async () => {
    const key = await added();
    const browser = app.anonymous();
    expect((await browser.call(session.loginOptions)).body.isPasskeyOffered).toBe(true);
    const options = await beginAlone(browser);
    expect(options).toMatchObject({ rpId: 'patchkeep.example', userVerification: 'required' });
    expect(options['allowCredentials'] ?? []).toEqual([]);
    expect((await finishAlone(browser, key.answer(options))).body).toEqual({ step: 'signedIn' });
    expect((await browser.ehlo()).body.username).toBe(people.reader);
  });

  it.each(wrongAnswers)('refuses alone %s', async (_what, twist) => {
    const key = await added();
    const browser = app.anonymous();
    expect((await finishAlone(browser, key.answer(await beginAlone(browser), twist))).status).toBe(401);
    expect(browser.cookie).toBeUndefined();
  });

  it('takes a challenge once, of this browser, and none of the second step', async () => {
    const key = await added();
    const [browser, other] = [app.anonymous(), app.anonymous()];
    await beginAlone(browser);
    expect((await finishAlone(browser, key.answer(await beginAlone(other)))).status).toBe(401);
    const afterIt = await afterPassword(app, people.reader);
    expect((await finishAlone(afterIt, key.answer(await optionsFor(afterIt)))).status).toBe(401);
    const options = await beginAlone(browser);
    const held = browser.loginCookie;
    expect((await finishAlone(browser, key.answer(options))).status).toBe(200);
    Object.assign(browser, { loginCookie: held, cookie: undefined });
    expect((await finishAlone(browser, key.answer(options))).status).toBe(401);
  });

  it.each([
    ['is disabled', 'disabled_at = now()', 'disabled_at = null'],
    ['signs in by single sign-on only', 'is_sso_login_only = true', 'is_sso_login_only = false'],
  ])('refuses who %s, as any wrong passkey', async (_what, change, back) => {
    const key = await added();
    const browser = app.anonymous();
    await postgres.query(`update users set ${change} where username = $1`, [people.reader]);
    const refused = await finishAlone(browser, key.answer(await beginAlone(browser)));
    expect([refused.status, refused.body]).toEqual([401, { message: 'This passkey could not be used.' }]);
    await postgres.query(`update users set ${back} where username = $1`, [people.reader]);
    expect((await finishAlone(browser, key.answer(await beginAlone(browser)))).status).toBe(200);
  });

  it('is slowed down by where it comes from', async () => {
    const browser = app.anonymous();
    const statuses: number[] = [];
    for (let i = 0; i < 51; i++) statuses.push((await browser.call(loginPasskeys.beginAlone)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('adding a passkey', () => {
  it('asks for one that is found by itself and verifies its user, and names customer and user', async () => {
    const options = await begin();
    expect(options).toMatchObject({
      rp: { id: 'patchkeep.example' },
      attestation: 'none',
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { rows } = await postgres.query('select customer_id, user_id from users where username = $1', [
      people.reader,
    ]);
    const handle = Buffer.from((options['user'] as { id: string }).id, 'base64url').toString('hex');
    expect(handle).toBe(`${rows[0].customer_id}${rows[0].user_id}`.replaceAll('-', ''));
  });

  it('gives recovery codes with the first factor only', async () => {
    const first = await add(testPasskey(origin).register(await begin()));
    expect(first.body.recoveryCodes).toHaveLength(10);
    const proof = { code: first.body.recoveryCodes?.[0] ?? '' };
    const { options } = (await reader.call(passkeys.begin, { body: { proof } })).body;
    expect((await add(testPasskey(origin).register(options))).body.recoveryCodes).toBeNull();
  });

  it.each<[string, Twist]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host in the signed data', { rpId: 'evil.example' }],
    ['no user verification', { isUserVerified: false }],
    ['a challenge that the server has not made', { challenge: randomBytes(54).toString('base64url') }],
    ['a passkey that is not found by itself', { isDiscoverable: false }],
    ['what was signed to sign in', { type: 'webauthn.get' }],
  ])('refuses %s', async (_what, twist) => {
    expect((await add(testPasskey(origin).register(await begin(), twist))).status).toBe(400);
    expect((await reader.call(factors.read)).body.factors).toEqual([]);
  });

  it('takes a challenge once, and none of another session', async () => {
    const options = await begin();
    expect((await add(testPasskey(origin).register(options), await app.signIn('reader'))).status).toBe(400);
    expect((await add(testPasskey(origin).register(options))).status).toBe(200);
    expect((await add(testPasskey(origin).register(options))).status).toBe(400);
  });

  it('takes no challenge after five minutes', async () => {
    const [late, soon] = [await begin(), await begin()];
    app.clock.now = new Date(app.clock.now.getTime() + 4 * 60_000);
    expect((await add(testPasskey(origin).register(soon))).status).toBe(200);
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    expect((await add(testPasskey(origin).register(late))).status).toBe(400);
  });

  it('is not offered by a server that does not know its address', async () => {
    const bare = await testApp({ database: app.database });
    const client = await bare.signIn('reader');
    expect((await client.call(factors.read)).body.isPasskeyOffered).toBe(false);
    expect((await client.call(passkeys.begin, { body: { proof: byPassword } })).status).toBe(403);
    await bare.close();
  });
});
