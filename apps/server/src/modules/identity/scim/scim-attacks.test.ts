import { provisioning } from '@patchkeep/contract/provisioning';
import type { SsoConnection } from '@patchkeep/contract/single-sign-on';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type CrookedProvider, crookedProvider, keyPair, type KeyPair } from '../../../testkit/sso/crooked-provider.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { provisionBy, type ScimAnswer, type ScimClient, scimClient } from '../../../testkit/sso/scim-client.ts';
import { connect, proveDomain, signInAs, ssoSettings } from '../../../testkit/sso/sso-world.ts';
import { people } from '../../../testkit/world.ts';
import { scimTokenTexts } from './scim-caller.service.ts';

/** Theirs is another customer of the same server; `beside` is another connection of ours, by another provider. */
let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let ours: TestClient;
let providers: CrookedProvider[];
let keys: KeyPair[];
let connections: SsoConnection[];
let [scim, beside, theirs]: ScimClient[] = [];
let [ada, group, hers, herGroup, besides]: string[] = [];
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  postgres = app.database.pool('postgres');
  ours = await app.signIn('admin');
  const stranger = await app.signIn('stranger');
  keys = [await keyPair('k1'), await keyPair('k1'), await keyPair('k1')];
  providers = await Promise.all(keys.map(({ jwk }) => crookedProvider([jwk])));
  await proveDomain(ours, dns, 'ours.example');
  await proveDomain(stranger, dns, 'theirs.example');
  connections = [
    await connect(ours, providers[0]!.issuer),
    await connect(ours, providers[1]!.issuer, { name: 'Beside' }),
    await connect(stranger, providers[2]!.issuer),
  ];
  await postgres.query(
    `insert into domains (customer_id, domain_id, domain, challenge, connection_id, created_at, verified_at)
     values ($1, gen_random_uuid(), 'beside.example', 'x', $2, now(), now())`,
    [ours.customerId, connections[1]!.connectionUuid],
  );
  scim = await provisionBy(app, ours, connections[0]!.connectionUuid);
  beside = await provisionBy(app, ours, connections[1]!.connectionUuid);
  theirs = await provisionBy(app, stranger, connections[2]!.connectionUuid);
  ada = (await scim.addUser('ada@ours.example', { externalId: 'ada' })).body.id;
  group = (await scim.addGroup('Ours', [ada!])).body.id;
  besides = (await beside.addUser('bea@beside.example', { externalId: 'bea' })).body.id;
  hers = (await theirs.addUser('eve@theirs.example', { externalId: 'eve' })).body.id;
  herGroup = (await theirs.addGroup('patchers', [hers!])).body.id;
});
afterAll(async () => {
  await app.close();
  await Promise.all(providers.map((each) => each.close()));
  await dns.close();
});

/** All that is ours, apart from when a token was used. */
const ourRows = async () => {
  const { rows } = await postgres.query(
    `select (select jsonb_agg(u order by user_id) from users u where customer_id = $1) as users,
       (select jsonb_agg(s order by user_id) from scim_users s where customer_id = $1) as provisioned,
       (select jsonb_agg(g order by group_id) from scim_groups g where customer_id = $1) as groups,
       (select jsonb_agg(m order by group_id, user_id) from scim_group_members m where customer_id = $1) as members,
       (select jsonb_agg(m order by user_id, site_id) from site_members m where customer_id = $1) as rights,
       (select jsonb_agg(e order by user_id) from external_identities e where customer_id = $1) as identities`,
    [ours.customerId],
  );
  return rows[0];
};
const off = { op: 'replace', path: 'active', value: false };

const attacks: [string, () => Promise<ScimAnswer>, number][] = [
  ['read a user of another customer', () => theirs!.send('GET', `/Users/${ada}`), 404],
  ['disable a user of another customer', () => theirs!.patch(`/Users/${ada}`, off), 404],
  [
    'replace a user of another customer',
    () => theirs!.send('PUT', `/Users/${ada}`, { userName: 'x@theirs.example' }),
    404,
  ],
  ['delete a user of another customer', () => theirs!.send('DELETE', `/Users/${ada}`), 404],
  ['read a group of another customer', () => theirs!.send('GET', `/Groups/${group}`), 404],
  [
    'join a group of another customer',
    () => theirs!.patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: hers }] }),
    404,
  ],
  ['delete a group of another customer', () => theirs!.send('DELETE', `/Groups/${group}`), 404],
  [
    'take a user of another customer into a group',
    () => theirs!.patch(`/Groups/${herGroup}`, { op: 'add', path: 'members', value: [{ value: ada }] }),
    400,
  ],
  ['make a group of users of another customer', () => theirs!.addGroup('x', [ada!]), 400],
  ['add a user in a domain of another customer', () => theirs!.addUser('new@ours.example'), 400],
  [
    'rename a user into a domain of another customer',
    () => theirs!.patch(`/Users/${hers}`, { op: 'replace', path: 'userName', value: 'new@ours.example' }),
    400,
  ],
  ['add the administrator of another customer', () => theirs!.addUser(people.admin), 400],
  ['read a user of another connection', () => beside!.send('GET', `/Users/${ada}`), 404],
  ['disable a user of another connection', () => beside!.patch(`/Users/${ada}`, off), 404],
  ['delete a user of another connection', () => beside!.send('DELETE', `/Users/${ada}`), 404],
  ['delete a group of another connection', () => beside!.send('DELETE', `/Groups/${group}`), 404],
  ['take a user of another connection into a group', () => beside!.addGroup('x', [ada!]), 400],
  ['add a user in a domain of another connection', () => beside!.addUser('new@ours.example'), 400],
  ['add an account that has a password', () => scim!.addUser('reader@ours.example', { externalId: 'r' }), 409],
  [
    'rename a user to an account that has a password',
    () => scim!.patch(`/Users/${ada}`, { op: 'replace', path: 'userName', value: 'reader@ours.example' }),
    409,
  ],
  [
    'read an account that nobody provisions',
    async () => scim!.send('GET', `/Users/${await idOf('reader@ours.example')}`),
    404,
  ],
  [
    'disable a system administrator who is not provisioned',
    async () => scim!.patch(`/Users/${await idOf(people.admin)}`, off),
    404,
  ],
  ['ask with the token of another customer in our name', () => scimClient(app, mixed()).send('GET', '/Users'), 401],
  ['ask with a token of API', () => scimClient(app, theirs!.token.replace('vps_', 'vpt_')).send('GET', '/Users'), 401],
  [
    'make somebody a system administrator',
    async () =>
      scim!.patch(
        `/Users/${ada}`,
        { op: 'add', path: 'isSystemAdmin', value: true },
        { op: 'replace', path: 'id', value: hers },
      ),
    400,
  ],
];
const idOf = async (username: string): Promise<string> => {
  const { rows } = await postgres.query('select user_id from users where username = $1', [username]);
  return rows[0].user_id;
};
/** The secret of theirs, its 43 characters before the checksum, behind our customer and token id. */
const mixed = (): string => scimTokenTexts.write(scimTokenTexts.read(scim!.token)!, theirs!.token.slice(-52, -9));

it.each(attacks)('nobody can %s', async (_, attack, status) => {
  const before = await ourRows();
  const answer = await attack();
  expect([
    answer.status,
    answer.status === 401 || answer.body === undefined ? '' : JSON.stringify(answer.body).includes('ada@ours.example'),
  ]).toEqual([status, status === 401 ? '' : false]);
  expect(await ourRows()).toEqual(before);
});

it('the twin of each is let through: the same acts on what is the caller’s own', async () => {
  const acts = [
    await theirs!.send('GET', `/Users/${hers}`),
    await theirs!.patch(`/Users/${hers}`, { op: 'replace', path: 'displayName', value: 'Eve' }),
    await theirs!.patch(`/Groups/${herGroup}`, { op: 'replace', path: 'members', value: [{ value: hers }] }),
    await beside!.send('GET', `/Users/${besides}`),
  ];
  expect(acts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('lists and filters show nobody of others', async () => {
  const listed = (await theirs!.send('GET', '/Users')).body;
  expect(listed.Resources.map(({ id }: { id: string }) => id)).toEqual([hers]);
  for (const filter of [`id eq "${ada}"`, 'userName eq "ada@ours.example"', 'externalId eq "ada"'])
    for (const client of [theirs!, beside!])
      expect((await client.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0);
});

it('an externalId of one connection opens no account of another: each provider signs in its own people', async () => {
  // The same name at another identity provider of the same customer is another person.
  const at = (place: number, username: string, sub: string) =>
    signInAs(app, { connection: connections[place]!, provider: providers[place]!, key: keys[place]! }, username, {
      sub,
    });
  // By its own: known, but without a right in any site.
  expect((await at(0, 'ada@ours.example', 'ada')).body).toMatchObject({ message: expect.stringContaining('access') });
  const { rows } = await postgres.query('select user_id from external_identities where customer_id = $1', [
    ours.customerId,
  ]);
  const before = rows.length;
  expect((await at(2, 'eve@theirs.example', 'ada')).status).toBe(403);
  const after = await postgres.query('select user_id from external_identities where user_id = $1', [ada]);
  expect([after.rows.length <= 1, before]).toEqual([true, before]);
});

it('a user who became a system administrator here is signed in by no externalId', async () => {
  const { body } = await scim!.addUser('cleo@ours.example', { externalId: 'cleo' });
  await postgres.query('update users set is_system_admin = true where user_id = $1', [body.id]);
  const { status } = await signInAs(
    app,
    { connection: connections[0]!, provider: providers[0]!, key: keys[0]! },
    'cleo@ours.example',
    { sub: 'cleo' },
  );
  expect(status).toBe(403);
});

it('only a system administrator of the customer makes a token', async () => {
  const params = { id: connections[0]!.connectionUuid };
  const [manager, stranger] = [await app.signIn('manager'), await app.signIn('stranger')];
  expect((await manager.call(provisioning.makeToken, { params })).status).toBe(403);
  expect((await manager.call(provisioning.read, { params })).status).toBe(403);
  expect((await stranger.call(provisioning.makeToken, { params })).status).toBe(404);
  expect((await stranger.call(provisioning.revokeToken, { params })).status).toBe(404);
  expect((await scim!.send('GET', '/Users?count=0')).status).toBe(200);
});
