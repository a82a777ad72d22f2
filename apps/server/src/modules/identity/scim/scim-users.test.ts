import { account } from '@patchkeep/contract/account';
import { activityLog } from '@patchkeep/contract/activity-log';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { hosts } from '@patchkeep/contract/hosts';
import { provisioning } from '@patchkeep/contract/provisioning';
import { rolePreset } from '@patchkeep/contract/rights';
import type { SsoConnection } from '@patchkeep/contract/single-sign-on';
import { users } from '@patchkeep/contract/users';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type CrookedProvider, crookedProvider, keyPair, type KeyPair } from '../../../testkit/sso/crooked-provider.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { provisionBy, type ScimClient, scimClient } from '../../../testkit/sso/scim-client.ts';
import { type Claims, connect, proveDomain, publicUrl, signInAs, ssoSettings } from '../../../testkit/sso/sso-world.ts';

let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let admin: TestClient;
let provider: CrookedProvider;
let key: KeyPair;
let connection: SsoConnection;
let scim: ScimClient;
let site: string;
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  postgres = app.database.pool('postgres');
  admin = await app.signIn('admin');
  key = await keyPair('k1');
  provider = await crookedProvider([key.jwk]);
  await proveDomain(admin, dns, 'ours.example');
  connection = await connect(admin, provider.issuer);
  scim = await provisionBy(app, admin, connection.connectionUuid);
  site = (await admin.ehlo()).body.sites[0]?.siteAccountUuid ?? '';
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});

let count = 0;
const freshName = (): string => `person${(count += 1)}@ours.example`;
const later = (minutes: number): void => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
};
const atProvider = (username: string, change: Claims = {}) =>
  signInAs(app, { connection, provider, key }, username, change);
/** Somebody whom provisioning has made, with a right in the site and a session. */
const somebody = async (more: object = {}) => {
  const userName = freshName();
  const { body } = await scim.addUser(userName, { externalId: `id of ${userName}`, ...more });
  const id: string = body.id;
  await admin.call(users.create, {
    params: { id: site },
    body: { username: userName, longName: 'x', sitePermissions: rolePreset.Administer },
  });
  const { client, status } = await atProvider(userName, { sub: `id of ${userName}`, groups: [] });
  expect(status).toBe(200);
  await client.ehlo();
  return { id, userName, client };
};
const listed = async (filter: string) =>
  (await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources.map(
    ({ userName }: { userName: string }) => userName,
  );
const rowOf = async (id: string) => {
  const { body } = await admin.call(users.list, { params: { id: site } });
  return body.users.find(({ userAccountUuid }) => userAccountUuid === id);
};

describe('what the service says of itself', () => {
  it('is read with a token, in the media type of SCIM', async () => {
    const config = await scim.send('GET', '/ServiceProviderConfig');
    expect([config.status, config.body.patch.supported]).toEqual([200, true]);
    expect(config.headers['content-type']).toContain('application/scim+json');
    expect((await scim.send('GET', '/Schemas')).body.totalResults).toBe(2);
    expect((await scim.send('GET', '/ResourceTypes/Group')).body.endpoint).toBe('/Groups');
    expect((await scim.send('GET', '/ResourceTypes/Printer')).status).toBe(404);
    expect((await scim.send('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).body.name).toBe('User');
  });

  it('answers with the errors of RFC 7644', async () => {
    const nobody = await scimClient(app, 'vps_wrong').send('GET', '/Users');
    expect([nobody.status, nobody.body]).toEqual([
      401,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401', detail: 'Sign in first' },
    ]);
    const filter = await scim.send('GET', '/Users?filter=userName%20sw%20%22a%22');
    expect([filter.status, filter.body.scimType]).toEqual([400, 'invalidFilter']);
    expect((await scim.send('GET', '/Users?filter=nickName%20eq%20%22a%22')).body.scimType).toBe('invalidFilter');
    expect((await scim.send('GET', '/nothing')).body.status).toBe('404');
  });
});

describe('a user', () => {
  it('is made, found, changed by PUT and by PATCH, and gone after DELETE', async () => {
    const userName = freshName();
    const made = await scim.addUser(userName, {
      externalId: 'x-1',
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [{ value: userName, type: 'work', primary: true }],
      title: 'Countess',
    });
    const { id } = made.body;
    expect([made.status, made.body.title, made.headers['location']]).toEqual([
      201,
      undefined,
      `${publicUrl}/scim/v2/Users/${id}`,
    ]);
    expect(await listed(`userName eq "${userName.toUpperCase()}"`)).toEqual([userName]);
    expect(await listed('externalId eq "x-1" and active eq true')).toEqual([userName]);
    expect(await listed('externalId eq "X-1"')).toEqual([]);
    expect(await listed(`id eq "${id}"`)).toEqual([userName]);
    expect(await listed('id eq "no id"')).toEqual([]);
    const other = freshName();
    const put = await scim.send('PUT', `/Users/${id}`, { userName: other, displayName: 'Ada King' });
    expect([put.status, put.body.userName, put.body.externalId, put.body.active]).toEqual([
      200,
      other,
      undefined,
      true,
    ]);
    const patched = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'name.givenName', value: 'Augusta' });
    expect(patched.body.name).toEqual({ givenName: 'Augusta' });
    const { rows } = await postgres.query('select username, long_name from users where user_id = $1', [id]);
    expect(rows).toEqual([{ username: other, long_name: 'Ada King' }]);
    expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim.send('GET', `/Users/${id}`)).status).toBe(404);
    // The address is free for the next person, who is somebody else.
    const next = await scim.addUser(other);
    expect([next.status, next.body.id === id]).toEqual([201, false]);
  });

  it('is listed in pages that are never large', async () => {
    for (let each = 0; each < 3; each += 1) await scim.addUser(freshName());
    const all = (await scim.send('GET', '/Users?count=1000000')).body;
    expect(all.totalResults).toBeGreaterThan(3);
    const page = (await scim.send('GET', '/Users?startIndex=2&count=2')).body;
    expect([page.itemsPerPage, page.startIndex, page.totalResults]).toEqual([2, 2, all.totalResults]);
    expect(page.Resources.map(({ id }: { id: string }) => id)).toEqual(
      all.Resources.slice(1, 3).map(({ id }: { id: string }) => id),
    );
    expect((await scim.send('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
    expect((await scim.send('GET', '/Users?startIndex=-5&count=1')).body.startIndex).toBe(1);
    expect((await scim.send('GET', '/Users?startIndex=99999999999')).status).toBe(400);
    const few = (await scim.send('GET', '/Users?count=1&attributes=userName')).body.Resources[0];
    expect(Object.keys(few).toSorted()).toEqual(['id', 'schemas', 'userName']);
  });

  it('signs in by the connection, as the person that the externalId names, and nobody else does', async () => {
    const userName = freshName();
    const { body } = await scim.addUser(userName, { externalId: 'oid-7' });
    await admin.call(users.create, {
      params: { id: site },
      body: { username: userName, longName: 'x', sitePermissions: rolePreset['Read-Only'] },
    });
    expect((await atProvider(userName, { sub: 'oid-8' })).status).toBe(403);
    const { client, status } = await atProvider(userName, { sub: 'oid-7', groups: [] });
    expect([status, (await client.ehlo()).body.username]).toEqual([200, userName]);
    // From now on the subject is known: another externalId leads nobody else to the account.
    await scim.patch(`/Users/${body.id}`, { op: 'replace', path: 'externalId', value: 'oid-9' });
    expect((await atProvider(userName, { sub: 'oid-9' })).status).toBe(403);
    expect((await atProvider(userName, { sub: 'oid-7', groups: [] })).status).toBe(200);
  });

  it('that has signed in before is connected by the externalId of that sign-in', async () => {
    const userName = freshName();
    expect((await atProvider(userName, { sub: 'sub-of-before' })).status).toBe(200);
    expect((await scim.addUser(userName, { externalId: 'another' })).status).toBe(409);
    expect((await scim.addUser(userName)).status).toBe(409);
    const connected = await scim.addUser(userName, { externalId: 'sub-of-before' });
    expect(connected.status).toBe(201);
    // It was there before: deleting it leaves the account to an administrator.
    await scim.send('DELETE', `/Users/${connected.body.id}`);
    const { rows } = await postgres.query('select username, disabled_at from users where user_id = $1', [
      connected.body.id,
    ]);
    expect(rows).toEqual([{ username: userName, disabled_at: app.clock.now }]);
  });

  it('says the same name twice to nobody', async () => {
    const userName = freshName();
    await scim.addUser(userName, { externalId: 'twice' });
    for (const again of [
      await scim.addUser(userName.toUpperCase()),
      await scim.addUser(freshName(), { externalId: 'twice' }),
    ])
      expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
  });

  it.each([
    ['no userName', { userName: '' }],
    ['a userName that is no address', { userName: 'ada' }],
    ['a word for a boolean', { active: 'maybe' }],
    ['a list for a text', { displayName: ['x'] }],
  ])('is refused with %s', async (_, more) => {
    const { status, body } = await scim.addUser(freshName(), more);
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });
});

describe('somebody who is disabled', () => {
  it.each([
    ['Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
    ['Okta', { op: 'replace', value: { active: false } }],
  ])('as %s says it loses session, API tokens and sign-in at once, and comes back', async (_, operation) => {
    const { id, userName, client } = await somebody();
    const made = await client.call(apiTokens.create, {
      body: { name: 'x', permissions: 1, expiresInDays: 1 },
    });
    const bearer = { authorization: `Bearer ${made.body.secret}` };
    const byToken = () => app.anonymous().call(hosts.list, {}, bearer);
    expect([(await byToken()).status, (await client.call(account.sessions)).status]).toEqual([200, 200]);
    expect((await scim.patch(`/Users/${id}`, operation)).body.active).toBe(false);
    expect([(await byToken()).status, (await client.call(account.sessions)).status]).toEqual([401, 401]);
    expect((await atProvider(userName, { sub: `id of ${userName}` })).status).toBe(403);
    expect((await rowOf(id))?.state).toBe('disabled');
    expect((await rowOf(id))?.provisionedBy).toBe('Contoso');
    later(1);
    expect((await scim.patch(`/Users/${id}`, { op: 'Add', path: 'active', value: 'True' })).body.active).toBe(true);
    expect((await atProvider(userName, { sub: `id of ${userName}`, groups: [] })).status).toBe(200);
    // What was revoked stays so.
    expect([(await byToken()).status, (await client.call(account.sessions)).status]).toEqual([401, 401]);
  });

  it('is not let in again by an administrator, nor by adding them to another site', async () => {
    const { id, userName } = await somebody();
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    later(1);
    await admin.call(users.remove, { params: { site, user: id } });
    const restored = await admin.call(users.restore, { params: { site, user: id } });
    expect(restored.status).toBe(400);
    const added = await admin.call(users.create, {
      params: { id: site },
      body: { username: userName, longName: 'x', sitePermissions: rolePreset['Read-Only'] },
    });
    expect(added.status).toBe(400);
  });

  it('by an administrator stays so, whatever the identity provider says', async () => {
    const { id, userName } = await somebody();
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    later(1);
    await admin.call(users.remove, { params: { site, user: id } });
    later(1);
    const enabled = await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
    expect([enabled.status, enabled.body.active]).toEqual([200, false]);
    expect((await atProvider(userName, { sub: `id of ${userName}` })).status).toBe(403);
  });

  it('is not let in by a PUT that leaves the word out', async () => {
    const { id, userName } = await somebody();
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    expect((await scim.send('PUT', `/Users/${id}`, { userName })).body.active).toBe(false);
  });

  it('is never the last system administrator who can sign in', async () => {
    const { id, userName } = await somebody();
    await postgres.query('update users set is_system_admin = true where user_id = $1', [id]);
    const others = await postgres.query(
      'update users set disabled_at = now() where customer_id = $1 and is_system_admin and user_id <> $2 returning user_id',
      [admin.customerId, id],
    );
    const refusals = [
      await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      await scim.send('DELETE', `/Users/${id}`),
      await scim.send('PUT', `/Users/${id}`, { userName, active: false }),
    ];
    await postgres.query('update users set disabled_at = null where user_id = any($1)', [
      others.rows.map(({ user_id }) => user_id),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
    admin = await app.signIn('admin');
    expect((await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(200);
  });
});

describe('a break-glass account', () => {
  it('is left as it is: it is neither renamed nor disabled nor removed', async () => {
    const { id, userName } = await somebody();
    await postgres.query(
      'update users set is_system_admin = true, is_sso_login_only = false, is_break_glass = true where user_id = $1',
      [id],
    );
    const refusals = [
      await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      await scim.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Somebody else' }),
      await scim.send('PUT', `/Users/${id}`, { userName, active: true }),
      await scim.send('DELETE', `/Users/${id}`),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await scim.send('GET', `/Users/${id}`)).body).toMatchObject({ userName, active: true });
    await postgres.query('update users set is_system_admin = false, is_break_glass = false where user_id = $1', [id]);
    expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(204);
  });
});

describe('the token of a connection', () => {
  it('is shown once, kept as a hash, replaced and revoked by a system administrator', async () => {
    const params = { id: connection.connectionUuid };
    const before = scim.token;
    const made = await admin.call(provisioning.makeToken, { params });
    expect(made.body.secret).toMatch(/^vps_/);
    const { rows } = await postgres.query("select * from audit_entries where verb like 'provisioning.%'");
    const { rows: kept } = await postgres.query('select * from scim_tokens');
    expect(JSON.stringify([rows, kept])).not.toContain(made.body.secret.slice(50));
    later(1);
    expect((await scimClient(app, before).send('GET', '/Users')).status).toBe(401);
    scim.token = made.body.secret;
    expect((await scim.send('GET', '/Users?count=0')).status).toBe(200);
    const read = await admin.call(provisioning.read, { params });
    expect(read.body).toMatchObject({
      address: `${publicUrl}/scim/v2`,
      token: { lastUsed: app.clock.now.toISOString() },
    });
    expect((await admin.call(provisioning.revokeToken, { params })).status).toBe(200);
    expect((await scim.send('GET', '/Users')).status).toBe(401);
    expect((await admin.call(provisioning.read, { params })).body.token).toBe(null);
    expect((await admin.call(provisioning.revokeToken, { params })).status).toBe(404);
    scim = await provisionBy(app, admin, connection.connectionUuid);
  });

  it('opens nothing else, and no other token opens this', async () => {
    const elsewhere = await app
      .anonymous()
      .call(users.list, { params: { id: site } }, { authorization: `Bearer ${scim.token}` });
    const inAddress = await app.app.inject(`/scim/v2/Users?access_token=${scim.token}`);
    const byCookie = await app.app.inject({ url: '/scim/v2/Users', headers: { cookie: `sid=${admin.cookie}` } });
    expect([elsewhere.status, inAddress.statusCode, byCookie.statusCode]).toEqual([401, 401, 401]);
  });

  it('is slowed when it asks too often', async () => {
    const asked = await Promise.all(Array.from({ length: 1_100 }, () => scim.send('GET', '/ServiceProviderConfig')));
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toBeDefined();
    later(1);
    expect((await scim.send('GET', '/ServiceProviderConfig')).status).toBe(200);
  });
});

it('names the connection in the activity log', async () => {
  const { id } = await somebody();
  await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
  const { body } = await admin.call(activityLog.system, { query: { objectId: id } });
  const acts = body.activities.filter(({ verb }) => verb.startsWith('scim.'));
  expect(acts.map(({ verb, userName }) => [verb, userName])).toEqual([
    ['scim.disableUser', 'Provisioning by Contoso'],
    ['scim.addUser', 'Provisioning by Contoso'],
  ]);
  expect(acts[0]?.after).toMatchObject({ isActive: false, sessions: 1 });
});
