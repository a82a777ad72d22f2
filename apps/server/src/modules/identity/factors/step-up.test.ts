import { allEndpoints } from '@patchkeep/contract/api';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { approvals } from '@patchkeep/contract/approvals';
import { changeSets } from '@patchkeep/contract/change-sets';
import { type AnyEndpoint, endpoint } from '@patchkeep/contract/endpoint';
import { factors } from '@patchkeep/contract/factors';
import { nothing } from '@patchkeep/contract/fields';
import { passkeys } from '@patchkeep/contract/passkeys';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { stepUp } from '@patchkeep/contract/step-up';
import { users } from '@patchkeep/contract/users';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../../platform/config/config.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { byPassword, setUpApp } from '../../../testkit/factors/second-factor.ts';
import { testPasskey } from '../../../testkit/factors/test-passkey.ts';
import { people } from '../../../testkit/world.ts';

const origin = 'https://patchkeep.example';
const minuteMs = 60_000;
let app: TestApp;
/** A second process of the same installation. */
let other: TestApp;
let postgres: pg.Pool;
beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_PUBLIC_URL: origin, PATCHKEEP_STEP_UP_MINUTES: '15' } });
  other = await testApp({ database: app.database });
  postgres = app.database.pool('postgres');
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(async () => {
  await postgres.query(
    'delete from factors where confirmed_at is not null; delete from recovery_codes; delete from login_throttle',
  );
});

const later = (ms: number): void => {
  for (const each of [app, other]) each.clock.now = new Date(each.clock.now.getTime() + ms);
};
/** Something harmless that asks for a proof: it stops at the name of the site, after the proof was looked at. */
const act = (client: TestClient) => client.call(sites.create, { body: { siteName: '' } });
const needed = { status: 403, body: { code: 2101, message: 'Confirm first that it is you.' } };
const prove = (client: TestClient, proof: { code: string } | typeof byPassword = byPassword) =>
  client.call(stepUp.prove, { body: { proof } });
/** Another tab that still holds the cookie of before. */
const holding = (where: TestApp, client: TestClient, cookie: string | undefined): TestClient => {
  const tab = where.anonymous();
  tab.cookie = cookie;
  tab.csrf = client.csrf;
  return Object.assign(tab, { instanceId: client.instanceId });
};

describe('a dangerous act', () => {
  it('is done within 15 minutes after signing in, and afterwards asks for a proof, which counts for 15 minutes', async () => {
    const admin = await app.signIn('admin');
    later(15 * minuteMs - 1_000);
    expect((await act(admin)).status).toBe(400);
    later(1_000);
    expect(await act(admin)).toMatchObject(needed);
    expect((await prove(admin)).status).toBe(200);
    expect((await act(admin)).status).toBe(400);
    later(15 * minuteMs);
    expect(await act(admin)).toMatchObject(needed);
    const { rows } = await postgres.query(`select from audit_entries where verb = 'session.stepUp'`);
    expect(rows).toHaveLength(1);
  });

  it('asks as long after signing in as the operator says, after 15 minutes where nothing is said', async () => {
    expect(settings.PATCHKEEP_STEP_UP_MINUTES.parse(undefined)).toBe(15);
    const patient = await testApp({ database: app.database, env: { PATCHKEEP_STEP_UP_MINUTES: '30' } });
    patient.clock.now = app.clock.now;
    const admin = await patient.signIn('admin');
    patient.clock.now = new Date(patient.clock.now.getTime() + 29 * minuteMs);
    expect((await act(admin)).status).toBe(400);
    patient.clock.now = new Date(patient.clock.now.getTime() + minuteMs);
    expect(await act(admin)).toMatchObject(needed);
    await patient.close();
  });

  it('is refused by its right first, and asks nobody who may not do it', async () => {
    const reader = await app.signIn('reader');
    later(16 * minuteMs);
    expect((await act(reader)).body).toEqual({ message: 'Needs isSystemAdmin' });
  });

  it('asks also where the body says that it holds for all sites', async () => {
    const admin = await app.signIn('admin');
    later(16 * minuteMs);
    const change = { kind: 'app' as const, type: 'block' as const, channelTag: 'x' };
    const apply = (level: 'system' | 'site') =>
      admin.call(approvals.applyChanges, { body: { changes: [{ ...change, level }], reason: '' } });
    expect(await apply('system')).toMatchObject(needed);
    expect((await apply('site')).body).not.toMatchObject({ code: 2101 });
  });

  it('asks no API token, which has its own bounds', async () => {
    const manager = await app.signIn('manager');
    const alpha = (await manager.ehlo()).body.sites.find(({ siteName }) => siteName === 'alpha');
    await manager.call(sites.select, { params: { id: alpha?.siteAccountUuid ?? '' } });
    await manager.ehlo();
    const body = { name: 'Script', permissions: 115, expiresInDays: 5 };
    const { secret } = (await manager.call(apiTokens.create, { body })).body;
    later(16 * minuteMs);
    const confirm = (headers: Record<string, string>, client: TestClient) =>
      client.call(
        changeSets.confirm,
        { params: { id: alpha?.siteAccountUuid ?? '' }, body: { contentHash: 'x' } },
        headers,
      );
    expect(await confirm({}, manager)).toMatchObject(needed);
    expect((await confirm({ authorization: `Bearer ${secret}` }, app.anonymous())).status).toBe(404);
  });
});

describe('the proof of a session', () => {
  it('is the password without a second factor, and a factor with one', async () => {
    const admin = await app.signIn('admin');
    expect((await admin.call(stepUp.ways)).body.ways).toEqual(['password']);
    const { code, recoveryCodes } = await setUpApp(app, admin);
    later(16 * minuteMs);
    expect((await admin.call(stepUp.ways)).body.ways).toEqual(['totp', 'recovery']);
    expect((await prove(admin)).status).toBe(400);
    expect((await prove(admin, { code: '000000' })).body).toEqual({
      message: 'This code is not right, or was used already.',
    });
    expect(await act(admin)).toMatchObject(needed);
    expect((await prove(admin, { code: code() })).status).toBe(200);
    expect((await act(admin)).status).toBe(400);
    later(16 * minuteMs);
    expect((await prove(admin, { code: recoveryCodes[0] ?? '' })).status).toBe(200);
    expect((await act(admin)).status).toBe(400);
  });

  it('may be a passkey, whose challenge is of this session', async () => {
    const [admin, elsewhere] = [await app.signIn('admin'), await app.signIn('admin')];
    const key = testPasskey(origin);
    const begun = await admin.call(passkeys.begin, { body: { proof: byPassword } });
    await admin.call(passkeys.add, { body: { name: 'Key', passkey: key.register(begun.body.options) } });
    expect((await admin.call(stepUp.ways)).body.ways).toEqual(['passkey', 'recovery']);
    later(16 * minuteMs);
    const optionsOf = async (client: TestClient) => (await client.call(stepUp.passkeyOptions)).body.options;
    const proveBy = async (options: Record<string, unknown>, twist = {}) =>
      (await admin.call(stepUp.prove, { body: { proof: { passkey: key.answer(options, twist) } } })).status;
    expect(await proveBy(await optionsOf(elsewhere))).toBe(400);
    expect(await proveBy(await optionsOf(admin), { isUserVerified: false })).toBe(400);
    expect(await act(admin)).toMatchObject(needed);
    expect(await proveBy(await optionsOf(admin))).toBe(200);
    expect((await act(admin)).status).toBe(400);
  });

  it('is slowed down after five wrong passwords', async () => {
    const admin = await app.signIn('admin');
    const wrong = { ...byPassword, passwordHash: 'W'.repeat(43) };
    for (let i = 0; i < 5; i++) expect((await prove(admin, wrong)).status).toBe(400);
    expect((await prove(admin)).status).toBe(429);
  });

  it('is not offered to who signs in by single sign-on only: they sign in again', async () => {
    const manager = await app.signIn('manager');
    const set = (isOnly: boolean) =>
      postgres.query('update users set is_sso_login_only = $1 where username = $2', [isOnly, people.manager]);
    await set(true);
    expect((await manager.call(stepUp.ways)).body.ways).toEqual([]);
    expect((await prove(manager)).status).toBe(403);
    await set(false);
  });
});

describe('the cookie after a proof', () => {
  it('is a new one; the former reads for ten seconds, writes nothing, and is worth nothing afterwards', async () => {
    const admin = await app.signIn('admin');
    const former = admin.cookie;
    await prove(admin);
    expect(admin.cookie).not.toBe(former);
    for (const where of [app, other]) {
      const tab = holding(where, admin, former);
      await expect.poll(async () => (await tab.call(session.logout)).status).toBe(401);
      expect((await tab.call(factors.read)).status).toBe(200);
    }
    // The value that other tabs send with their writes stays good.
    expect((await admin.call(users.create, { params: { id: 'x' }, body: {} as never })).status).toBe(404);
    expect((await admin.call(factors.read)).status).toBe(200);
    later(11_000);
    for (const where of [app, other]) expect((await holding(where, admin, former).call(factors.read)).status).toBe(401);
  });

  it('is given once when two tabs prove at the same time, so that neither takes it from the other', async () => {
    const admin = await app.signIn('admin');
    const former = admin.cookie;
    const tabs = [holding(app, admin, former), holding(app, admin, former)];
    const answers = await Promise.all(tabs.map((tab) => prove(tab)));
    const given = tabs.filter(({ cookie }) => cookie !== former);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(given).toHaveLength(1);
    later(11_000);
    expect((await given[0]?.call(factors.read))?.status).toBe(200);
  });
});

const asking: readonly AnyEndpoint['right'][] = ['isSystemAdmin', 'canManageSites', 'canManageApiTokens'];
/** Previews are sent as a body, and write nothing. */
const isPreview = ({ path, ungated }: AnyEndpoint) => path.endsWith('/preview') && ungated === 'Changes nothing';
/** What one does to one's own factors and password, and a second person's word. */
const isOther = ({ path }: AnyEndpoint) => /^\/(mfa|change-password|change-set\/:id\/confirm)\b/.test(path);
const isUnasked = (each: AnyEndpoint): boolean =>
  each.method !== 'GET' &&
  !isPreview(each) &&
  (asking.includes(each.right) || isOther(each)) &&
  each.stepUp === undefined;
const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

describe('the census of dangerous acts', () => {
  it('finds no write of administrators, of factors or of a second person that asks for no proof', () => {
    expect(allEndpoints.filter(isUnasked).map(nameOf)).toEqual([]);
    const asked = allEndpoints.filter((each) => each.stepUp === 'recent');
    expect(asked.length).toBeGreaterThanOrEqual(39);
    expect(asked.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  it('would find one', () => {
    const write = { method: 'POST', summary: '', moves: 'nothing', response: nothing } as const;
    const some = asking.map((right) => endpoint({ ...write, path: '/new', right }));
    expect(some.map(isUnasked)).toEqual([true, true, true]);
    expect(isUnasked(endpoint({ ...write, path: '/mfa/new', right: 'signedIn' }))).toBe(true);
    expect(isUnasked({ ...some[0]!, stepUp: 'recent' })).toBe(false);
  });

  it('finds a proof in each call that says it carries one, or in the call that it follows', () => {
    const carrying = allEndpoints.filter((each) => each.stepUp === 'each');
    const hasProof = ({ body }: AnyEndpoint) => Object.keys(body?.shape ?? {}).some((key) => /^(proof|mfa)$/.test(key));
    // The first code of an app and the new passkey answer what a call with a proof has given.
    expect(carrying.filter((each) => !hasProof(each)).map(nameOf)).toEqual([factors.confirm, passkeys.add].map(nameOf));
  });
});
