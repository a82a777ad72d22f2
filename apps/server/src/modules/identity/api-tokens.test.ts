import { randomUUID } from 'node:crypto';
import { allEndpoints } from '@patchkeep/contract/api';
import { apiTokenLimits, apiTokens } from '@patchkeep/contract/api-tokens';
import { configuration } from '@patchkeep/contract/configuration';
import { wire } from '@patchkeep/contract/constants';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { patching } from '@patchkeep/contract/patching';
import { restarts } from '@patchkeep/contract/restarts';
import { rolePreset } from '@patchkeep/contract/rights';
import { sites } from '@patchkeep/contract/sites';
import { isOpenToTokens } from '@patchkeep/rules/api-token';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { apiTokenTexts } from './api-token.service.ts';

const readWrite = rolePreset['Read & Write'];
const readOnly = rolePreset['Read-Only'];

let app: TestApp;
let admin: TestClient;
let manager: TestClient;
let alpha: string;
beforeAll(async () => {
  app = await testApp();
  admin = await app.signIn('admin');
  manager = await app.signIn('manager');
  alpha = (await admin.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  await manager.call(sites.select, { params: { id: alpha } });
  await manager.ehlo();
});
afterAll(() => app.close());
// A second later: nothing that was believed is believed any more, and what a token may spend is back.
beforeEach(() => later(60));

const later = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1_000);
};
const make = async (client: TestClient, permissions: number = readWrite, expiresInDays = 1) =>
  (await client.call(apiTokens.create, { body: { name: 'Reports', permissions, expiresInDays } })).body;
const program = (secret: string) => {
  const nobody = app.anonymous();
  const call: TestClient['call'] = (endpoint, given, headers) =>
    nobody.call(endpoint, given, { authorization: `Bearer ${secret}`, ...headers });
  return { call };
};

describe('an API token', () => {
  it('is made, listed, read and revoked; its secret is shown once and only its hash is kept [ACCT-10] [ACCT-11] [ACCT-12]', async () => {
    const { apiToken, secret } = await make(admin);
    expect(apiToken).toMatchObject({ name: 'Reports', permissions: readWrite, lastUsed: null, isRevoked: false });
    expect(new Date(apiToken.expires).getTime() - app.clock.now.getTime()).toBe(86_400_000);
    const { body } = await admin.call(apiTokens.list);
    expect(body.apiTokens).toContainEqual(apiToken);
    const one = { params: { id: apiToken.apiTokenUuid } };
    expect((await admin.call(apiTokens.read, one)).body).toEqual(apiToken);
    const random = secret.split('_').slice(3).join('_').slice(0, 43);
    expect(JSON.stringify(body)).not.toContain(random);
    const rows = await app.database
      .pool('postgres')
      .query('select to_jsonb(t)::text as row, encode(secret_hash, $1) as hash from api_tokens t where token_id = $2', [
        'escape',
        apiToken.apiTokenUuid,
      ]);
    expect(rows.rows[0].row + rows.rows[0].hash).not.toContain(random);

    expect((await program(secret).call(hosts.list)).status).toBe(200);
    expect((await admin.call(apiTokens.revoke, one)).status).toBe(200);
    // At once, without the second a session may take.
    expect((await program(secret).call(hosts.list)).status).toBe(401);
    expect((await admin.call(apiTokens.read, one)).body.isRevoked).toBe(true);
    expect((await admin.call(apiTokens.revoke, one)).status).toBe(404);
  });

  it('writes without a CSRF value, in its own site, and the activity log names it', async () => {
    const { apiToken, secret } = await make(manager);
    const { status, body } = await program(secret).call(groups.create, { body: { title: 'By program' } });
    expect(status).toBe(200);
    const entries = await app.database
      .pool('postgres')
      .query(`select chain_id, credential_id, actor_id from audit_entries where object_id = $1`, [body.uuid]);
    expect(entries.rows).toEqual([
      { chain_id: alpha, credential_id: apiToken.apiTokenUuid, actor_id: apiToken.ownerUuid },
    ]);
    const used = (await admin.call(apiTokens.read, { params: { id: apiToken.apiTokenUuid } })).body;
    expect(used.lastUsed).toBe(app.clock.now.toISOString());
  });

  it('may do what it was given and no more', async () => {
    const { secret } = await make(admin, readOnly);
    expect((await program(secret).call(groups.list)).status).toBe(200);
    expect((await program(secret).call(groups.create, { body: { title: 'x' } })).status).toBe(403);
    const refused = await manager.call(apiTokens.create, {
      body: { name: 'x', permissions: rolePreset.Administer, expiresInDays: 1 },
    });
    expect([refused.status, refused.body]).toEqual([400, { message: 'An API token cannot administer' }]);
  });

  it('loses with its owner: a lower role counts for the next call, and leaving the site ends it', async () => {
    const { secret, apiToken } = await make(manager);
    const set = (permissions: number) =>
      app.database
        .pool('postgres')
        .query('update site_members set permissions = $1 where site_id = $2 and user_id = $3', [
          permissions,
          alpha,
          apiToken.ownerUuid,
        ]);
    const write = async () =>
      (await program(secret).call(groups.create, { body: { title: `x${app.clock.now.getTime()}` } })).status;
    expect(await write()).toBe(200);
    await set(readOnly);
    later(1);
    expect(await write()).toBe(403);
    const listed = (await admin.call(apiTokens.read, { params: { id: apiToken.apiTokenUuid } })).body;
    expect(listed.effectivePermissions).toBe(readOnly);
    await set(0);
    later(1);
    expect(await write()).toBe(401);
    await set(rolePreset.Administer);
    later(1);
    expect(await write()).toBe(200);
  });

  it('expires, even while it is believed', async () => {
    const { secret } = await make(admin);
    later(86_400 - 0.5);
    expect((await program(secret).call(hosts.list)).status).toBe(200);
    later(0.5);
    expect((await program(secret).call(hosts.list)).status).toBe(401);
    admin = await app.signIn('admin');
    manager = await app.signIn('manager');
    await manager.call(sites.select, { params: { id: alpha } });
    await manager.ehlo();
  });

  it('reaches no endpoint of a person: account, session, users, sites, tokens', async () => {
    const { secret } = await make(admin);
    const closed = allEndpoints.filter(({ right }) => right !== 'anyone' && !isOpenToTokens(right));
    expect(closed.length).toBeGreaterThan(8);
    for (const each of closed) {
      later(1);
      const { status } = await program(secret).call(each, { params: { id: randomUUID(), site: alpha } } as never);
      expect([each.method, each.path, status]).toEqual([each.method, each.path, 403]);
    }
  });

  it('lets no machine in, deletes nothing for good and changes no settings of the site', async () => {
    const { secret } = await make(admin);
    const before = await app.database
      .pool('postgres')
      .query('select (select count(*) from install_tokens) as tokens, (select count(*) from hosts) as hosts');
    const installToken = { body: { name: 'mine', useCap: 100_000, expiresInDays: 365 } };
    for (const [each, given] of [
      [configuration.createInstallToken, installToken],
      [configuration.saveAgentSettings, {}],
      [hosts.accept, { body: { hosts: [randomUUID()] } }],
      [hosts.emptyTrash, { body: { expectedCount: 0 } }],
      [patching.saveSettings, { body: { releaseBudget: 100_000, taskLifeDays: 30, serialNumber: 0 } }],
      [restarts.saveSettings, {}],
    ] as const) {
      const { status } = await program(secret).call(each, given as never);
      expect([each.path, status]).toEqual([each.path, 403]);
    }
    const after = await app.database
      .pool('postgres')
      .query('select (select count(*) from install_tokens) as tokens, (select count(*) from hosts) as hosts');
    expect(after.rows).toEqual(before.rows);
  });

  it('opens its site and no other, though its owner may enter all', async () => {
    const { secret } = await make(admin);
    const { sites: all } = (await admin.ehlo()).body;
    const other = all.find((site) => site.siteName === 'Beta')?.siteAccountUuid ?? '';
    const given = (site: string) => ({ params: { site, id: randomUUID() }, body: { title: 'Named' } });
    expect((await program(secret).call(groups.createAt, given(other))).status).toBe(404);
    expect((await program(secret).call(groups.createAt, given(alpha))).status).toBe(200);
    expect((await program(secret).call(groups.list, {}, { [wire.siteHeader]: other })).status).toBe(404);
    expect((await program(secret).call(groups.list, {}, { [wire.siteHeader]: alpha })).status).toBe(200);
  });

  it('is refused with a cookie beside it, with anything changed, and for another customer', async () => {
    const { secret, apiToken } = await make(admin);
    const both = await program(secret).call(hosts.list, {}, { cookie: `sid=${admin.cookie}` });
    expect(both.status).toBe(401);
    const stranger = (await app.signIn('stranger')).customerId ?? '';
    const forged = [
      apiTokenTexts.make(admin.customerId ?? '', apiToken.apiTokenUuid).token,
      apiTokenTexts.make(stranger, apiToken.apiTokenUuid).token,
      apiTokenTexts.make(admin.customerId ?? '', randomUUID()).token,
      secret.slice(0, -1),
      `${secret}0`,
      secret.toUpperCase(),
      `${secret.slice(0, 60)}${secret[60] === 'A' ? 'B' : 'A'}${secret.slice(61)}`,
      'vpt_',
    ];
    for (const each of forged) expect([each, (await program(each).call(hosts.list)).status]).toEqual([each, 401]);
    expect((await program(secret).call(hosts.list)).status).toBe(200);
    const basic = await admin.call(hosts.list, {}, { authorization: 'Basic eDp5' });
    expect(basic.status).toBe(200);
  });

  it('does not open the agents’ API', async () => {
    const { secret } = await make(admin);
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: '/api/agent/v1/check-in',
      headers: { authorization: `Bearer ${secret}`, [wire.csrfHeader]: '' },
      payload: {},
    });
    expect(statusCode).toBe(401);
  });

  it('that asks without end is told to wait', async () => {
    const { secret } = await make(admin);
    const answers = [];
    for (let call = 0; call < 205; call++) answers.push((await program(secret).call(groups.list)).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
    later(1);
    expect((await program(secret).call(groups.list)).status).toBe(200);
  });

  it('is managed by administrators of its site only, and a site has no more than it can keep in sight', async () => {
    const reader = await app.signIn('reader');
    expect((await reader.call(apiTokens.list)).status).toBe(403);
    const { apiToken } = await make(admin);
    const stranger = await app.signIn('stranger');
    const one = { params: { id: apiToken.apiTokenUuid } };
    expect((await stranger.call(apiTokens.read, one)).status).toBe(404);
    expect((await stranger.call(apiTokens.revoke, one)).status).toBe(404);
    let last = 200;
    for (let count = 0; count <= apiTokenLimits.perSite && last === 200; count++)
      last = (await stranger.call(apiTokens.create, { body: { name: 'x', permissions: readOnly, expiresInDays: 1 } }))
        .status;
    expect(last).toBe(400);
    expect((await stranger.call(apiTokens.list)).body.apiTokens).toHaveLength(apiTokenLimits.perSite);
  });
});

describe('the text of a token', () => {
  it('names customer and token, and nothing of it can be changed unnoticed', () => {
    const [customerId, tokenId] = [randomUUID(), randomUUID()];
    const { token, hash } = apiTokenTexts.make(customerId, tokenId);
    expect(token).toMatch(/^vpt_/);
    expect(apiTokenTexts.read(token)).toEqual({ customerId, tokenId, hash });
    for (let at = 0; at < token.length; at++) {
      const changed = `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`;
      expect(apiTokenTexts.read(changed)).toBeUndefined();
    }
  });
});
