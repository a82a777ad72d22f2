import { rolePreset } from '@patchkeep/contract/rights';
import { singleSignOn, type SsoConnection, ssoAccount, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import { sites } from '@patchkeep/contract/sites';
import { users } from '@patchkeep/contract/users';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  beginSaml,
  connectSaml,
  samlAnswer,
  samlProvider,
  type SamlProvider,
  samlSignInAs,
} from '../../../testkit/sso/saml-world.ts';
import {
  answerOf,
  beginAt,
  type Claims,
  connect,
  proveDomain,
  signInAs,
  ssoSettings,
} from '../../../testkit/sso/sso-world.ts';
import { people } from '../../../testkit/world.ts';
import { domainTexts } from './domains.service.ts';

/** Theirs is a customer of the same server, with an identity provider that says whatever its owner wants. */
let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let ours: TestClient;
let theirs: TestClient;
let ourProvider: CrookedProvider;
let theirProvider: CrookedProvider;
let [ourKey, theirKey]: KeyPair[] = [];
let ourConnection: SsoConnection;
let theirConnection: SsoConnection;
let ourDomain: string;
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  postgres = app.database.pool('postgres');
  [ours, theirs] = [await app.signIn('admin'), await app.signIn('stranger')];
  [ourKey, theirKey] = [await keyPair('k1'), await keyPair('k1')];
  [ourProvider, theirProvider] = [await crookedProvider([ourKey.jwk]), await crookedProvider([theirKey.jwk])];
  ourDomain = await proveDomain(ours, dns, 'ours.example');
  await proveDomain(theirs, dns, 'theirs.example');
  ourConnection = await connect(ours, ourProvider.issuer);
  theirConnection = await connect(theirs, theirProvider.issuer);
});
afterAll(async () => {
  await app.close();
  await ourProvider.close();
  await theirProvider.close();
  await dns.close();
});

const atOurs = (username: string, change: Claims = {}) =>
  signInAs(app, { connection: ourConnection, provider: ourProvider, key: ourKey as KeyPair }, username, change);
const atTheirs = (username: string, change: Claims = {}) =>
  signInAs(app, { connection: theirConnection, provider: theirProvider, key: theirKey as KeyPair }, username, change);
const ourRows = async () => {
  const { rows } = await postgres.query(
    `select (select count(*) from sessions where customer_id = $1) as sessions,
       (select count(*) from users where customer_id = $1) as users,
       (select count(*) from external_identities where customer_id = $1) as identities,
       (select jsonb_agg(d order by domain_id) from domains d where customer_id = $1) as domains`,
    [ours.customerId],
  );
  return rows[0];
};

describe('a customer with an identity provider of its own', () => {
  it('gets nobody of another customer by an address, however it is written', async () => {
    // The twin: the same provider lets its own people in.
    expect((await atTheirs('own@theirs.example')).status).toBe(200);
    const before = await ourRows();
    const addresses = [
      people.admin,
      people.manager,
      people.sso,
      'new@ours.example',
      'ADMIN@OURS.EXAMPLE',
      ' admin@ours.example',
      'admin@ours.example\u0000@theirs.example',
      'admin@ours.example@theirs.example',
      'admin@ours.example,x@theirs.example',
      'admin@ours.example%00@theirs.example',
      '"admin@ours.example"@theirs.example',
      'admin@ours.example.theirs.example',
      'ａdmin@ours.example',
      'admin@ours。example',
      'admin@[127.0.0.1]',
      'admin@theirs.example/ours.example',
    ];
    for (const [i, email] of addresses.entries()) {
      const { status, client } = await atTheirs('own@theirs.example', { sub: `capture ${i}`, email });
      expect([email, status, client.cookie]).toEqual([email, 403, undefined]);
    }
    expect(await ourRows()).toEqual(before);
  });

  it('gets nobody by the name that the other identity provider has for them', async () => {
    expect((await atOurs('ada@ours.example')).status).toBe(200);
    const { client } = await atTheirs('own@theirs.example', {
      sub: 'subject of ada@ours.example',
      email: 'ada2@theirs.example',
    });
    const { body } = await client.ehlo();
    expect([body.username, body.sites.map(({ siteName }) => siteName)]).toEqual(['ada2@theirs.example', ['delta']]);
  });

  it('gets nobody by naming the other issuer as its own, or signing with its own key for it', async () => {
    const before = await ourRows();
    const { status } = await atTheirs('own@theirs.example', { iss: ourProvider.issuer });
    expect(status).toBe(403);
    const forged = await signInAs(
      app,
      { connection: ourConnection, provider: ourProvider, key: theirKey as KeyPair },
      'ada@ours.example',
    );
    expect([forged.status, await ourRows()]).toEqual([403, before]);
  });

  it('gets nobody by sending its answer to the other connection, or the other way round', async () => {
    const before = await ourRows();
    const client = app.anonymous();
    const { asked, claims } = await beginAt(app, client, 'own@theirs.example', theirProvider.issuer);
    theirProvider.answer = { body: JSON.stringify({ id_token: await signed(claims, theirKey as KeyPair) }) };
    const crossed = await client.call(ssoSignIn.finish, { body: answerOf(ourConnection, asked) });
    const victim = app.anonymous();
    const begun = await beginAt(app, victim, 'ada@ours.example', ourProvider.issuer);
    const back = await victim.call(ssoSignIn.finish, { body: answerOf(theirConnection, begun.asked) });
    expect([crossed.status, back.status, await ourRows()]).toEqual([403, 403, before]);
  });

  it('cannot prove, take, change or remove a domain of another customer', async () => {
    const before = await ourRows();
    const { body: claimed } = await theirs.call(singleSignOn.addDomain, { body: { domain: 'ours.example' } });
    const check = () => theirs.call(singleSignOn.checkDomain, { params: { id: claimed.domainUuid } });
    // The text of the owner proves nothing for somebody else.
    expect((await check()).body).toMatchObject({ domain: { verified: null }, problem: domainTexts.other });
    const choose = await theirs.call(singleSignOn.changeDomain, {
      params: { id: claimed.domainUuid },
      body: { connectionUuid: theirConnection.connectionUuid },
    });
    expect([choose.status, choose.body]).toEqual([400, { message: domainTexts.unproven }]);
    // Even with a record of its own in the DNS of the domain.
    dns.text(claimed.recordName, claimed.recordText);
    const taken = await check();
    expect([taken.status, taken.body]).toEqual([400, { message: domainTexts.foreign }]);
    const params = { id: ourDomain };
    const tried = [
      await theirs.call(singleSignOn.changeDomain, {
        params,
        body: { connectionUuid: theirConnection.connectionUuid },
      }),
      await theirs.call(singleSignOn.checkDomain, { params }),
      await theirs.call(singleSignOn.removeDomain, { params }),
      await ours.call(singleSignOn.changeDomain, { params, body: { connectionUuid: theirConnection.connectionUuid } }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const ways = await app.anonymous().call(ssoSignIn.ways, { body: { username: people.admin } });
    expect([ways.body.singleSignOn?.label, await ourRows()]).toEqual(['Contoso', before]);
    const { body } = await app.anonymous().call(ssoSignIn.begin, { body: { username: people.admin } });
    expect(new URL(body.address).origin).toBe(ourProvider.issuer);
  });

  it('cannot look at, change, test, map or remove a connection of another customer, nor map into its sites', async () => {
    const params = { id: ourConnection.connectionUuid };
    const { serialNumber } = ourConnection;
    const [site] = (await ours.call(sites.list)).body.sites;
    const mapping = {
      group: 'x',
      siteAccountUuid: site?.siteAccountUuid ?? '',
      sitePermissions: rolePreset.Administer,
    };
    const tried = [
      await theirs.call(singleSignOn.changeConnection, {
        params,
        body: { serialNumber, issuer: theirProvider.issuer },
      }),
      await theirs.call(singleSignOn.saveMappings, { params, body: { serialNumber, mappings: [] } }),
      await theirs.call(singleSignOn.testConnection, { params }),
      await theirs.call(singleSignOn.previewRemoval, { params }),
      await theirs.call(singleSignOn.removeConnection, { params }),
      await theirs.call(singleSignOn.saveMappings, {
        params: { id: theirConnection.connectionUuid },
        body: { serialNumber: theirConnection.serialNumber, mappings: [mapping] },
      }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await theirs.call(singleSignOn.read)).body.connections).toHaveLength(1);
  });

  it('gets nobody whose address it holds under another customer’s domain, and connects nobody by it', async () => {
    // A user of theirs with an address of our domain, from before the domain was proven.
    const [site] = (await theirs.call(sites.list)).body.sites;
    const added = await theirs.call(users.create, {
      params: { id: site?.siteAccountUuid ?? '' },
      body: { username: 'both@ours.example', longName: 'Both', sitePermissions: rolePreset['Read-Only'] },
    });
    expect(added.status).toBe(200);
    const { status } = await atOurs('both@ours.example');
    expect(status).toBe(403);
    const { rows } = await postgres.query(
      "select after->>'reason' as reason from audit_entries where verb = 'sso.refused' and customer_id = $1 order by seq desc limit 1",
      [ours.customerId],
    );
    expect(rows).toEqual([{ reason: 'addressElsewhere' }]);
    await postgres.query("update users set username = 'admin@ours.example' where user_id = $1", [
      (await theirs.ehlo()).body.userAccountUuid,
    ]);
    const link = await theirs.call(ssoAccount.begin);
    expect(link.status).toBe(400);
    expect((await theirs.call(ssoAccount.read)).body).toEqual({ offered: null, linked: [] });
  });
});

describe('a customer with an identity provider by SAML', () => {
  let ourSaml: { connection: SsoConnection; provider: SamlProvider };
  let theirSaml: { connection: SsoConnection; provider: SamlProvider };
  const moveDomain = async (admin: TestClient, domain: string, { connectionUuid }: SsoConnection) => {
    const { body } = await admin.call(singleSignOn.read);
    const id = body.domains.find((each) => each.domain === domain)?.domainUuid ?? '';
    expect((await admin.call(singleSignOn.changeDomain, { params: { id }, body: { connectionUuid } })).status).toBe(
      200,
    );
  };
  beforeAll(async () => {
    const [oursHere, theirsHere] = [samlProvider(samlKey()), samlProvider(samlKey(), 'login.theirs.example')];
    ourSaml = { provider: oursHere, connection: await connectSaml(ours, oursHere, { name: 'Ours' }) };
    theirSaml = { provider: theirsHere, connection: await connectSaml(theirs, theirsHere, { name: 'Theirs' }) };
    await moveDomain(ours, 'ours.example', ourSaml.connection);
    await moveDomain(theirs, 'theirs.example', theirSaml.connection);
  });

  it('gets nobody by an address, a name or the issuer of another customer', async () => {
    expect((await samlSignInAs(app, ourSaml, 'eve@ours.example')).status).toBe(200);
    expect((await samlSignInAs(app, theirSaml, 'own2@theirs.example')).status).toBe(200);
    const before = await ourRows();
    const words = { groups: ['patchers'], displayName: ['Eve'] };
    const changes = [
      { subject: 'x', attributes: { ...words, email: ['eve@ours.example'] } },
      { subject: 'x', attributes: { ...words, email: [people.admin] } },
      { subject: 'x', attributes: { ...words, email: [people.sso] } },
      { issuer: ourSaml.provider.issuer },
      { entityId: ourSaml.connection.saml?.entityId ?? '' },
      { consumerAddress: ourSaml.connection.returnAddress },
    ];
    for (const change of changes) {
      const { status, client } = await samlSignInAs(app, theirSaml, 'own2@theirs.example', change);
      expect([change, status, client.cookie]).toEqual([change, 403, undefined]);
    }
    // The name that the other identity provider has for somebody is a name of their own here.
    const { client } = await samlSignInAs(app, theirSaml, 'own2@theirs.example', {
      subject: 'subject of eve@ours.example',
      attributes: { ...words, email: ['own3@theirs.example'] },
    });
    expect((await client.ehlo()).body.username).toBe('own3@theirs.example');
    expect(await ourRows()).toEqual(before);
  });

  it('gets nobody by its own signature, nor by an answer meant for its own connection', async () => {
    const before = await ourRows();
    const forged = { connection: ourSaml.connection, provider: { ...ourSaml.provider, key: theirSaml.provider.key } };
    expect((await samlSignInAs(app, forged, 'eve@ours.example')).status).toBe(403);
    // Their browser, begun at ours, brings an answer of theirs; and the other way round.
    for (const [begun, answering] of [
      [ourSaml, theirSaml],
      [theirSaml, ourSaml],
    ] as const) {
      const domain = begun === ourSaml ? 'ours.example' : 'theirs.example';
      for (const sentTo of [begun.connection, answering.connection]) {
        const client = app.anonymous();
        const { asked, said } = await beginSaml(app, client, `eve@${domain}`, answering.provider);
        const xml = signedResponse(said, answering.provider.key);
        const { status } = await client.call(ssoSignIn.finishSaml, { body: samlAnswer(sentTo, asked, xml) });
        expect([status, client.cookie]).toEqual([403, undefined]);
      }
    }
    expect(await ourRows()).toEqual(before);
  });

  it('cannot read, change, test or remove a connection of another customer', async () => {
    const params = { id: ourSaml.connection.connectionUuid };
    const { serialNumber } = ourSaml.connection;
    const certificates = [theirSaml.provider.key.certificate];
    const tried = [
      await theirs.call(singleSignOn.changeConnection, { params, body: { serialNumber, certificates } }),
      await theirs.call(singleSignOn.testConnection, { params }),
      await theirs.call(singleSignOn.removeConnection, { params }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404]);
    const { body } = await theirs.call(singleSignOn.read);
    expect(JSON.stringify(body)).not.toContain(ourSaml.connection.connectionUuid);
    expect((await samlSignInAs(app, ourSaml, 'eve@ours.example')).status).toBe(200);
  });
});
