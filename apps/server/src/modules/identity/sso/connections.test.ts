import { account } from '@patchkeep/contract/account';
import { rolePreset } from '@patchkeep/contract/rights';
import { session } from '@patchkeep/contract/session';
import { singleSignOn, type SsoConnection, ssoAccount, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import { invitations, users } from '@patchkeep/contract/users';
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
import { answerOf, connect, honestClaims, proveDomain, signInAs, ssoSettings } from '../../../testkit/sso/sso-world.ts';
import { clientHash, people } from '../../../testkit/world.ts';
import { connectionTexts } from './connections.service.ts';
import { domainTexts } from './domains.service.ts';

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
  await proveDomain(admin, dns, 'ours.example');
  connection = await connect(admin, provider.issuer, { clientSecret: 'a secret that no row shows' });
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});

const read = async () => (await admin.call(singleSignOn.read)).body;
const params = () => ({ id: connection.connectionUuid });
const change = async (client: TestClient, body: object) => {
  const serialNumber = (await read()).connections[0]?.serialNumber ?? 0;
  return client.call(singleSignOn.changeConnection, { params: params(), body: { serialNumber, ...body } });
};
const byPassword = async (username: string) =>
  (await app.anonymous().call(session.login, { body: { username, passwordHash: clientHash, passwordHashVersion: 1 } }))
    .status;
const finishAt = async (client: TestClient, address: string, username: string) => {
  const asked = new URL(address).searchParams;
  const claims = honestClaims(app, asked, username, provider.issuer);
  provider.answer = { body: JSON.stringify({ id_token: await signed(claims, key) }) };
  return client.call(ssoSignIn.finish, { body: answerOf(connection, asked) });
};

describe('a connection', () => {
  it('keeps its secret sealed, and shows it to nobody', async () => {
    const { rows } = await postgres.query('select * from connections where connection_id = $1', [
      connection.connectionUuid,
    ]);
    const sealed: Buffer = rows[0].client_secret;
    expect(sealed.toString('latin1')).not.toContain('a secret that no row shows');
    expect(JSON.stringify(await read())).not.toContain('a secret that no row shows');
    expect(connection.hasClientSecret).toBe(true);
    // Moved to another row it opens nothing: the identity provider is sent an empty one.
    const { rows: log } = await postgres.query("select after from audit_entries where verb like 'connection.%'");
    expect(JSON.stringify(log)).not.toContain('a secret that no row shows');
  });

  it('is not saved over what somebody else has changed', async () => {
    const stale = { serialNumber: connection.serialNumber - 1 };
    const renamed = await admin.call(singleSignOn.changeConnection, {
      params: params(),
      body: { ...stale, name: 'x' },
    });
    const mapped = await admin.call(singleSignOn.saveMappings, { params: params(), body: { ...stale, mappings: [] } });
    expect([renamed.status, mapped.status]).toEqual([409, 409]);
  });

  it('is for system administrators alone', async () => {
    const manager = await app.signIn('manager');
    expect((await manager.call(singleSignOn.read)).status).toBe(403);
    expect((await manager.call(singleSignOn.addDomain, { body: { domain: 'x.example' } })).status).toBe(403);
  });

  it('lets an invited user accept by single sign-on, once', async () => {
    const site = (await admin.ehlo()).body.sites[0]?.siteAccountUuid ?? '';
    const { body } = await admin.call(users.create, {
      params: { id: site },
      body: { username: 'ivy@ours.example', longName: 'Ivy', sitePermissions: rolePreset['Read-Only'] },
    });
    const invitation = body.madeInvitation?.invitation ?? '';
    const [client, other] = [app.anonymous(), app.anonymous()];
    const begin = (who: TestClient) => who.call(ssoSignIn.beginInvited, { body: { invitation } });
    const [begun, late] = [await begin(client), await begin(other)];
    const answer = await finishAt(client, begun.body.address, 'ivy.at.work@ours.example');
    expect([answer.status, (await client.ehlo()).body.username]).toEqual([200, 'ivy@ours.example']);
    expect((await finishAt(other, late.body.address, 'thief@ours.example')).status).toBe(403);
    expect((await begin(app.anonymous())).status).toBe(410);
    expect((await app.anonymous().call(invitations.look, { body: { invitation } })).status).toBe(410);
    expect((await finishAt(client, begun.body.address, 'ivy.at.work@ours.example')).status).toBe(403);
  });
});

describe('requiring single sign-on', () => {
  it('is saved only from a session through that connection, with an administrator outside of its domains', async () => {
    const refused = await change(admin, { isRequired: true });
    expect([refused.status, refused.body]).toEqual([400, { message: connectionTexts.notThrough }]);
    const begun = await admin.call(ssoAccount.begin);
    expect((await finishAt(admin, begun.body.address, people.admin)).status).toBe(200);
    const through = await signInAs(app, { connection, provider, key }, people.admin);
    await through.client.ehlo();
    const alone = await change(through.client, { isRequired: true });
    expect([alone.status, alone.body]).toEqual([400, { message: connectionTexts.lastAdministrator }]);
    const site = (await admin.ehlo()).body.sites[0]?.siteAccountUuid ?? '';
    const { body } = await admin.call(users.create, {
      params: { id: site },
      body: { username: 'glass@elsewhere.example', longName: 'Glass', sitePermissions: 0, isSystemAdmin: true },
    });
    const accepted = await app.anonymous().call(invitations.accept, {
      body: { invitation: body.madeInvitation?.invitation ?? '', passwordHash: clientHash, passwordHashVersion: 1 },
    });
    expect(accepted.status).toBe(200);

    expect([await byPassword(people.reader), await byPassword(people.admin)]).toEqual([200, 200]);
    expect((await change(through.client, { isRequired: true })).status).toBe(200);
    expect([await byPassword(people.reader), await byPassword(people.admin)]).toEqual([401, 401]);
    expect(await byPassword('glass@elsewhere.example')).toBe(200);
    expect((await signInAs(app, { connection, provider, key }, people.admin)).status).toBe(200);
    expect((await through.client.call(account.read)).body.isSsoLoginOnly).toBe(true);
    const changed = await through.client.call(account.changePassword, {
      body: { currentPassword: clientHash, newPassword: 'B'.repeat(43) },
    });
    expect(changed.status).toBe(403);

    const [domain] = (await read()).domains;
    const removed = await admin.call(singleSignOn.removeDomain, { params: { id: domain?.domainUuid ?? '' } });
    expect([removed.status, removed.body]).toEqual([400, { message: domainTexts.required }]);
    // Another issuer knows nobody, so it cannot be required yet.
    const moved = await change(admin, { issuer: `${provider.issuer}/other` });
    expect([moved.body.isRequired, moved.body.userCount, await byPassword(people.reader)]).toEqual([false, 0, 200]);
    await change(admin, { issuer: provider.issuer });
  });
});

describe('removing a connection', () => {
  it('says first what it does, then ends sessions, rights and what its users were known by', async () => {
    const { client } = await signInAs(app, { connection, provider, key }, 'hal@ours.example');
    expect((await client.ehlo()).status).toBe(200);
    const { body } = await admin.call(singleSignOn.previewRemoval, { params: params() });
    expect(body).toEqual({
      userCount: 1,
      lockedOut: [{ username: 'hal@ours.example', longName: 'Ada Lovelace' }],
      lockedOutCount: 1,
      membershipCount: 1,
    });
    expect((await admin.call(singleSignOn.removeConnection, { params: params() })).status).toBe(200);
    expect((await client.ehlo()).status).toBe(401);
    expect(await read()).toMatchObject({ connections: [], domains: [{ connectionUuid: null }] });
    const ways = await app.anonymous().call(ssoSignIn.ways, { body: { username: 'hal@ours.example' } });
    expect(ways.body.singleSignOn).toBeNull();
    const { rows } = await postgres.query(
      "select 1 from site_members join users using (customer_id, user_id) where username = 'hal@ours.example'",
    );
    expect(rows).toEqual([]);
  });
});

describe('a domain', () => {
  it('is proven by the text of its own record, in whatever company, and not by another', async () => {
    const { body } = await admin.call(singleSignOn.addDomain, { body: { domain: 'two.example' } });
    const check = async () =>
      (await admin.call(singleSignOn.checkDomain, { params: { id: body.domainUuid } })).body.problem;
    expect(await check()).toMatch(/no such record/);
    dns.text(body.recordName, 'patchkeep-domain=', `${body.recordText}x`, body.recordText.toUpperCase());
    expect(await check()).toBe(domainTexts.other);
    // A text of more than 255 bytes comes in parts.
    dns.text(body.recordName, 'x'.repeat(600), body.recordText);
    expect(await check()).toBeNull();
    const again = await admin.call(singleSignOn.addDomain, { body: { domain: ' TWO.example ' } });
    expect(again.status).toBe(400);
    for (const domain of ['example', 'two..example', 'two.example/x', '*.example'])
      expect([domain, (await admin.call(singleSignOn.addDomain, { body: { domain } })).status]).toEqual([domain, 400]);
  });
});
