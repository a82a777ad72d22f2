import { rolePreset } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { singleSignOn, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../testkit/app.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { type HonestProvider, honestProvider, signInThere } from '../../../testkit/sso/honest-provider.ts';
import { connect, proveDomain, ssoSettings } from '../../../testkit/sso/sso-world.ts';

let app: TestApp;
let dns: DnsServer;
let provider: HonestProvider;
beforeAll(async () => {
  dns = await dnsServer();
  app = await testApp({ env: ssoSettings(dns) });
  // It has a clock of its own, which is the one of this machine.
  app.clock.now = new Date();
  provider = await honestProvider({
    ada: { email: 'ada@ours.example', name: 'Ada Lovelace', groups: ['patchers'] },
    bob: { email: 'bob@ours.example', name: 'Bob', groups: ['everybody'] },
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});

/** Through the pages of the identity provider and back. */
const arrive = async (login: string) => {
  const client = app.anonymous();
  const { body } = await client.call(ssoSignIn.begin, { body: { username: `${login}@ours.example` } });
  const back = await signInThere(body.address, login);
  const sent = Object.fromEntries(back.searchParams) as { state: string; code: string; iss: string };
  const answer = await client.call(ssoSignIn.finish, {
    body: { connectionUuid: back.pathname.split('/').at(-1) ?? '', ...sent },
  });
  return { client, sent, answer };
};

describe('a real identity provider', () => {
  it('is tested check by check, lets its people in by their groups, and nobody by a code that was used', async () => {
    const admin = await app.signIn('admin');
    await proveDomain(admin, dns, 'ours.example');
    const client = { clientId: 'patchkeep', clientSecret: 'a client secret of some length' };
    const connection = await connect(admin, provider.issuer, client);
    const test = async () => {
      const { body } = await admin.call(singleSignOn.testConnection, { params: { id: connection.connectionUuid } });
      return body.checks.map(({ check, isGood }) => [check, isGood]);
    };
    expect(await test()).toEqual([['reachable', false]]);
    provider.register({ ...client, clientSecret: 'another secret', returnAddress: connection.returnAddress });
    expect((await test()).at(-1)).toEqual(['client', false]);
    provider.register({ ...client, returnAddress: connection.returnAddress });
    expect(await test()).toEqual(
      ['reachable', 'issuer', 'endpoints', 'pkce', 'algorithms', 'keys', 'client'].map((check) => [check, true]),
    );

    const ada = await arrive('ada');
    expect([ada.answer.status, ada.answer.body]).toEqual([200, { step: 'signedIn' }]);
    const hello = (await ada.client.ehlo()).body;
    expect(hello).toMatchObject({ username: 'ada@ours.example', currentSite: { siteName: 'alpha' } });
    expect(hello.currentSite?.sitePermissions).toBe(rolePreset['Read & Write']);
    expect((await ada.client.call(session.logout)).status).toBe(200);
    expect((await ada.client.call(session.ehlo, { query: { instanceId: ada.client.instanceId } })).status).toBe(401);

    // The same code in a sign-in of its own.
    const thief = app.anonymous();
    const { body } = await thief.call(ssoSignIn.begin, { body: { username: 'ada@ours.example' } });
    const state = new URL(body.address).searchParams.get('state') ?? '';
    const stolen = { connectionUuid: connection.connectionUuid, ...ada.sent, state };
    expect((await thief.call(ssoSignIn.finish, { body: stolen })).status).toBe(403);

    expect((await arrive('bob')).answer.status).toBe(403);
    provider.people['bob'] = { email: 'bob@ours.example', name: 'Bob', groups: ['patchers'] };
    expect((await arrive('bob')).answer.status).toBe(200);
  });
});
