import { inflateRawSync } from 'node:zlib';
import { session } from '@patchkeep/contract/session';
import { singleSignOn, type SsoConnection } from '@patchkeep/contract/single-sign-on';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type CrookedProvider, crookedProvider, keyPair, type KeyPair } from '../../../testkit/sso/crooked-provider.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { samlKey } from '../../../testkit/sso/saml-provider.ts';
import { connectSaml, samlProvider, type SamlProvider, samlSignInAs } from '../../../testkit/sso/saml-world.ts';
import { connect, proveDomain, publicUrl, signInAs, ssoSettings } from '../../../testkit/sso/sso-world.ts';

let app: TestApp;
let dns: DnsServer;
let postgres: pg.Pool;
let admin: TestClient;
let provider: CrookedProvider;
let key: KeyPair;
let connection: SsoConnection;
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  postgres = app.database.pool('postgres');
  admin = await app.signIn('admin');
  key = await keyPair('k1');
  provider = await crookedProvider([key.jwk]);
  provider.description['end_session_endpoint'] = `${provider.issuer}/logout?tenant=contoso`;
  await proveDomain(admin, dns, 'ours.example');
  connection = await connect(admin, provider.issuer);
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});

const arrive = async (username: string, more: object = {}): Promise<TestClient> => {
  const { client, status } = await signInAs(app, { connection, provider, key }, username, { ...more });
  expect(status).toBe(200);
  await client.ehlo();
  return client;
};
/** The description is remembered for ten minutes. */
const described = (change: object): void => {
  Object.assign(provider.description, change);
  app.clock.now = new Date(app.clock.now.getTime() + 11 * 60_000);
};
const leave = async (client: TestClient, headers: Record<string, string> = {}) => {
  const { status, body } = await client.call(session.logout, {}, headers);
  expect(status).toBe(200);
  expect((await client.call(session.ehlo, { query: { instanceId: client.instanceId } })).status).toBe(401);
  return body.provider;
};

describe('signing out after a sign-in by OpenID Connect', () => {
  it('leads on to the identity provider, with the ID token of the session and back to our page', async () => {
    const left = await leave(await arrive('ada@ours.example'));
    const address = new URL(left?.address ?? '');
    expect([left?.label, `${address.origin}${address.pathname}`]).toEqual(['Contoso', `${provider.issuer}/logout`]);
    const { id_token_hint: hint, ...asked } = Object.fromEntries(address.searchParams);
    expect(asked).toEqual({
      tenant: 'contoso',
      client_id: 'patchkeep',
      post_logout_redirect_uri: `${publicUrl}/login/signed-out`,
      state: left?.state,
    });
    expect(left?.state).toMatch(/^[\w-]{22}$/);
    expect(provider.answer.body).toContain(hint);
  });

  it('comes back to the address of this server, whatever address a caller writes into the request', async () => {
    const left = await leave(await arrive('ada@ours.example'), {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      referer: 'https://evil.example/',
    });
    const back = new URL(left?.address ?? '').searchParams.get('post_logout_redirect_uri');
    expect(back).toBe(`${publicUrl}/login/signed-out`);
  });

  it('keeps the ID token sealed', async () => {
    await arrive('ada@ours.example');
    const { rows } = await postgres.query('select sign_out_hint from sessions where sign_out_hint is not null');
    expect(rows.length).toBeGreaterThan(0);
    const token = (JSON.parse(provider.answer.body) as { id_token: string }).id_token;
    for (const { sign_out_hint } of rows) expect(String(sign_out_hint)).not.toContain(token.slice(0, 40));
  });

  it('leaves a long ID token out, which would not fit in the address', async () => {
    const left = await leave(await arrive('ada@ours.example', { note: 'x'.repeat(5_000) }));
    const { searchParams } = new URL(left?.address ?? '');
    expect([searchParams.has('id_token_hint'), searchParams.get('client_id')]).toEqual([false, 'patchkeep']);
  });

  it('ends here all the same where the identity provider offers nothing, offers no web address, or is away', async () => {
    for (const end_session_endpoint of [undefined, 'javascript:alert(1)', 'no address', 7]) {
      const client = await arrive('ada@ours.example');
      described({ end_session_endpoint });
      await client.ehlo();
      expect(await leave(client)).toMatchObject({ label: 'Contoso', address: null });
      expect((await arrive('ada@ours.example')).cookie).toBeDefined();
    }
    const client = await arrive('ada@ours.example');
    described({ issuer: 'https://elsewhere.example' });
    await client.ehlo();
    expect(await leave(client)).toMatchObject({ label: 'Contoso', address: null });
    described({ issuer: provider.issuer, end_session_endpoint: `${provider.issuer}/logout` });
  });

  it('leads nowhere after a password', async () => {
    const manager = await app.signIn('manager');
    await manager.ehlo();
    expect(await leave(manager)).toBeNull();
  });
});

describe('signing out after a sign-in by SAML', () => {
  let saml: { connection: SsoConnection; provider: SamlProvider };
  const serialNumber = async () =>
    (await admin.call(singleSignOn.read)).body.connections.find(
      ({ connectionUuid }) => connectionUuid === saml.connection.connectionUuid,
    )?.serialNumber ?? 0;
  const offer = async (signOutAddress: string | null) => {
    const { status } = await admin.call(singleSignOn.changeConnection, {
      params: { id: saml.connection.connectionUuid },
      body: { serialNumber: await serialNumber(), signOutAddress },
    });
    expect(status).toBe(200);
  };
  beforeAll(async () => {
    admin = await app.signIn('admin');
    const at = samlProvider(samlKey());
    const domainUuid = await proveDomain(admin, dns, 'other.example');
    saml = { connection: await connectSaml(admin, at), provider: at };
    const { connectionUuid } = saml.connection;
    await admin.call(singleSignOn.changeDomain, { params: { id: domainUuid }, body: { connectionUuid } });
  });
  const arriveBySaml = async (): Promise<TestClient> => {
    const { client, status } = await samlSignInAs(app, saml, 'mia@other.example', { sessionIndex: 'index "7"' });
    expect(status).toBe(200);
    await client.ehlo();
    return client;
  };

  it('leads on with a request that names the person and the session as the identity provider did', async () => {
    await offer('https://login.contoso.example/sign-out?tenant=contoso');
    const left = await leave(await arriveBySaml());
    const address = new URL(left?.address ?? '');
    expect(`${address.origin}${address.pathname}`).toBe('https://login.contoso.example/sign-out');
    expect([address.searchParams.get('tenant'), address.searchParams.get('RelayState')]).toEqual([
      'contoso',
      left?.state,
    ]);
    const xml = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const { connectionUuid } = saml.connection;
    for (const part of [
      `<saml:Issuer>${publicUrl}/saml/${connectionUuid}</saml:Issuer>`,
      'Destination="https://login.contoso.example/sign-out?tenant=contoso"',
      'Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">subject of mia@other.example</saml:NameID>',
      '<samlp:SessionIndex>index &quot;7&quot;</samlp:SessionIndex>',
    ])
      expect(xml).toContain(part);
    expect(saml.connection.saml?.metadata).toContain(
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${publicUrl}/login/signed-out"/>`,
    );
  });

  it('ends here only where no address to sign out at is known', async () => {
    await offer(null);
    expect(await leave(await arriveBySaml())).toMatchObject({ label: 'Contoso', address: null });
  });
});
