import { account } from '@patchkeep/contract/account';
import { factors } from '@patchkeep/contract/factors';
import { rolePreset } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { singleSignOn, type SsoConnection, ssoAccount, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import { sites } from '@patchkeep/contract/sites';
import { users } from '@patchkeep/contract/users';
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
import {
  answerOf,
  beginAt,
  type Claims,
  connect,
  honestClaims,
  proveDomain,
  publicUrl,
  signInAs,
  ssoSettings,
} from '../../../testkit/sso/sso-world.ts';
import { clientHash, people } from '../../../testkit/world.ts';
import { ssoTexts } from './sso-refusal.service.ts';
import { challengeOf } from './sso-ticket.factory.ts';

let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let admin: TestClient;
let provider: CrookedProvider;
let key: KeyPair;
let connection: SsoConnection;
let siteIds: Record<string, string>;
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  postgres = app.database.pool('postgres');
  admin = await app.signIn('admin');
  key = await keyPair('k1');
  provider = await crookedProvider([key.jwk]);
  await proveDomain(admin, dns, 'ours.example');
  connection = await connect(admin, provider.issuer);
  const { body } = await admin.call(sites.list);
  siteIds = Object.fromEntries(body.sites.map(({ siteName, siteAccountUuid }) => [siteName, siteAccountUuid]));
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});
afterEach(async () => {
  await postgres.query('delete from login_throttle');
  app.clock.now = new Date(app.clock.now.getTime() + 2_000);
});

const arrive = (username: string, change: Claims = {}) =>
  signInAs(app, { connection, provider, key }, username, change);
const lastRefusal = async () => {
  const { rows } = await postgres.query(
    "select after from audit_entries where verb = 'sso.refused' order by at desc, seq desc limit 1",
  );
  return rows[0]?.after;
};
const map = async (mappings: readonly [group: string, site: string, permissions: 49 | 115 | 4211][]) => {
  const { body } = await admin.call(singleSignOn.read);
  const { serialNumber } = body.connections[0] ?? { serialNumber: 0 };
  const sent = mappings.map(([group, site, sitePermissions]) => ({
    group,
    siteAccountUuid: siteIds[site] ?? '',
    sitePermissions,
  }));
  const saved = await admin.call(singleSignOn.saveMappings, {
    params: { id: connection.connectionUuid },
    body: { serialNumber, mappings: sent },
  });
  expect(saved.status).toBe(200);
};
const rightsOf = async (username: string) => {
  const { rows } = await postgres.query(
    `select s.name, m.permissions, m.is_mapped from site_members m join users u using (customer_id, user_id)
     join sites s using (customer_id, site_id) where u.username = $1 order by lower(s.name)`,
    [username],
  );
  return rows.map(({ name, permissions, is_mapped }) => [name, permissions, is_mapped ? 'mapping' : 'hand']);
};

describe('what the sign-in page offers', () => {
  it('depends on the domain alone: the same for a name that somebody has and for one that nobody has', async () => {
    const ways = async (username: string) =>
      (await app.anonymous().call(ssoSignIn.ways, { body: { username } })).body.singleSignOn;
    const offered = { label: 'Contoso', isRequired: false };
    for (const username of [people.admin, people.disabled, people.sso, 'nobody@ours.example', ' X@OURS.example '])
      expect([username, await ways(username)]).toEqual([username, offered]);
    for (const username of [
      people.stranger,
      'x@sub.ours.example',
      'x@example',
      'ours.example',
      '@ours.example',
      'x@y@ours.example',
    ])
      expect([username, await ways(username)]).toEqual([username, null]);
  });

  it('asks the identity provider by code, with state, nonce and a challenge, and keeps the rest in a sealed cookie', async () => {
    const client = app.anonymous();
    const { body, headers } = await client.call(ssoSignIn.begin, { body: { username: 'ada@ours.example' } });
    const address = new URL(body.address);
    expect(address.origin).toBe(provider.issuer);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'patchkeep',
      redirect_uri: `${publicUrl}/login/sso/${connection.connectionUuid}`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'ada@ours.example',
    });
    expect(headers['set-cookie']).toMatch(/^sso=[\w-]{100,200}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
  });
});

describe('somebody who comes for the first time', () => {
  it('gets an account with the rights of the groups, and signs in by the same name later', async () => {
    const { client, status, body } = await arrive('ada@ours.example');
    expect([status, body]).toEqual([200, { step: 'signedIn' }]);
    const hello = (await client.ehlo()).body;
    expect(hello).toMatchObject({ username: 'ada@ours.example', isSystemAdmin: false });
    expect(await rightsOf('ada@ours.example')).toEqual([['alpha', rolePreset['Read & Write'], 'mapping']]);
    expect((await client.call(account.read)).body).toMatchObject({ isSsoLoginOnly: true, longName: 'Ada Lovelace' });
    // The code was traded with the verifier of the challenge, by the client and its secret.
    expect(provider.asked.at(-1)?.get('code')).toBe('a code');
    const again = await arrive('ada@ours.example', { email: 'renamed@ours.example' });
    expect((await again.client.ehlo()).body.userAccountUuid).toBe(hello.userAccountUuid);
  });

  it('sends the verifier that fits the challenge', async () => {
    const client = app.anonymous();
    const { asked, claims } = await beginAt(app, client, 'ada@ours.example', provider.issuer);
    provider.answer = { body: JSON.stringify({ id_token: await signed(claims, key) }) };
    await client.call(ssoSignIn.finish, { body: answerOf(connection, asked) });
    expect(challengeOf(provider.asked.at(-1)?.get('code_verifier') ?? '')).toBe(asked.get('code_challenge'));
  });

  it('is told that nobody gave access without a mapped group, and leaves no account', async () => {
    const { status, body } = await arrive('bob@ours.example', { groups: ['everybody'] });
    expect([status, body]).toEqual([403, { message: ssoTexts.noAccess }]);
    expect(await lastRefusal()).toEqual({
      reason: 'noGroup',
      subject: 'subject of bob@ours.example',
      email: 'bob@ours.example',
    });
    const { rows } = await postgres.query("select 1 from users where username = 'bob@ours.example'");
    expect(rows).toEqual([]);
  });

  it('never becomes a system administrator by a group', async () => {
    const { client } = await arrive('carl@ours.example', {
      groups: ['patchers', 'System Administrator', 'Administer', 'isSystemAdmin'],
      isSystemAdmin: true,
    });
    expect((await client.ehlo()).body.isSystemAdmin).toBe(false);
  });
});

describe('rights by groups', () => {
  it('become at each sign-in what the groups give now; those given by hand stay', async () => {
    await arrive('dora@ours.example');
    await map([
      ['patchers', 'alpha', rolePreset['Read-Only']],
      ['patchers', 'Beta', rolePreset['Read & Write']],
      ['bosses', 'Beta', rolePreset.Administer],
      ['others', 'Closed', rolePreset.Administer],
    ]);
    const { client } = await arrive('dora@ours.example', { groups: ['patchers', 'bosses'] });
    expect(await rightsOf('dora@ours.example')).toEqual([
      ['alpha', 49, 'mapping'],
      ['Beta', 4211, 'mapping'],
    ]);
    const user = (await client.ehlo()).body.userAccountUuid;
    const byHand = await admin.call(users.update, {
      params: { site: siteIds['alpha'] ?? '', user },
      body: { sitePermissions: rolePreset['Read & Write'] },
    });
    expect(byHand.status).toBe(200);
    await arrive('dora@ours.example', { groups: ['others'] });
    expect(await rightsOf('dora@ours.example')).toEqual([
      ['alpha', 115, 'hand'],
      ['Closed', 4211, 'mapping'],
    ]);
    await map([['patchers', 'alpha', rolePreset['Read & Write']]]);
  });

  it('are taken away from who has left all groups, who is then refused, and open sessions lose them too', async () => {
    const { client } = await arrive('eve@ours.example');
    expect((await client.ehlo()).body.sites).toHaveLength(1);
    const { status, body } = await arrive('eve@ours.example', { groups: [] });
    expect([status, body]).toEqual([403, { message: ssoTexts.noAccess }]);
    expect(await lastRefusal()).toMatchObject({ reason: 'noSite' });
    expect(await rightsOf('eve@ours.example')).toEqual([]);
    expect((await client.ehlo()).body.sites).toEqual([]);
  });
});

describe('an account of before', () => {
  const connectAs = async (client: TestClient, username: string, change: Claims = {}) => {
    const { body, status } = await client.call(ssoAccount.begin);
    if (status !== 200) return { status, body: body as unknown };
    const asked = new URL(body.address).searchParams;
    const claims = { ...honestClaims(app, asked, username, provider.issuer), ...change };
    provider.answer = { body: JSON.stringify({ id_token: await signed(claims, key) }) };
    return client.call(ssoSignIn.finish, { body: answerOf(connection, asked) });
  };

  it('is never found by its address, and is connected by who has signed in with the password', async () => {
    const refused = await arrive(people.manager);
    expect([refused.status, refused.body]).toEqual([403, { message: ssoTexts.existing }]);
    expect(await lastRefusal()).toMatchObject({ reason: 'existingUser' });
    const manager = await app.signIn('manager');
    expect((await manager.call(ssoAccount.read)).body).toEqual({ offered: { label: 'Contoso' }, linked: [] });
    expect(await connectAs(manager, people.manager)).toMatchObject({ status: 200, body: { step: 'linked' } });
    expect((await manager.call(ssoAccount.read)).body.linked).toMatchObject([{ label: 'Contoso', lastUsed: null }]);
    const { client, status } = await arrive(people.manager);
    expect([status, (await client.ehlo()).body.username]).toEqual([200, people.manager]);
    // What was given by hand is still so.
    expect(await rightsOf(people.manager)).toEqual([
      ['alpha', 4211, 'hand'],
      ['Beta', 115, 'hand'],
    ]);
  });

  it('is one person of the organisation, and one person is one account', async () => {
    const reader = await app.signIn('reader');
    const taken = await connectAs(reader, people.manager);
    expect([taken.status, taken.body]).toEqual([403, { message: ssoTexts.linkedElsewhere }]);
    const manager = await app.signIn('manager');
    const second = await connectAs(manager, 'someone.else@ours.example');
    expect([second.status, second.body]).toEqual([403, { message: ssoTexts.linkedAlready }]);
  });

  it('is connected only in the browser, and for the user, that asked for it', async () => {
    const reader = await app.signIn('reader');
    const { body } = await reader.call(ssoAccount.begin);
    const asked = new URL(body.address).searchParams;
    const claims = honestClaims(app, asked, people.reader, provider.issuer);
    provider.answer = { body: JSON.stringify({ id_token: await signed(claims, key) }) };
    const other = await app.signIn('manager');
    other.ssoCookie = reader.ssoCookie;
    const answer = await other.call(ssoSignIn.finish, { body: answerOf(connection, asked) });
    expect([answer.status, answer.body]).toEqual([403, { message: ssoTexts.otherBrowser }]);
    expect(await lastRefusal()).toEqual({ reason: 'otherUser' });
    expect((await reader.call(ssoAccount.read)).body.linked).toEqual([]);
  });
});

describe('a user who may sign in by single sign-on only', () => {
  it('is refused with a right password as anybody is with a wrong one, and can set neither password nor factor [ACCT-09]', async () => {
    const { client } = await arrive('fay@ours.example');
    const { body: me } = await client.ehlo();
    // Even a password that somehow got there.
    await postgres.query(
      `update users set (password_salt, password_digest, password_version) =
         (select password_salt, password_digest, password_version from users where username = $1)
       where user_id = $2`,
      [people.reader, me.userAccountUuid],
    );
    const byPassword = async (username: string, passwordHash: string) => {
      const sent = await app
        .anonymous()
        .call(session.login, { body: { username, passwordHash, passwordHashVersion: 1 } });
      return [sent.status, sent.body];
    };
    const wrong = await byPassword('nobody@ours.example', clientHash);
    expect(await byPassword('fay@ours.example', clientHash)).toEqual(wrong);
    expect(await byPassword(people.reader, clientHash)).toEqual([200, { step: 'signedIn' }]);
    const changed = await client.call(account.changePassword, {
      body: { currentPassword: clientHash, newPassword: 'B'.repeat(43) },
    });
    const proof = { passwordHash: clientHash, passwordHashVersion: 1 as const };
    const factor = await client.call(factors.setUp, { body: { name: 'x', proof } });
    expect([changed.status, factor.status, me.username]).toEqual([403, 403, 'fay@ours.example']);
  });
});

describe('the end', () => {
  it('of a session is signing out, and of an account its removal: the organisation does not bring it back', async () => {
    const { client } = await arrive('gus@ours.example');
    const user = (await client.ehlo()).body.userAccountUuid;
    expect((await client.call(session.logout)).status).toBe(200);
    expect((await client.call(account.read)).status).toBe(401);
    const again = await arrive('gus@ours.example');
    await again.client.ehlo();
    expect(again.status).toBe(200);
    const removed = await admin.call(users.remove, { params: { site: siteIds['alpha'] ?? '', user } });
    expect(removed.status).toBe(200);
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    expect((await again.client.call(account.read)).status).toBe(401);
    const { status, body } = await arrive('gus@ours.example');
    expect([status, body]).toEqual([403, { message: ssoTexts.noAccess }]);
    expect(await lastRefusal()).toMatchObject({ reason: 'disabled' });
  });
});
