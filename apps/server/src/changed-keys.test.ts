import { openSession } from '@patchkeep/agent-client/session-key';
import { signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import { session } from '@patchkeep/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from './testkit/agent.ts';
import { type TestApp, testApp } from './testkit/app.ts';
import { testDatabase, type TestDatabase } from './testkit/database.ts';
import { clientHash, people, pepper, secretKey } from './testkit/world.ts';

const newKey = 'the key that took the place of the one before';
const newPepper = 'the pepper that took the place of the one before';

let database: TestDatabase;
let before: TestApp;
let token: string;
beforeAll(async () => {
  database = await testDatabase();
  before = await testApp({ database });
  const manager = await before.signIn('manager');
  const tokenRequest = { body: { name: 'Fleet', useCap: 1_000 } };
  token = (await manager.call(configuration.createInstallToken, tokenRequest)).body.secret;
});
afterAll(async () => {
  await before.close();
  await database.close();
});

/** The server as it is after a restart with other secrets; hosts keep what they know. */
const restarted = (env: Record<string, string>) => testApp({ database, env });

const movedTo = (app: TestApp, agent: TestAgent): TestAgent => {
  const { agentUuid, keyId, customerUuid, lineage, facts, hardwareId } = agent;
  return Object.assign(new TestAgent(app, agent.identity), {
    agentUuid,
    keyId,
    customerUuid,
    lineage,
    facts,
    hardwareId,
  });
};

const newHost = async (app: TestApp = before): Promise<TestAgent> => {
  const agent = new TestAgent(app);
  expect((await agent.enrol(token)).status).toBe(200);
  expect((await agent.checkIn()).status).toBe(200);
  return agent;
};

const quarantined = async (agents: readonly TestAgent[]): Promise<number> => {
  const { rows } = await database
    .pool('postgres')
    .query('select from hosts where quarantined_at is not null and host_id = any ($1)', [
      agents.map(({ agentUuid }) => agentUuid),
    ]);
  return rows.length;
};

const bothKeys = `${newKey}\n${secretKey}`;

describe('a changed PATCHKEEP_SECRET_KEY', () => {
  const quarantinedAfter = async (keys: string) => {
    const fleet: TestAgent[] = [];
    for (let i = 0; i < 200; i += 1) fleet.push(await newHost());
    const after = await restarted({ PATCHKEEP_SECRET_KEY: keys });
    const moved = fleet.map((agent) => movedTo(after, agent));
    const statuses = new Set<number>();
    for (let round = 0; round < 3; round += 1) for (const agent of moved) statuses.add((await agent.checkIn()).status);
    await after.close();
    return { statuses: [...statuses], quarantined: await quarantined(moved) };
  };
  const none = { statuses: [200], quarantined: 0 };
  it('quarantines none of 200 hosts while the old key is listed', async () => {
    expect(await quarantinedAfter(bothKeys)).toEqual(none);
  });
  it('quarantines none of 200 hosts although the old key is lost', async () => {
    expect(await quarantinedAfter(newKey)).toEqual(none);
  });

  const orders = ['abab', 'aabb', 'baab', 'abba'];
  const copiesFoundAfter = async (keys: string): Promise<number> => {
    const pairs = [];
    for (const order of orders) pairs.push({ order, host: await newHost() });
    const after = await restarted({ PATCHKEEP_SECRET_KEY: keys });
    for (const { order, host } of pairs) {
      const machines = { a: movedTo(after, host), b: movedTo(after, host) };
      for (const who of order) await machines[who as 'a' | 'b'].checkIn();
    }
    await after.close();
    return quarantined(pairs.map(({ host }) => host));
  };
  it('leaves a copied identity to be found while the old key is listed', async () => {
    expect(await copiesFoundAfter(bothKeys)).toBe(orders.length);
  });
  it('leaves a copied identity to be found although the old key is lost', async () => {
    expect(await copiesFoundAfter(newKey)).toBe(orders.length);
  });

  it('lets no copy get by with tokens that it makes up, once the server knows the host', async () => {
    const host = await newHost();
    const copied = movedTo(before, host);
    copied.lineage = `7.${'x'.repeat(14)}.${'y'.repeat(22)}`;
    expect((await copied.checkIn()).status).toBe(403);
    expect(await quarantined([host])).toBe(1);
  });

  it('keeps open tabs and agent sessions of the old key as long as it is listed, and no longer', async () => {
    const tab = await before.signIn('manager');
    const host = await newHost();
    const { serverKey } = (await host.checkIn()).body as { serverKey: string };
    const offered = openSession(host.identity, host.keyId, serverKey, before.clock.now);
    for (const [keys, isListed] of [
      [bothKeys, true],
      [newKey, false],
    ] as const) {
      const after = await restarted({ PATCHKEEP_SECRET_KEY: keys });
      const moved = movedTo(after, host);
      const inSession = signedCall(
        host.identity,
        host.keyId,
        agentApi.checkIn,
        { ...JSON.parse(moved.checkInCall().body.toString()) },
        after.clock.now,
        offered,
      );
      expect((await moved.send(inSession)).status).toBe(isListed ? 200 : 401);
      host.lineage = moved.lineage;
      const client = after.anonymous();
      Object.assign(client, { cookie: tab.cookie, csrf: tab.csrf, instanceId: tab.instanceId });
      const written = await client.call(configuration.createInstallToken, { body: { name: 'Another', useCap: 1 } });
      expect(written.status).toBe(isListed ? 200 : 403);
      // The session itself hangs on no key: one handshake, and the tab goes on.
      expect((await client.ehlo()).status).toBe(200);
      await after.close();
    }
  });
});

describe('accepting a quarantined host', () => {
  it('drops its clone-detection tokens, in every process', async () => {
    const host = await newHost();
    const copied = movedTo(before, host);
    for (const each of [copied, host, copied, host]) await each.checkIn();
    expect(await quarantined([host])).toBe(1);
    const manager = await before.signIn('manager');
    const accepted = await manager.call(hosts.accept, { body: { hosts: [host.agentUuid] } });
    expect(accepted.status).toBe(200);
    await expect.poll(async () => (await host.checkIn()).status).toBe(200);
    for (let i = 0; i < 3; i += 1) expect((await host.checkIn()).status).toBe(200);
    expect(await quarantined([host])).toBe(0);
    // The copy is not accepted along.
    for (const each of [copied, host, copied, host]) await each.checkIn();
    expect(await quarantined([host])).toBe(1);
  });
});

describe('a changed PATCHKEEP_PEPPER', () => {
  const signIn = async (app: TestApp): Promise<number> => {
    const body = { username: people.manager, passwordHash: clientHash, passwordHashVersion: 1 as const };
    return (await app.anonymous().call(session.login, { body })).status;
  };

  it('locks nobody out while the old one is listed, and whoever signs in no longer needs the old one', async () => {
    const without = await restarted({ PATCHKEEP_PEPPER: newPepper });
    expect(await signIn(without)).toBe(401);
    const both = await restarted({ PATCHKEEP_PEPPER: `${newPepper}\n${pepper}` });
    expect(await signIn(both)).toBe(200);
    expect(await signIn(without)).toBe(200);
    expect(await signIn(before)).toBe(401);
    await without.close();
    await both.close();
  });
});
