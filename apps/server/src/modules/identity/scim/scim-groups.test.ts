import { rolePreset } from '@patchkeep/contract/rights';
import { singleSignOn, type SsoConnection } from '@patchkeep/contract/single-sign-on';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type CrookedProvider, crookedProvider, keyPair, type KeyPair } from '../../../testkit/sso/crooked-provider.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { provisionBy, type ScimClient } from '../../../testkit/sso/scim-client.ts';
import { connect, proveDomain, signInAs, ssoSettings } from '../../../testkit/sso/sso-world.ts';

let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let admin: TestClient;
let provider: CrookedProvider;
let key: KeyPair;
let connection: SsoConnection;
let scim: ScimClient;
let ada: string;
let bob: string;
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
  ada = (await scim.addUser('ada@ours.example', { externalId: 'ada' })).body.id;
  bob = (await scim.addUser('bob@ours.example', { externalId: 'bob' })).body.id;
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});

const rightsOf = async (userId: string) => {
  const { rows } = await postgres.query('select permissions, is_mapped from site_members where user_id = $1', [userId]);
  return rows.map(({ permissions, is_mapped }) => [permissions, is_mapped]);
};
const writer = [[rolePreset['Read & Write'], true]];
const signIn = (name: string, groups: string[]) =>
  signInAs(app, { connection, provider, key }, `${name}@ours.example`, { sub: name, groups });

describe('a group', () => {
  it('counts by sign-in until the identity provider sends groups, and by what it sends from then on', async () => {
    expect((await signIn('ada', ['patchers'])).status).toBe(200);
    expect(await rightsOf(ada)).toEqual(writer);
    const { body } = await scim.addGroup('others', [bob]);
    // The token says more than provisioning does: it is not listened to any more.
    expect((await signIn('ada', ['patchers'])).status).toBe(403);
    expect(await rightsOf(ada)).toEqual([]);
    await scim.send('DELETE', `/Groups/${body.id}`);
  });

  it('gives its members what it is mapped to at once, and takes it when they leave', async () => {
    const { status, body } = await scim.addGroup('patchers', [ada]);
    expect([status, body.members]).toEqual([201, [{ value: ada, $ref: expect.stringContaining(`/Users/${ada}`) }]]);
    expect([await rightsOf(ada), await rightsOf(bob)]).toEqual([writer, []]);
    const path = `/Groups/${body.id}`;
    await scim.patch(path, { op: 'Add', path: 'members', value: [{ value: bob }] });
    expect(await rightsOf(bob)).toEqual(writer);
    expect((await signIn('bob', [])).status).toBe(200);
    await scim.patch(path, { op: 'Remove', path: `members[value eq "${ada}"]` });
    expect([await rightsOf(ada), await rightsOf(bob)]).toEqual([[], writer]);
    await scim.patch(path, { op: 'Replace', path: 'displayName', value: 'Former patchers' });
    expect(await rightsOf(bob)).toEqual([]);
    await scim.send('PUT', path, { displayName: 'patchers', members: [{ value: ada }, { value: bob }] });
    expect([await rightsOf(ada), await rightsOf(bob)]).toEqual([writer, writer]);
    expect((await scim.send('DELETE', path)).status).toBe(204);
    expect([await rightsOf(ada), await rightsOf(bob)]).toEqual([[], []]);
  });

  it('is known to mappings by its externalId as well, as Entra ID names groups', async () => {
    const { body: read } = await admin.call(singleSignOn.read);
    const { serialNumber, mappings } = read.connections[0]!;
    const mapped = { ...mappings[0]!, group: 'object-id-of-a-group', sitePermissions: rolePreset.Administer };
    await admin.call(singleSignOn.saveMappings, {
      params: { id: connection.connectionUuid },
      body: { serialNumber, mappings: [...mappings, mapped] },
    });
    const { body } = await scim.addGroup('Any name', [ada], { externalId: 'object-id-of-a-group' });
    expect(await rightsOf(ada)).toEqual([[rolePreset.Administer, true]]);
    await scim.send('DELETE', `/Groups/${body.id}`);
  });

  it('leaves rights alone that somebody gave by hand', async () => {
    const { rows } = await postgres.query(
      `insert into site_members (customer_id, user_id, site_id, permissions)
       select customer_id, $1, site_id, 1 from sites where customer_id = $2 limit 1 returning site_id`,
      [bob, admin.customerId],
    );
    const { body } = await scim.addGroup('patchers', [bob]);
    await scim.send('DELETE', `/Groups/${body.id}`);
    expect(await rightsOf(bob)).toContainEqual([1, false]);
    await postgres.query('delete from site_members where user_id = $1 and site_id = $2', [bob, rows[0].site_id]);
  });

  it('is found, and never listed with more members than a page holds', async () => {
    const made = await scim.addGroup('Findable', [ada], { externalId: 'f-1' });
    const found = async (filter: string) =>
      (await scim.send('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.totalResults;
    expect(await found('displayName eq "findable"')).toBe(1);
    expect(await found('externalId eq "f-1"')).toBe(1);
    expect(await found(`members[value eq "${ada}"]`)).toBe(1);
    expect(await found(`members eq "${bob}"`)).toBe(0);
    const bare = await scim.send('GET', '/Groups?excludedAttributes=members');
    expect(bare.body.Resources[0].members).toBe(undefined);
    expect((await scim.addGroup('FINDABLE')).body.scimType).toBe('uniqueness');
    expect((await scim.addGroup('')).status).toBe(400);
    await scim.send('DELETE', `/Groups/${made.body.id}`);
  });

  it('is written into the log with who came and who went', async () => {
    const { body } = await scim.addGroup('Logged', [ada]);
    await scim.patch(`/Groups/${body.id}`, { op: 'remove', path: 'members' });
    await scim.send('DELETE', `/Groups/${body.id}`);
    const { rows } = await postgres.query('select verb, after from audit_entries where object_id = $1 order by seq', [
      body.id,
    ]);
    expect(rows.map(({ verb }) => verb)).toEqual(['scim.addGroup', 'scim.changeGroup', 'scim.removeGroup']);
    expect(rows[1].after).toMatchObject({ removed: [ada], added: [], connection: 'Contoso' });
  });
});
