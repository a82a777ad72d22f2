import { apiTokens } from '@patchkeep/contract/api-tokens';
import { wire } from '@patchkeep/contract/constants';
import { publicBase } from '@patchkeep/contract/endpoint';
import { groups } from '@patchkeep/contract/groups';
import { rolePreset } from '@patchkeep/contract/rights';
import { sites } from '@patchkeep/contract/sites';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';

let app: TestApp;
let admin: TestClient;
let manager: TestClient;
let alpha: string;
let beta: string;
beforeAll(async () => {
  app = await testApp();
  admin = await app.signIn('admin');
  const { currentSite, sites: all } = (await admin.ehlo()).body;
  alpha = currentSite?.siteAccountUuid ?? '';
  beta = all.find(({ siteName }) => siteName === 'Beta')?.siteAccountUuid ?? '';
  for (const client of [admin, (manager = await app.signIn('manager'))]) {
    await client.call(sites.select, { params: { id: alpha } });
    await client.ehlo();
  }
});
afterAll(() => app.close());
// Nothing that was believed of a token is believed any more, and what it may spend is back.
beforeEach(() => later(60));

const later = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1_000);
};
type Asked = { isForAllSites?: boolean; networks?: string[]; permissions?: number };
const make = (client: TestClient, { permissions = rolePreset['Read & Write'], ...asked }: Asked = {}) =>
  client.call(apiTokens.create, { body: { name: 'Script', permissions, expiresInDays: 1, ...asked } });
const made = async (client: TestClient, asked?: Asked) => {
  const { status, body } = await make(client, asked);
  expect(status).toBe(200);
  return body;
};
interface Call {
  from?: string;
  site?: string;
  path?: string;
  title?: string;
}
/** What a program gets: the status, and the answer. */
const call = async (secret: string, { from = '192.0.2.1', site, path = groups.list.path, title }: Call = {}) => {
  const answer = await app.app.inject({
    method: title === undefined ? 'GET' : 'POST',
    url: `${publicBase}${path}`,
    remoteAddress: from,
    headers: { authorization: `Bearer ${secret}`, ...(site !== undefined && { [wire.siteHeader]: site }) },
    ...(title !== undefined && { payload: { title } }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const listed = async (tokenId: string) => (await admin.call(apiTokens.read, { params: { id: tokenId } })).body;
const rows = (text: string, values: unknown[]) =>
  app.database
    .pool('postgres')
    .query(text, values)
    .then((found) => found.rows);

describe('an API token that is bound to networks', () => {
  it('opens the API from there and from nowhere else, and says where a refused call came from', async () => {
    const { apiToken, secret } = await made(admin, { networks: ['192.0.2.0/28', '2001:db8::/48', '198.51.100.7'] });
    expect(apiToken).toMatchObject({ networks: ['192.0.2.0/28', '2001:db8::/48', '198.51.100.7'], refused: null });
    const inside = ['192.0.2.1', '192.0.2.15', '::ffff:192.0.2.1', '2001:db8::5', '198.51.100.7'];
    for (const from of inside) expect([from, (await call(secret, { from })).status]).toEqual([from, 200]);
    const outside = ['192.0.2.16', '203.0.113.9', '2001:db8:1::5', '198.51.100.8', '127.0.0.1'];
    for (const from of outside) expect([from, (await call(secret, { from })).status]).toEqual([from, 403]);
    const { body } = await call(secret, { from: '203.0.113.9' });
    expect(body).toMatchObject({ detail: 'This API token may not be used from 203.0.113.9' });
    // The first of a minute is kept: a flood of refused calls is no flood of writes.
    const first = { at: app.clock.now.toISOString(), address: '192.0.2.16' };
    expect((await listed(apiToken.apiTokenUuid)).refused).toEqual(first);
    later(60);
    await call(secret, { from: '203.0.113.9' });
    const next = { at: app.clock.now.toISOString(), address: '203.0.113.9' };
    expect((await listed(apiToken.apiTokenUuid)).refused).toEqual(next);
  });

  it('does not become a used one by a refused call', async () => {
    const { apiToken, secret } = await made(admin, { networks: ['192.0.2.1'] });
    expect((await call(secret, { from: '192.0.2.2' })).status).toBe(403);
    expect((await listed(apiToken.apiTokenUuid)).lastUsed).toBeNull();
    expect((await call(secret)).status).toBe(200);
    expect((await listed(apiToken.apiTokenUuid)).lastUsed).not.toBeNull();
  });

  it.each([
    'anywhere',
    '192.0.2.0/33',
    '192.0.2.256',
    '192.0.2.0/24/24',
    '2001:db8::/129',
    'example.com',
    '192.0.2.1-192.0.2.9',
    '',
  ])('is not made for %j', async (network) => {
    expect((await make(admin, { networks: [network] })).status).toBe(400);
  });

  it('takes twenty networks and no more', async () => {
    const networks = Array.from({ length: 21 }, (_, n) => `192.0.2.${n}`);
    expect((await make(admin, { networks: networks.slice(1) })).status).toBe(200);
    expect((await make(admin, { networks })).status).toBe(400);
  });
});

describe('an API token for all sites', () => {
  it('acts in the site that its call names, and in none without one', async () => {
    const { apiToken, secret } = await made(admin, { isForAllSites: true });
    expect(apiToken.isForAllSites).toBe(true);
    const { status, body } = await call(secret);
    expect([status, body.detail]).toEqual([400, 'This API token is for all sites. Name one in the header x-site.']);
    for (const [site, title] of [
      [alpha, 'Of Alpha'],
      [beta, 'Of Beta'],
    ] as const) {
      const created = await call(secret, { site, title });
      expect(created.status).toBe(200);
      expect(await rows('select site_id from groups where group_id = $1', [created.body.uuid])).toEqual([
        { site_id: site },
      ]);
      const entries = await rows('select chain_id, credential_id from audit_entries where object_id = $1', [
        created.body.uuid,
      ]);
      expect(entries).toEqual([{ chain_id: site, credential_id: apiToken.apiTokenUuid }]);
    }
  });

  it('finds no site of another customer and none that does not exist', async () => {
    const { secret } = await made(admin, { isForAllSites: true });
    const stranger = await app.signIn('stranger');
    const foreign = (await stranger.ehlo()).body.currentSite?.siteAccountUuid ?? '';
    for (const site of [foreign, '00000000-0000-7000-8000-000000000000', 'beta'])
      expect([site, (await call(secret, { site })).status]).toEqual([site, 404]);
    expect((await call(secret, { site: foreign, title: 'Taken' })).status).toBe(404);
    expect(await rows(`select 1 from groups where title = 'Taken'`, [])).toEqual([]);
  });

  it('does in each site what its owner may do there at that moment', async () => {
    const { apiToken, secret } = await made(admin, { isForAllSites: true });
    const own = (isSystemAdmin: boolean, permissions: number) =>
      Promise.all([
        rows('update users set is_system_admin = $1 where user_id = $2', [isSystemAdmin, apiToken.ownerUuid]),
        rows(
          `insert into site_members (customer_id, site_id, user_id, permissions) values ($1, $2, $3, $4)
           on conflict (customer_id, site_id, user_id) do update set permissions = excluded.permissions`,
          [admin.customerId, beta, apiToken.ownerUuid, permissions],
        ),
      ]);
    const statuses = async () => {
      later(60);
      const [inAlpha, read, write] = await Promise.all([
        call(secret, { site: alpha }),
        call(secret, { site: beta }),
        call(secret, { site: beta, title: `Written ${app.clock.now.getTime()}` }),
      ]);
      return [inAlpha.status, read.status, write.status];
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await own(false, rolePreset['Read-Only']);
    expect(await statuses()).toEqual([404, 200, 403]);
    await own(false, rolePreset.Disabled);
    expect(await statuses()).toEqual([404, 404, 404]);
    await own(true, rolePreset['Read-Only']);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('lists the sites it can name, with what it may do there', async () => {
    const { secret } = await made(admin, { isForAllSites: true, permissions: rolePreset['Read-Only'] });
    const all = (await call(secret, { path: apiTokens.sites.path })).body.sites;
    const mine = (await admin.ehlo()).body.sites.map(({ siteAccountUuid }) => siteAccountUuid);
    expect(all.map((site: { siteAccountUuid: string }) => site.siteAccountUuid)).toEqual(mine);
    expect(new Set(all.map((site: { permissions: number }) => site.permissions))).toEqual(
      new Set([rolePreset['Read-Only']]),
    );
    const one = await made(admin);
    const ofOne = (await call(one.secret, { path: apiTokens.sites.path })).body.sites;
    expect(ofOne).toEqual([{ siteAccountUuid: alpha, siteName: 'alpha', permissions: rolePreset['Read & Write'] }]);
    const person = (await manager.call(apiTokens.sites)).body.sites;
    expect(person.every(({ permissions }) => permissions > 0)).toBe(true);
  });

  it('is made and revoked by system administrators, and seen by administrators of every site', async () => {
    const refused = await make(manager, { isForAllSites: true });
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: 'An API token for all sites needs a system administrator' },
    ]);
    const { apiToken, secret } = await made(admin, { isForAllSites: true });
    const one = { params: { id: apiToken.apiTokenUuid } };
    const seen = (await manager.call(apiTokens.list)).body.apiTokens;
    expect(seen.map(({ apiTokenUuid }) => apiTokenUuid)).toContain(apiToken.apiTokenUuid);
    expect((await manager.call(apiTokens.revoke, one)).status).toBe(403);
    expect((await call(secret, { site: beta })).status).toBe(200);
    await admin.call(sites.select, { params: { id: beta } });
    await admin.ehlo();
    expect((await admin.call(apiTokens.revoke, one)).status).toBe(200);
    // At once, for every site that it was believed in.
    expect((await call(secret, { site: beta })).status).toBe(401);
    await admin.call(sites.select, { params: { id: alpha } });
    await admin.ehlo();
  });

  it('keeps the same name of a write for each site apart', async () => {
    const { secret } = await made(admin, { isForAllSites: true });
    const write = async (site: string) =>
      (
        await app.app.inject({
          method: 'POST',
          url: `${publicBase}${groups.create.path}`,
          headers: { authorization: `Bearer ${secret}`, [wire.siteHeader]: site, 'idempotency-key': 'once' },
          payload: { title: 'Once' },
        })
      ).json();
    const [first, again, other] = [await write(alpha), await write(alpha), await write(beta)];
    expect(again).toEqual(first);
    expect(other.uuid).not.toBe(first.uuid);
  });
});
