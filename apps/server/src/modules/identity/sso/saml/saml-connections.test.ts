import { singleSignOn, type SsoConnection, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../../testkit/app.ts';
import { type DnsServer, dnsServer } from '../../../../testkit/sso/dns-server.ts';
import { samlKey, type SamlKey } from '../../../../testkit/sso/saml-provider.ts';
import {
  beginSaml,
  connectSaml,
  samlProvider,
  type SamlProvider,
  samlSignInAs,
} from '../../../../testkit/sso/saml-world.ts';
import { proveDomain, publicUrl, ssoSettings } from '../../../../testkit/sso/sso-world.ts';
import { readMetadata } from './metadata.reader.ts';

let app: TestApp;
let dns: DnsServer;
let admin: TestClient;
let [key, next]: SamlKey[] = [];
let provider: SamlProvider;
let connection: SsoConnection;
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  admin = await app.signIn('admin');
  [key, next] = [samlKey(), samlKey()];
  provider = samlProvider(key);
  await proveDomain(admin, dns, 'ours.example');
  connection = await connectSaml(admin, provider);
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

const read = async (): Promise<SsoConnection> => {
  const { body } = await admin.call(singleSignOn.read);
  return body.connections.find(({ connectionUuid }) => connectionUuid === connection.connectionUuid) as SsoConnection;
};
const change = async (body: object) =>
  admin.call(singleSignOn.changeConnection, {
    params: { id: connection.connectionUuid },
    body: { serialNumber: (await read()).serialNumber, ...body },
  });
const bare = (pem: string): string => pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
const metadata = (parts: { keys?: string; address?: string; entity?: string } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${parts.entity ?? 'https://idp.example/metadata'}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${parts.keys ?? `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${bare(key?.certificate ?? '')}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
    ${parts.address ?? '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/redirect"/>'}
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

describe('a connection by SAML', () => {
  it('says what the identity provider must know, and asks it so', async () => {
    const { connectionUuid: id } = connection;
    expect(connection).toMatchObject({
      kind: 'saml',
      issuer: provider.issuer,
      clientId: null,
      hasClientSecret: false,
      returnAddress: `${publicUrl}/login/sso/${id}`,
      saml: {
        signInAddress: provider.signInAddress,
        subjectAttribute: null,
        entityId: `${publicUrl}/saml/${id}`,
        certificates: [{ subject: 'CN=Contoso' }],
      },
    });
    const { metadata: own = '' } = connection.saml ?? {};
    expect(own).toContain(`entityID="${publicUrl}/saml/${id}"`);
    expect(own).toContain(`Location="${publicUrl}/login/sso/${id}"`);
    const { asked } = await beginSaml(app, app.anonymous(), 'ada@ours.example', provider);
    expect(asked).toMatchObject({
      address: 'https://login.contoso.example/sign-in',
      entityId: `${publicUrl}/saml/${id}`,
      consumerAddress: `${publicUrl}/login/sso/${id}`,
    });
    expect(asked.requestId).toMatch(/^_[\w-]{43}$/);
    expect(asked.requestId).not.toContain(asked.state);
  });

  it('lets people in, gives rights by groups and knows them again; another issuer or name forgets them', async () => {
    const signIn = () => samlSignInAs(app, { connection, provider }, 'ada@ours.example');
    const { client, status } = await signIn();
    const { body } = await client.ehlo();
    expect([status, body.username, body.sites.length]).toEqual([200, 'ada@ours.example', 1]);
    expect((await signIn()).status).toBe(200);
    expect((await read()).userCount).toBe(1);
    await change({ certificates: [provider.key.certificate, (next as SamlKey).certificate] });
    expect((await read()).userCount).toBe(1);
    // The next key signs while the former still counts.
    const renewed = { ...provider, key: next as SamlKey };
    expect((await samlSignInAs(app, { connection, provider: renewed }, 'ada@ours.example')).status).toBe(200);
    await change({ subjectAttribute: 'employee' });
    expect((await read()).userCount).toBe(0);
    await change({ subjectAttribute: null, issuer: 'https://another.example/metadata' });
    expect((await read()).issuer).toBe('https://another.example/metadata');
    expect((await signIn()).status).toBe(403);
    await change({ issuer: provider.issuer });
  });

  it('takes no settings of the other kind, and no certificate by which nothing can be checked', async () => {
    const [curve, short] = [samlKey('ec'), samlKey('rsa:1024')];
    const refused = [
      await change({ clientId: 'x' }),
      await change({ clientSecret: 'x' }),
      await change({ certificates: [curve.certificate] }),
      await change({ certificates: [short.certificate] }),
      await change({ certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'] }),
      await change({ certificates: [provider.key.privateKey] }),
      await change({ certificates: [] }),
      await change({ signInAddress: 'javascript:alert(1)' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    const { body: oidc } = await admin.call(singleSignOn.addConnection, {
      body: { name: 'Other', issuer: 'https://idp.example', clientId: 'x' },
    });
    const other = await admin.call(singleSignOn.changeConnection, {
      params: { id: oidc.connectionUuid },
      body: { serialNumber: oidc.serialNumber, certificates: [provider.key.certificate] },
    });
    const noAddress = await admin.call(singleSignOn.changeConnection, {
      params: { id: oidc.connectionUuid },
      body: { serialNumber: oidc.serialNumber, issuer: 'urn:idp' },
    });
    expect([oidc.kind, oidc.saml, other.status, noAddress.status]).toEqual(['oidc', null, 400, 400]);
  });

  it('is tested without asking the identity provider', async () => {
    const { body } = await admin.call(singleSignOn.testConnection, { params: { id: connection.connectionUuid } });
    const bad = body.checks.filter(({ isGood }) => !isGood).map(({ check }) => check);
    expect(body.checks.map(({ check }) => check)).toEqual([
      'signInAddress',
      'returnAddress',
      'certificateDates',
      'keySizes',
      'domain',
      'groups',
    ]);
    // The stand-in of a public address has no TLS.
    expect(bad).toEqual(['returnAddress']);
    const now = app.clock.now;
    app.clock.now = new Date(now.getTime() + 450 * 86_400_000);
    admin = await app.signIn('admin');
    const later = await admin.call(singleSignOn.testConnection, { params: { id: connection.connectionUuid } });
    expect(later.body.checks.find(({ check }) => check === 'certificateDates')?.isGood).toBe(false);
    app.clock.now = now;
    admin = await app.signIn('admin');
  });

  it('reads metadata, and says why it does not', async () => {
    const answer = await admin.call(singleSignOn.readMetadata, { body: { metadata: metadata() } });
    expect(answer.body).toEqual({
      issuer: 'https://idp.example/metadata',
      signInAddress: 'https://idp.example/redirect',
      signOutAddress: null,
      certificates: connection.saml?.certificates.map(({ pem }) => pem),
    });
    const signOut = (binding: string) =>
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://idp.example/${binding}"/>`;
    const offering = metadata().replace(
      '<md:SingleSignOnService',
      `${signOut('HTTP-POST')}${signOut('HTTP-Redirect')}$&`,
    );
    expect(readMetadata(offering)).toMatchObject({ signOutAddress: 'https://idp.example/HTTP-Redirect' });
    const encryption = metadata({ keys: '<md:KeyDescriptor use="encryption"/>' });
    const refused: Record<string, string> = {
      unreadable: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${metadata({ entity: '&e;' })}`,
      several: '<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>',
      notProvider: metadata().replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
      noAddress: metadata({ address: '' }),
      noCertificate: encryption,
    };
    for (const [problem, text] of Object.entries(refused)) {
      expect(readMetadata(text)).toEqual({ problem });
      expect((await admin.call(singleSignOn.readMetadata, { body: { metadata: text } })).status).toBe(400);
    }
    const writer = await app.signIn('manager');
    expect((await writer.call(singleSignOn.readMetadata, { body: { metadata: metadata() } })).status).toBe(403);
  });

  it('may be required only from a session made through it', async () => {
    expect((await change({ isRequired: true })).body).toMatchObject({ message: /Sign in by this connection/ });
    const ways = await app.anonymous().call(ssoSignIn.ways, { body: { username: 'x@ours.example' } });
    expect(ways.body.singleSignOn).toEqual({ label: 'Contoso', isRequired: false });
  });
});
