import { factors } from '@patchkeep/contract/factors';
import { singleSignOn, type SsoConnection, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import { sites } from '@patchkeep/contract/sites';
import { stepUp } from '@patchkeep/contract/step-up';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import {
  type CrookedProvider,
  crookedProvider,
  keyPair,
  type KeyPair,
  signed,
} from '../../../testkit/sso/crooked-provider.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { samlKey, signedResponse } from '../../../testkit/sso/saml-provider.ts';
import {
  connectSaml,
  samlAnswer,
  samlProvider,
  type SamlProvider,
  samlSignInAs,
  samlSpeech,
} from '../../../testkit/sso/saml-world.ts';
import {
  answerOf,
  beginAt,
  type Claims,
  connect,
  honestClaims,
  proveDomain,
  signInAs,
  ssoSettings,
} from '../../../testkit/sso/sso-world.ts';
import { ssoTexts } from './sso-refusal.service.ts';

const minuteMs = 60_000;
let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let provider: CrookedProvider;
let key: KeyPair;
let connection: SsoConnection;
let saml: { connection: SsoConnection; provider: SamlProvider };
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: { ...ssoSettings(dns), PATCHKEEP_STEP_UP_MINUTES: '15' } });
  postgres = app.database.pool('postgres');
  const admin = await app.signIn('admin');
  key = await keyPair('k1');
  provider = await crookedProvider([key.jwk]);
  await proveDomain(admin, dns, 'ours.example');
  connection = await connect(admin, provider.issuer);
  const at = samlProvider(samlKey());
  const domainUuid = await proveDomain(admin, dns, 'other.example');
  saml = { connection: await connectSaml(admin, at), provider: at };
  const { connectionUuid } = saml.connection;
  await admin.call(singleSignOn.changeDomain, { params: { id: domainUuid }, body: { connectionUuid } });
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});
afterEach(async () => {
  await postgres.query('delete from login_throttle');
});

const later = (ms: number): void => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const seconds = (): number => Math.floor(app.clock.now.getTime() / 1_000);
/** Something harmless that asks for a proof: it stops at the name of the site, after the proof was looked at. */
const act = async (client: TestClient) => (await client.call(sites.create, { body: { siteName: '' } })).body;
const needed = { code: 2101 };
const lastRefusal = async () => {
  const { rows } = await postgres.query(
    "select after from audit_entries where verb = 'sso.refused' order by at desc, seq desc limit 1",
  );
  return rows[0]?.after.reason;
};

/** Somebody who came through the identity provider, and administers. */
const arrive = async (username: string, change: Claims = {}): Promise<TestClient> => {
  const { client, status } = await signInAs(app, { connection, provider, key }, username, change);
  expect(status).toBe(200);
  await postgres.query('update users set is_system_admin = true where username = $1', [username]);
  later(2_000);
  await client.ehlo();
  return client;
};

const begin = async (client: TestClient): Promise<URLSearchParams> => {
  const { status, body } = await client.call(stepUp.beginAtProvider);
  expect(status).toBe(200);
  return new URL(body.address).searchParams;
};
/** The identity provider says who has signed in anew, a second ago where nothing else is said. */
const answer = async (client: TestClient, asked: URLSearchParams, username: string, change: Claims = {}) => {
  const claims = { ...honestClaims(app, asked, username, provider.issuer), auth_time: seconds() - 1, ...change };
  provider.answer = { body: JSON.stringify({ id_token: await signed(claims, key) }) };
  const { status, body } = await client.call(ssoSignIn.finish, { body: answerOf(connection, asked) });
  return { status, body };
};
const prove = async (client: TestClient, username: string, change: Claims = {}) =>
  answer(client, await begin(client), username, change);
const proved = { status: 200, body: { step: 'proved' } };
const refusedWith = (message: string) => ({ status: 403, body: { message } });

describe('somebody without a password here', () => {
  it('proves at the identity provider who they are, which is asked to let them sign in anew', async () => {
    const ada = await arrive('ada@ours.example');
    later(16 * minuteMs);
    expect(await act(ada)).toMatchObject(needed);
    expect((await ada.call(stepUp.ways)).body).toEqual({ ways: [], provider: { label: 'Contoso' } });
    const former = ada.cookie;
    const asked = await begin(ada);
    expect(Object.fromEntries(asked)).toMatchObject({ prompt: 'login', max_age: '0', login_hint: 'ada@ours.example' });
    expect(await answer(ada, asked, 'ada@ours.example')).toEqual(proved);
    expect(await act(ada)).not.toMatchObject(needed);
    // As after every proof: another cookie, and the one of before is worth nothing.
    expect(ada.cookie).not.toBe(former);
    later(11_000);
    const thief = app.anonymous();
    thief.cookie = former;
    expect((await thief.call(factors.read)).status).toBe(401);
    later(15 * minuteMs);
    expect(await act(ada)).toMatchObject(needed);
    const { rows } = await postgres.query(
      "select from audit_entries e join users u on u.user_id = e.actor_id where verb = 'session.stepUp' and username = $1",
      ['ada@ours.example'],
    );
    expect(rows).toHaveLength(1);
  });

  it('has not proved anything by coming back to an identity provider that still knows them', async () => {
    const old = await arrive('old@ours.example', { auth_time: seconds() - 20 * 60 });
    expect(await act(old)).toMatchObject(needed);
    expect(await prove(old, 'old@ours.example')).toEqual(proved);
    expect(await act(old)).not.toMatchObject(needed);
    const fresh = await arrive('old@ours.example', { auth_time: seconds() - 60 });
    expect(await act(fresh)).not.toMatchObject(needed);
  });
});

describe('an answer that shall prove who is signed in', () => {
  it('proves nothing when somebody else has signed in there', async () => {
    await arrive('bob@ours.example');
    const ada = await arrive('ada@ours.example');
    later(16 * minuteMs);
    expect(await prove(ada, 'bob@ours.example')).toEqual(refusedWith(ssoTexts.otherPerson));
    expect(await lastRefusal()).toBe('otherPerson');
    expect(await prove(ada, 'nobody@ours.example')).toEqual(refusedWith(ssoTexts.otherPerson));
    expect(await act(ada)).toMatchObject(needed);
    const { rows } = await postgres.query("select from users where username = 'nobody@ours.example'");
    expect(rows).toEqual([]);
  });

  it('proves nothing when the sign-in there is older than the question, or its time is not told', async () => {
    const ada = await arrive('ada@ours.example');
    later(16 * minuteMs);
    expect(await prove(ada, 'ada@ours.example', { auth_time: seconds() - 62 })).toEqual(
      refusedWith(ssoTexts.oldSignIn),
    );
    expect(await prove(ada, 'ada@ours.example', { auth_time: undefined })).toEqual(refusedWith(ssoTexts.noSignInTime));
    for (const auth_time of ['now', null, seconds() + 120])
      expect((await prove(ada, 'ada@ours.example', { auth_time })).status).toBe(403);
    expect(await act(ada)).toMatchObject(needed);
    // Clocks may be a minute apart.
    expect(await prove(ada, 'ada@ours.example', { auth_time: seconds() - 59 })).toEqual(proved);
  });

  it('proves nothing a second time, by another state or nonce, or for another session', async () => {
    const [ada, elsewhere] = [await arrive('ada@ours.example'), await arrive('ada@ours.example')];
    later(16 * minuteMs);
    const asked = await begin(ada);
    const ticket = ada.ssoCookie;
    const others = new URLSearchParams(asked);
    others.set('state', 'x'.repeat(43));
    expect(await answer(ada, others, 'ada@ours.example')).toEqual(refusedWith(ssoTexts.otherBrowser));
    ada.ssoCookie = ticket;
    // The other session of the same person, with the ticket of this one.
    elsewhere.ssoCookie = ticket;
    expect(await answer(elsewhere, asked, 'ada@ours.example')).toEqual(refusedWith(ssoTexts.otherBrowser));
    expect(await act(elsewhere)).toMatchObject(needed);
    expect(await prove(ada, 'ada@ours.example', { nonce: 'x' })).toMatchObject({ status: 403 });
    expect(await lastRefusal()).toBe('nonce');
    const again = await begin(ada);
    const used = ada.ssoCookie;
    expect(await answer(ada, again, 'ada@ours.example')).toEqual(proved);
    // As if the proof had been long ago, while the answer would still be in time.
    const old = new Date(app.clock.now.getTime() - 16 * minuteMs);
    await postgres.query('update sessions set proved_at = $1', [old]);
    later(2_000);
    ada.ssoCookie = used;
    expect(await answer(ada, again, 'ada@ours.example')).toEqual(refusedWith(ssoTexts.otherBrowser));
    expect(await act(ada)).toMatchObject(needed);
  });

  it('signs nobody in, and an answer to sign in proves no session', async () => {
    const ada = await arrive('ada@ours.example');
    later(16 * minuteMs);
    const asked = await begin(ada);
    const stranger = app.anonymous();
    stranger.ssoCookie = ada.ssoCookie;
    expect(await answer(stranger, asked, 'ada@ours.example')).toEqual(refusedWith(ssoTexts.otherBrowser));
    expect(stranger.cookie).toBeUndefined();
    const begun = await beginAt(app, ada, 'ada@ours.example', provider.issuer);
    const former = ada.cookie;
    expect((await answer(ada, begun.asked, 'ada@ours.example')).body).toEqual({ step: 'signedIn' });
    const tab = app.anonymous();
    tab.cookie = former;
    expect((await tab.call(factors.read)).status).toBe(401);
  });

  it('can be asked for only in a session that came through an identity provider', async () => {
    const admin = await app.signIn('admin');
    expect((await admin.call(stepUp.ways)).body).toEqual({ ways: ['password'], provider: null });
    expect((await admin.call(stepUp.beginAtProvider)).status).toBe(400);
  });
});

describe('the same by SAML', () => {
  const arriveBySaml = async (username: string): Promise<TestClient> => {
    const { client, status } = await samlSignInAs(app, saml, username);
    expect(status).toBe(200);
    await postgres.query('update users set is_system_admin = true where username = $1', [username]);
    later(2_000);
    await client.ehlo();
    return client;
  };
  const proveBySaml = async (client: TestClient, username: string, change: object = {}) => {
    const { body: begun } = await client.call(stepUp.beginAtProvider);
    const { asked, said } = samlSpeech(app, begun.address, username, saml.provider);
    const xml = signedResponse({ ...said, ...change }, saml.provider.key);
    const { status, body } = await client.call(ssoSignIn.finishSaml, {
      body: samlAnswer(saml.connection, asked, xml),
    });
    return { asked, status, body };
  };

  it('forces a sign-in there, whose time must come after the question and whose person must be the same', async () => {
    await arriveBySaml('eve@other.example');
    const mia = await arriveBySaml('mia@other.example');
    later(16 * minuteMs);
    expect(await act(mia)).toMatchObject(needed);
    expect(await proveBySaml(mia, 'eve@other.example')).toMatchObject(refusedWith(ssoTexts.otherPerson));
    expect(await proveBySaml(mia, 'mia@other.example', { signedInSeconds: -62 })).toMatchObject(
      refusedWith(ssoTexts.oldSignIn),
    );
    expect(await act(mia)).toMatchObject(needed);
    const done = await proveBySaml(mia, 'mia@other.example', { signedInSeconds: -1 });
    expect(done).toMatchObject(proved);
    expect(done.asked.xml).toContain(' ForceAuthn="true" ');
    expect(await act(mia)).not.toMatchObject(needed);
  });

  it('forces nobody who only signs in, and counts the proof from the sign-in there', async () => {
    const client = app.anonymous();
    const { body } = await client.call(ssoSignIn.begin, { body: { username: 'old@other.example' } });
    const { asked, said } = samlSpeech(app, body.address, 'old@other.example', saml.provider);
    expect(asked.xml).not.toContain('ForceAuthn');
    const xml = signedResponse({ ...said, signedInSeconds: -20 * 60 }, saml.provider.key);
    await client.call(ssoSignIn.finishSaml, { body: samlAnswer(saml.connection, asked, xml) });
    await postgres.query("update users set is_system_admin = true where username = 'old@other.example'");
    later(2_000);
    await client.ehlo();
    expect(await act(client)).toMatchObject(needed);
  });
});
