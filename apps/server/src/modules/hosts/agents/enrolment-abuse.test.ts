import { randomBytes } from 'node:crypto';
import { configuration } from '@patchkeep/contract/configuration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { printFigure } from '../../../testkit/print-figure.ts';

/** A tenth, unless `npm run proofs -- impersonation` asks for all. */
const tries = process.env['FULL_SIZE'] ? 10_000 : 1_000;

let app: TestApp;
let manager: TestClient;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
});
afterAll(() => app?.close());

const later = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1_000);
};
const makeToken = async (more: { useCap?: number; expiresInDays?: number } = {}, client = manager) => {
  const body = { name: 'Leaked', useCap: 100_000, ...more };
  const { status, body: made } = await client.call(configuration.createInstallToken, { body });
  expect(status).toBe(200);
  return { secret: made.secret, id: made.installToken.installTokenUuid };
};
const sql = async (text: string, values: unknown[] = []) =>
  (await app.database.pool('postgres').query(text, values)).rows;
const keys = async () =>
  sql(`select host_id, encode(public_key, 'hex') as key from hosts where pending_since is null order by 1`);
const countHosts = async (): Promise<number> => (await sql('select count(*)::int as n from hosts'))[0].n;

describe('a leaked install token', () => {
  it('opens nothing once it is used up, expired or revoked, nor under another customer’s name', async () => {
    const stranger = await app.signIn('stranger');
    const usedUp = await makeToken({ useCap: 1 });
    expect((await new TestAgent(app).enrol(usedUp.secret)).status).toBe(200);
    const revoked = await makeToken();
    await manager.call(configuration.revokeInstallToken, { params: { id: revoked.id } });
    const expired = await makeToken({ expiresInDays: 1 });
    const ours = await makeToken();
    const theirs = await makeToken({}, stranger);
    later(25 * 3_600);
    const [prefix, ourCustomer, ourSecret] = ours.secret.split('.');
    const [, theirCustomer, theirSecret] = theirs.secret.split('.');
    const bad = {
      'used up': usedUp.secret,
      revoked: revoked.secret,
      expired: expired.secret,
      'our secret, their customer': [prefix, theirCustomer, ourSecret].join('.'),
      'their secret, our customer': [prefix, ourCustomer, theirSecret].join('.'),
      guessed: [prefix, ourCustomer, randomBytes(32).toString('base64url')].join('.'),
    };
    const before = await countHosts();
    const uses = await sql('select token_id, used_count from install_tokens order by 1');
    const statuses: Record<string, number[]> = {};
    for (const [why, secret] of Object.entries(bad))
      statuses[why] = await Promise.all(
        Array.from({ length: 15 }, async () => (await new TestAgent(app).enrol(secret)).status),
      );
    expect(Object.entries(statuses).filter(([, seen]) => seen.some((status) => status !== 403))).toEqual([]);
    expect(await countHosts()).toBe(before);
    expect(await sql('select token_id, used_count from install_tokens order by 1')).toEqual(uses);
    printFigure(`leaked tokens: ${Object.keys(bad).length * 15} tries, 0 enrolments`);
    manager = await app.signIn('manager');
  });

  it('opens its own site only, whatever the newcomer says', async () => {
    const { secret } = await makeToken();
    const agent = new TestAgent(app);
    expect((await agent.enrol(secret)).status).toBe(200);
    const [host] = await sql('select site_id from hosts where host_id = $1', [agent.agentUuid]);
    expect(host.site_id).toBe((await manager.ehlo()).body.currentSite?.siteAccountUuid);
  });
});

describe('hardware that is known', () => {
  it('keeps its key: no claim to it replaces the host that is there', async () => {
    const { secret } = await makeToken();
    const victims = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const agent = new TestAgent(app);
        expect((await agent.enrol(secret)).status).toBe(200);
        return agent;
      }),
    );
    const before = await keys();
    const states: Record<string, number> = {};
    for (let round = 0; round < tries / victims.length; round++) {
      later(61);
      await Promise.all(
        victims.map(async ({ hardwareId }) => {
          const claim = Object.assign(new TestAgent(app), { hardwareId });
          const { status, body } = await claim.enrol(secret);
          const state = status === 200 ? body.state : String(status);
          states[state] = (states[state] ?? 0) + 1;
        }),
      );
    }
    expect(states).toEqual({ pending: tries });
    expect(await keys()).toEqual(before);
    for (const victim of victims) expect((await victim.checkIn()).status).toBe(200);
    manager = await app.signIn('manager');
    printFigure(`claims to known hardware: ${tries} tries, 0 keys changed; answers ${JSON.stringify(states)}`);
  });
});

describe('a newcomer whose first answer was lost', () => {
  it('is told again who it is: one host, one use of the token', async () => {
    const { secret, id } = await makeToken({ useCap: 1 });
    const agent = new TestAgent(app);
    const first = await agent.enrol(secret);
    const before = await countHosts();
    later(61);
    agent.keyId = 'newcomer';
    const again = await agent.enrol(secret);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ agentUuid: first.body.agentUuid, keyId: first.body.keyId, state: 'active' });
    expect(await countHosts()).toBe(before);
    expect(await sql('select used_count from install_tokens where token_id = $1', [id])).toEqual([{ used_count: 1 }]);
    expect((await agent.checkIn()).status).toBe(200);
  });

  it('but not whoever captured its call, and not after the host was thrown away', async () => {
    const { secret } = await makeToken();
    const agent = new TestAgent(app);
    await agent.enrol(secret);
    const { identity, hardwareId } = agent;
    later(61);
    const retry = new TestAgent(app, identity);
    retry.hardwareId = hardwareId;
    const captured = retry.enrolCall(secret);
    expect((await retry.send(captured)).body.agentUuid).toBe(agent.agentUuid);
    later(61);
    expect((await retry.send(captured)).status).toBe(401);
    await sql('update hosts set trashed_at = now() where host_id = $1', [agent.agentUuid]);
    later(61);
    const back = new TestAgent(app, identity);
    back.hardwareId = hardwareId;
    const answer = await back.enrol(secret);
    expect(answer.body.state).toBe('pending');
    expect(answer.body.agentUuid).not.toBe(agent.agentUuid);
  });
});
