import { rolePreset } from '@patchkeep/contract/rights';
import { singleSignOn, type SsoConnection } from '@patchkeep/contract/single-sign-on';
import { sites } from '@patchkeep/contract/sites';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type CrookedProvider, crookedProvider, keyPair, type KeyPair } from '../../../testkit/sso/crooked-provider.ts';
import { type DnsServer, dnsServer } from '../../../testkit/sso/dns-server.ts';
import { connect, proveDomain, signInAs, ssoSettings } from '../../../testkit/sso/sso-world.ts';
import { people } from '../../../testkit/world.ts';
import { connectionTexts } from './connections.service.ts';

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
  connection = await connect(admin, provider.issuer);
  const { body } = await admin.call(sites.list);
  const siteAccountUuid = body.sites.find(({ siteName }) => siteName === 'alpha')?.siteAccountUuid ?? '';
  await admin.call(singleSignOn.saveMappings, {
    params: { id: connection.connectionUuid },
    body: {
      serialNumber: connection.serialNumber,
      mappings: [{ group: 'patchers', siteAccountUuid, sitePermissions: rolePreset['Read & Write'] }],
    },
  });
  for (const username of [people.manager, people.admin])
    await postgres.query(
      `insert into external_identities (customer_id, connection_id, issuer, subject, user_id, created_at)
       select customer_id, $2, $3, 'subject of ' || username, user_id, now() from users where username = $1`,
      [username, connection.connectionUuid, provider.issuer],
    );
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await dns.close();
});

const arrive = (username: string) => signInAs(app, { connection, provider, key }, username);
const mark = (usedAt: Date | null) =>
  postgres.query(
    'update users set is_system_admin = true, is_break_glass = true, break_glass_used_at = $2 where username = $1',
    [people.manager, usedAt],
  );
const mappedOf = async (username: string): Promise<number> => {
  const { rows } = await postgres.query(
    `select count(*)::int as n from site_members m join users u using (customer_id, user_id)
     where u.username = $1 and m.is_mapped`,
    [username],
  );
  return rows[0].n;
};

describe('a break-glass account and single sign-on', () => {
  it('gets no rights from groups, while others do, and its sign-in that way does not count as tried', async () => {
    await mark(null);
    // What was given by hand stays as it is, whoever arrives.
    await postgres.query('delete from site_members where user_id = (select user_id from users where username = $1)', [
      people.manager,
    ]);
    expect((await arrive(people.manager)).status).toBe(200);
    expect((await arrive(people.admin)).status).toBe(200);
    expect([await mappedOf(people.manager), await mappedOf(people.admin)]).toEqual([0, 1]);
    const { rows } = await postgres.query('select break_glass_used_at as at from users where username = $1', [
      people.manager,
    ]);
    expect(rows[0].at).toBeNull();
  });

  it('is the way in that lets single sign-on be required, if it was used in the last 30 days', async () => {
    const { client } = await arrive(people.admin);
    await client.ehlo();
    const day = 86_400_000;
    const ask = async (usedAt: Date | null) => {
      await mark(usedAt);
      const { body } = await client.call(singleSignOn.read);
      return client.call(singleSignOn.changeConnection, {
        params: { id: connection.connectionUuid },
        body: { serialNumber: body.connections[0]?.serialNumber ?? 0, isRequired: true },
      });
    };
    const daysAgo = (days: number) => new Date(app.clock.now.getTime() - days * day);
    for (const usedAt of [null, daysAgo(31)])
      expect(JSON.stringify((await ask(usedAt)).body)).toContain(connectionTexts.lastAdministrator);
    expect((await ask(daysAgo(29))).body.isRequired).toBe(true);
  });
});
