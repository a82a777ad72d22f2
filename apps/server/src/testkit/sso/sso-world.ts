import { rolePreset } from '@patchkeep/contract/rights';
import { singleSignOn, type SsoConnection, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import type { TestApp, TestClient } from '../app.ts';
import { type CrookedProvider, type KeyPair, signed } from './crooked-provider.ts';
import type { DnsServer } from './dns-server.ts';

export const publicUrl = 'http://patchkeep.test';
export const ssoSettings = (dns: DnsServer): Record<string, string> => ({
  PATCHKEEP_PUBLIC_URL: publicUrl,
  PATCHKEEP_SSO_INNER_NETWORKS: 'true',
  PATCHKEEP_DNS_SERVERS: dns.address,
});

/** Adds a domain and publishes its record, so that it is proven. */
export const proveDomain = async (admin: TestClient, dns: DnsServer, domain: string): Promise<string> => {
  const { body } = await admin.call(singleSignOn.addDomain, { body: { domain } });
  dns.text(body.recordName, 'v=spf1 -all', body.recordText);
  const checked = await admin.call(singleSignOn.checkDomain, { params: { id: body.domainUuid } });
  if (checked.body.problem !== null) throw new Error(`${domain} is not proven: ${JSON.stringify(checked.body)}`);
  return body.domainUuid;
};

/** A connection whose group `patchers` may write in the first site of the administrator. */
export const connect = async (
  admin: TestClient,
  issuer: string,
  more: { clientId?: string; clientSecret?: string; name?: string } = {},
): Promise<SsoConnection> => {
  const { body } = await admin.call(singleSignOn.addConnection, {
    body: { name: 'Contoso', issuer, clientId: 'patchkeep', clientSecret: 'a client secret', ...more },
  });
  return mapPatchers(admin, body);
};

/** The group `patchers` may write in the first site of the administrator. */
export const mapPatchers = async (admin: TestClient, body: SsoConnection): Promise<SsoConnection> => {
  const [site] = (await admin.ehlo()).body.sites;
  const mapped = await admin.call(singleSignOn.saveMappings, {
    params: { id: body.connectionUuid },
    body: {
      serialNumber: body.serialNumber,
      mappings: [
        {
          group: 'patchers',
          siteAccountUuid: site?.siteAccountUuid ?? '',
          sitePermissions: rolePreset['Read & Write'],
        },
      ],
    },
  });
  return mapped.body;
};

export type Claims = Record<string, unknown>;

/** Begins to sign in. Returns what the identity provider is asked, and what an honest one would say of the person. */
export const beginAt = async (
  app: TestApp,
  client: TestClient,
  username: string,
  issuer: string,
): Promise<{ asked: URLSearchParams; claims: Claims }> => {
  const { status, body } = await client.call(ssoSignIn.begin, { body: { username } });
  if (status !== 200) throw new Error(`begin answered ${status} ${JSON.stringify(body)}`);
  const asked = new URL(body.address).searchParams;
  return { asked, claims: honestClaims(app, asked, username, issuer) };
};

export const honestClaims = (app: TestApp, asked: URLSearchParams, username: string, issuer: string): Claims => {
  const seconds = Math.floor(app.clock.now.getTime() / 1_000);
  return {
    iss: issuer,
    sub: `subject of ${username}`,
    aud: asked.get('client_id'),
    nonce: asked.get('nonce'),
    iat: seconds,
    exp: seconds + 300,
    email: username,
    name: 'Ada Lovelace',
    groups: ['patchers', 'everybody'],
  };
};

/** What the browser brings back from an honest identity provider. */
export const answerOf = (connection: SsoConnection, asked: URLSearchParams) => ({
  connectionUuid: connection.connectionUuid,
  state: asked.get('state') ?? '',
  code: 'a code',
});

/** Signs in from begin to end, with an identity provider that says `change` of the person. */
export const signInAs = async (
  app: TestApp,
  { connection, provider, key }: { connection: SsoConnection; provider: CrookedProvider; key: KeyPair },
  username: string,
  change: Claims = {},
): Promise<{ client: TestClient; status: number; body: unknown }> => {
  const client = app.anonymous();
  const { asked, claims } = await beginAt(app, client, username, provider.issuer);
  provider.answer = { body: JSON.stringify({ id_token: await signed({ ...claims, ...change }, key) }) };
  const { status, body } = await client.call(ssoSignIn.finish, { body: answerOf(connection, asked) });
  return { client, status, body };
};
