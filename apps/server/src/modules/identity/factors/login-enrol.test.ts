import type { account } from '@patchkeep/contract/account';
import { allEndpoints } from '@patchkeep/contract/api';
import { enrolment } from '@patchkeep/contract/enrolment';
import { factorLimits, factors, loginFactors } from '@patchkeep/contract/factors';
import { loginPasskeys, passkeys } from '@patchkeep/contract/passkeys';
import { secondFactorPolicies, type SecondFactorPolicy } from '@patchkeep/contract/second-factor-policy';
import { session } from '@patchkeep/contract/session';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { afterPassword, authenticatorApp, byPassword, setUpApp } from '../../../testkit/factors/second-factor.ts';
import { testPasskey } from '../../../testkit/factors/test-passkey.ts';
import { people } from '../../../testkit/world.ts';

const origin = 'https://patchkeep.example';
let app: TestApp;
let postgres: pg.Pool;
beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_PUBLIC_URL: origin } });
  postgres = app.database.pool('postgres');
});
afterAll(() => app.close());
afterEach(async () => {
  await postgres.query('delete from factors; delete from recovery_codes; delete from login_throttle');
  await choose('optional');
  later(60_000);
});

const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const choose = (policy: SecondFactorPolicy) =>
  postgres.query('update customers set second_factor_policy = $1', [secondFactorPolicies.indexOf(policy)]);
const { admin, manager, reader } = people;

/** A browser after the right password, and what it was told. */
const enter = async (username: string) => {
  const browser = app.anonymous();
  const { body } = await browser.call(session.login, { body: { username, ...byPassword } });
  return { browser, body };
};
const beginApp = (browser: TestClient) => browser.call(enrolment.beginTotp);
const confirmApp = (browser: TestClient, factorUuid: string, code: string) =>
  browser.call(enrolment.confirmTotp, { body: { factorUuid, code } });
/** Begins and confirms an authenticator app while signing in. */
const enrolApp = async (browser: TestClient) => {
  const { body } = await beginApp(browser);
  const code = authenticatorApp(app, body.secret);
  return { code, answer: await confirmApp(browser, body.factorUuid, code()) };
};
const optionsFor = async (browser: TestClient) => (await browser.call(enrolment.beginPasskey)).body.options;
const enrolPasskey = async (browser: TestClient) => {
  const key = testPasskey(origin);
  const passkey = key.register(await optionsFor(browser));
  return { key, answer: await browser.call(enrolment.addPasskey, { body: { passkey } }) };
};
const totp = (browser: TestClient, code: string) => browser.call(loginFactors.totp, { body: { code } });
const isSignedIn = async (browser: TestClient) =>
  (await browser.call(session.ehlo, { query: { instanceId: browser.instanceId } })).status === 200;
const verbsSince = async (username: string, since: Date): Promise<string[]> => {
  const { rows } = await postgres.query(
    `select e.verb from audit_entries e join users u on u.user_id::text = e.object_id
     where u.username = $1 and e.at >= $2 order by e.at, e.seq`,
    [username, since],
  );
  return rows.map(({ verb }) => verb);
};
const countFactors = async (username: string): Promise<number> => {
  const { rows } = await postgres.query(
    `select count(*)::int as n from factors f join users u using (customer_id, user_id)
     where u.username = $1 and f.confirmed_at is not null`,
    [username],
  );
  return rows[0].n;
};

describe('who needs a second factor and has none', () => {
  it('gets no session for the password, and one together with an authenticator app and recovery codes', async () => {
    await choose('writers');
    const since = app.clock.now;
    const { browser, body } = await enter(manager);
    expect(body).toEqual({ step: 'enrol', needed: 'any', ways: ['passkey', 'totp'] });
    expect(browser.cookie).toBeUndefined();
    expect(await isSignedIn(browser)).toBe(false);
    const { code, answer } = await enrolApp(browser);
    expect(answer.body).toMatchObject({ next: { step: 'signedIn' } });
    expect(answer.body.recoveryCodes).toHaveLength(factorLimits.recoveryCodes);
    expect((await browser.ehlo()).body.username).toBe(manager);
    expect(await verbsSince(manager, since)).toEqual(['factor.add', 'session.login']);
    later(30_000);
    const next = await enter(manager);
    expect(next.body).toEqual({ step: 'secondFactor', methods: ['totp', 'recovery'] });
    expect((await totp(next.browser, code())).body).toEqual({ step: 'signedIn' });
    // A recovery code stands in for the factor as before.
    const recovering = await afterPassword(app, manager);
    const recovery = answer.body.recoveryCodes?.[0] ?? '';
    expect((await recovering.call(loginFactors.recovery, { body: { code: recovery } })).body).toEqual({
      step: 'signedIn',
    });
  });

  it('may use a passkey for it', async () => {
    await choose('writers');
    const { browser } = await enter(manager);
    const { key, answer } = await enrolPasskey(browser);
    expect([answer.status, answer.body.next]).toEqual([200, { step: 'signedIn' }]);
    expect(answer.body.recoveryCodes).toHaveLength(factorLimits.recoveryCodes);
    expect(await isSignedIn(browser)).toBe(true);
    const next = await afterPassword(app, manager);
    const { options } = (await next.call(loginPasskeys.begin)).body;
    expect((await next.call(loginPasskeys.finish, { body: { passkey: key.answer(options) } })).status).toBe(200);
  });

  it('is nobody who only reads, and nobody where the policy asks for nothing', async () => {
    await choose('passkeys');
    expect((await enter(reader)).body).toEqual({ step: 'signedIn' });
    await choose('optional');
    expect((await enter(admin)).body).toEqual({ step: 'signedIn' });
  });

  it('sets a passkey up where one is needed, and nothing else', async () => {
    await choose('passkeys');
    const { browser, body } = await enter(admin);
    expect(body).toEqual({ step: 'enrol', needed: 'passkey', ways: ['passkey'] });
    expect((await beginApp(browser)).status).toBe(403);
    const { answer } = await enrolPasskey(browser);
    expect(answer.body.next).toEqual({ step: 'signedIn' });
  });

  it('is told in words where the server can set up nothing', async () => {
    const bare = await testApp({ database: app.database, isWithoutDataKey: true });
    await choose('writers');
    const browser = bare.anonymous();
    const { body } = await browser.call(session.login, { body: { username: manager, ...byPassword } });
    expect(body).toEqual({ step: 'enrol', needed: 'any', ways: [] });
    const refused = await browser.call(enrolment.beginTotp);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('no data key')]);
    expect((await browser.call(enrolment.beginPasskey)).status).toBe(403);
    expect(await isSignedIn(browser)).toBe(false);
    await bare.close();
  });
});

describe('a factor of the wrong kind', () => {
  /** A manager who has set up an app before the policy asked for a passkey. */
  const withApp = async () => {
    const client = await app.signIn('manager');
    const made = await setUpApp(app, client);
    later(30_000);
    await choose('passkeys');
    return { client, ...made };
  };

  it('signs in only to the set-up of a passkey; the session that is there goes on', async () => {
    const { client, code } = await withApp();
    expect(await isSignedIn(client)).toBe(true);
    const browser = await afterPassword(app, manager);
    // Not before the app has shown its code: the password alone opens no set-up.
    expect((await browser.call(enrolment.beginPasskey)).status).toBe(410);
    expect((await totp(browser, code())).body).toEqual({ step: 'enrol', needed: 'passkey', ways: ['passkey'] });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await totp(browser, code(30))).status).toBe(410);
    const { answer } = await enrolPasskey(browser);
    // The recovery codes of the first factor stay.
    expect(answer.body).toEqual({ recoveryCodes: null, next: { step: 'signedIn' } });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is refused once there is a passkey, and a recovery code is not', async () => {
    const { code, recoveryCodes } = await withApp();
    const enrolling = await afterPassword(app, manager);
    await totp(enrolling, code());
    await enrolPasskey(enrolling);
    later(30_000);
    const { browser, body } = await enter(manager);
    expect(body).toEqual({ step: 'secondFactor', methods: ['passkey', 'recovery'] });
    expect((await totp(browser, code())).status).toBe(401);
    const recovery = recoveryCodes[0] ?? '';
    expect((await browser.call(loginFactors.recovery, { body: { code: recovery } })).body).toEqual({
      step: 'signedIn',
    });
  });

  it('is no way in after it was removed: the customer asks for another one first', async () => {
    const { client, code, factorUuid } = await withApp();
    const remove = () => client.call(factors.remove, { params: { id: factorUuid }, body: { proof: { code: code() } } });
    const refused = await remove();
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('asks for a passkey'),
    ]);
    expect((await client.call(factors.read)).body).toMatchObject({ needed: 'passkey', factors: [{ isNeeded: true }] });
    await choose('writers');
    later(30_000);
    expect(JSON.stringify((await remove()).body)).toContain('asks for a second factor');
    await choose('optional');
    later(30_000);
    expect((await remove()).status).toBe(200);
  });
});

describe('a ticket to set a second factor up', () => {
  it('opens nothing else', async () => {
    await choose('writers');
    const { browser } = await enter(manager);
    const statuses = new Map<string, number>();
    for (const endpoint of allEndpoints.filter(({ right, kind }) => right !== 'anyone' && kind !== 'events')) {
      const answer = await browser.call(endpoint as typeof account.read, {} as never);
      statuses.set(`${endpoint.method} ${endpoint.path}`, answer.status);
    }
    expect([...statuses].filter(([, status]) => status !== 401)).toEqual([]);
    expect(statuses.size).toBeGreaterThan(200);
    // Nor the other stage of signing in.
    expect((await totp(browser, '000000')).status).toBe(410);
    expect((await browser.call(loginPasskeys.begin)).status).toBe(410);
    expect(browser.cookie).toBeUndefined();
  });

  it('is not what the second step gives, and none of somebody else', async () => {
    await setUpApp(app, await app.signIn('reader'));
    const proving = await afterPassword(app, reader);
    await choose('writers');
    expect((await beginApp(proving)).status).toBe(410);
    const [one, other] = [await enter(manager), await enter(admin)];
    const begun = (await beginApp(one.browser)).body;
    const code = authenticatorApp(app, begun.secret);
    // The app of one user is not there for the ticket of another.
    expect((await confirmApp(other.browser, begun.factorUuid, code())).status).toBe(404);
    expect((await confirmApp(one.browser, begun.factorUuid, code())).status).toBe(200);
    const passkey = testPasskey(origin).register(await optionsFor(other.browser));
    const third = await enter(admin);
    // A challenge is bound to its ticket.
    expect((await third.browser.call(enrolment.addPasskey, { body: { passkey } })).status).toBe(400);
  });

  it('does not sign in with what a session has begun to set up for somebody else', async () => {
    const client = await app.signIn('reader');
    const { body } = await client.call(factors.setUp, { body: { name: 'Phone', proof: byPassword } });
    await choose('writers');
    const { browser } = await enter(manager);
    const code = authenticatorApp(app, body.secret)();
    expect((await confirmApp(browser, body.factorUuid, code)).status).toBe(404);
  });

  it('lets one of several set-ups at once win', async () => {
    await choose('writers');
    const browsers = await Promise.all(Array.from({ length: 4 }, async () => (await enter(manager)).browser));
    const keys = await Promise.all(
      browsers.map(async (browser) => testPasskey(origin).register(await optionsFor(browser))),
    );
    const answers = await Promise.all(
      browsers.map((browser, i) =>
        browser.call(enrolment.addPasskey, { body: { passkey: keys[i] as NonNullable<(typeof keys)[number]> } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
    expect(await countFactors(manager)).toBe(1);
    expect(browsers.filter(({ cookie }) => cookie !== undefined)).toHaveLength(1);
  });

  it('ends once a factor exists, however it came', async () => {
    await choose('writers');
    const { browser } = await enter(manager);
    const begun = (await beginApp(browser)).body;
    const passkey = testPasskey(origin).register(await optionsFor(browser));
    await choose('optional');
    await setUpApp(app, await app.signIn('manager'));
    await choose('writers');
    expect((await beginApp(browser)).status).toBe(410);
    expect((await browser.call(enrolment.addPasskey, { body: { passkey } })).status).toBe(410);
    const code = authenticatorApp(app, begun.secret);
    expect((await confirmApp(browser, begun.factorUuid, code())).status).toBe(410);
    expect(await countFactors(manager)).toBe(1);
  });

  it.each([
    ['the password was changed', `password_digest = '\\x00'`],
    ['the account was disabled', 'disabled_at = now()'],
    ['only single sign-on lets it in', 'is_sso_login_only = true'],
  ])('ends once %s', async (_what, change) => {
    await choose('writers');
    const { browser } = await enter(manager);
    const begun = (await beginApp(browser)).body;
    const { rows } = await postgres.query('select * from users where username = $1', [manager]);
    await postgres.query(`update users set ${change} where username = $1`, [manager]);
    const code = authenticatorApp(app, begun.secret);
    expect((await confirmApp(browser, begun.factorUuid, code())).status).toBe(410);
    await postgres.query(
      'update users set disabled_at = null, is_sso_login_only = false, password_digest = $2 where username = $1',
      [manager, rows[0].password_digest],
    );
    expect((await confirmApp(browser, begun.factorUuid, code())).status).toBe(200);
  });

  it('is over after a quarter of an hour, and after twenty tries', async () => {
    await choose('writers');
    const late = (await enter(manager)).browser;
    later(factorLimits.enrolMs);
    expect((await beginApp(late)).status).toBe(410);
    const { browser } = await enter(manager);
    for (let i = 0; i < factorLimits.enrolTries; i++) expect((await beginApp(browser)).status).toBe(200);
    expect((await beginApp(browser)).status).toBe(410);
  });

  it('signs in with what was set up when the policy was lowered meanwhile, and asks for more when it was raised', async () => {
    await choose('writers');
    const lowered = (await enter(manager)).browser;
    await choose('optional');
    expect((await enrolApp(lowered)).answer.body.next).toEqual({ step: 'signedIn' });
    await postgres.query('delete from factors');
    await choose('writers');
    const raised = (await enter(manager)).browser;
    const begun = (await beginApp(raised)).body;
    await choose('passkeys');
    const code = authenticatorApp(app, begun.secret);
    expect((await confirmApp(raised, begun.factorUuid, code())).status).toBe(403);
    expect((await enrolPasskey(raised)).answer.body.next).toEqual({ step: 'signedIn' });
  });

  it('needs a passkey made as asked: user verified, for this host, once', async () => {
    await choose('writers');
    const { browser } = await enter(manager);
    for (const twist of [{ isUserVerified: false }, { origin: 'https://evil.example' }, { isDiscoverable: false }]) {
      const passkey = testPasskey(origin).register(await optionsFor(browser), twist);
      expect((await browser.call(enrolment.addPasskey, { body: { passkey } })).status).toBe(400);
    }
    expect(browser.cookie).toBeUndefined();
    // One that was asked for in a session is bound to that session.
    await choose('optional');
    const client = await app.signIn('manager');
    await choose('writers');
    const foreign = (await client.call(passkeys.begin, { body: { proof: byPassword } })).body.options;
    const passkey = testPasskey(origin).register(foreign);
    expect((await browser.call(enrolment.addPasskey, { body: { passkey } })).status).toBe(400);
  });
});
