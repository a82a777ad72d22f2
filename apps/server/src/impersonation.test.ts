import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import { openSession } from '@patchkeep/agent-client/session-key';
import { type SignedCall, signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi, agentBase, allAgentEndpoints } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { sites } from '@patchkeep/contract/sites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy, facts, TestAgent } from './testkit/agent.ts';
import { type TestApp, testApp } from './testkit/app.ts';
import { everyRow } from './testkit/every-row.ts';
import { chanceFrom, type Forged, type Known, mutate, mutationKinds } from './testkit/mutations.ts';
import { printFigure } from './testkit/print-figure.ts';
import { openWire, type Wire } from './testkit/wire.ts';

/** A tenth, unless `npm run proofs -- impersonation` asks for all. */
const share = process.env['FULL_SIZE'] ? 1 : 0.1;
const atOnce = 64;

let app: TestApp;
let wire: Wire;
/** Agents of two sites of one customer and of another customer, each known and at work. */
let agents: TestAgent[];
let serverKey: string;

const enrolled = async (token: string): Promise<TestAgent> => {
  const agent = new TestAgent(app);
  expect((await agent.enrol(token)).status).toBe(200);
  agent.software = [copy(`Editor ${agent.agentUuid.slice(-4)}`, '1.0')];
  ({ serverKey } = (await agent.checkIn()).body);
  expect((await agent.upload()).status).toBe(200);
  return agent;
};

beforeAll(async () => {
  app = await testApp();
  const manager = await app.signIn('manager');
  const stranger = await app.signIn('stranger');
  const tokenOf = async (client: typeof manager) =>
    (await client.call(configuration.createInstallToken, { body: { name: 't', useCap: 1_000 } })).body.secret;
  const tokens = [await tokenOf(manager)];
  const other = (await manager.ehlo()).body.sites.find(({ siteName }) => siteName === 'alpha');
  await manager.call(sites.select, { params: { id: other?.siteAccountUuid ?? '' } });
  tokens.push(await tokenOf(await manager.newTab()), await tokenOf(stranger));
  agents = [];
  for (const token of tokens) for (let i = 0; i < 4; i++) agents.push(await enrolled(token));
  wire = await openWire(app);
});
afterAll(async () => {
  wire?.close();
  await app?.close();
});

const later = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1_000);
};
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** Sends them all, many at once, and counts the answers. */
const storm = async (count: number, make: (index: number) => Forged): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const call = make(index);
      const { status } = await wire.send(call);
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 200 || status >= 500) throw new Error(`${status} for ${JSON.stringify(call)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return counts;
};
const say = (what: string, count: number, counts: Record<string, number>) =>
  printFigure(`${what}: ${count} calls, 0 accepted; answers ${JSON.stringify(counts)}`);
const refusals = ['400', '401', '403', '404', '405', '413', '415', '429'];
/** Nothing got in, nothing broke, nothing was written. */
const expectNothing = (counts: Record<string, number>, count: number) => {
  expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(count);
  expect(Object.keys(counts).filter((status) => !refusals.includes(status))).toEqual([]);
};

const uploadOf = (agent: TestAgent, signer = agent): SignedCall => {
  const body = {
    lineage: agent.lineage,
    hash: inventoryHash(agent.software),
    takenAt: app.clock.now.toISOString(),
    inspectedRevision: 1,
    facts: agent.facts,
    software: agent.software,
  };
  return signedCall(signer.identity, agent.keyId, agentApi.inventory, body, app.clock.now);
};
const checkInOf = (agent: TestAgent, signer = agent, isInSession = false): SignedCall => {
  const body = JSON.parse(agent.checkInCall().body.toString());
  const session = isInSession ? openSession(signer.identity, agent.keyId, serverKey, app.clock.now) : undefined;
  return signedCall(signer.identity, agent.keyId, agentApi.checkIn, body, app.clock.now, session);
};
const enrolOf = (agent: TestAgent, token: string, signer = agent): SignedCall => {
  const body = { token, publicKey: agent.identity.publicKey, hardwareId: agent.hardwareId, facts: facts() };
  return signedCall(signer.identity, agent.keyId, agentApi.enrol, body, app.clock.now);
};

describe('agents', () => {
  it(
    'speak only for themselves: calls with another agent’s name, site or customer are refused',
    { timeout: 900_000 },
    async () => {
      expect(new Set(agents.map(({ keyId }) => keyId.split('/').slice(0, 2).join('/'))).size).toBe(3);
      const before = await everyRow(app);
      const count = 10_000 * share;
      const counts = await storm(count, (index) => {
        const thief = at(agents, index);
        const victim = at(agents, index + 1 + (Math.floor(index / agents.length) % (agents.length - 1)));
        const [customer = '', site = ''] = thief.keyId.split('/');
        const [theirCustomer = '', theirSite = ''] = victim.keyId.split('/');
        /** The thief's own key under a name that is not its own, with a token of the victim's. */
        const named = (...parts: string[]) => {
          const keyId = parts.join('/') === thief.keyId ? victim.keyId : parts.join('/');
          return Object.assign(new TestAgent(app, thief.identity), { keyId, lineage: victim.lineage });
        };
        const kinds = [
          () => checkInOf(victim, thief),
          () => uploadOf(victim, thief),
          () => checkInOf(victim, thief, true),
          () => enrolOf(victim, 'pki.x', thief),
          () => checkInOf(named(customer, site, victim.agentUuid)),
          () => uploadOf(named(theirCustomer, site, thief.agentUuid)),
          () => checkInOf(named(theirCustomer, theirSite, thief.agentUuid), thief, true),
          () => checkInOf(named(customer, theirSite, thief.agentUuid)),
        ];
        return at(kinds, Math.floor(index / 3))();
      });
      expectNothing(counts, count);
      expect(await everyRow(app)).toEqual(before);
      say('cross calls', count, counts);
    },
  );

  it('cannot be imitated: no change to a good call is accepted', async () => {
    const count = 75_000 * share;
    const [agent, other] = [at(agents, 0), at(agents, 5)];
    const good: Forged[] = [
      checkInOf(agent),
      checkInOf(agent, agent, true),
      uploadOf(agent),
      enrolOf(new TestAgent(app), 'pki.x'),
    ];
    const known: Known = {
      keyIds: agents.filter((each) => each !== agent).map(({ keyId }) => keyId),
      sessionHeader: openSession(other.identity, other.keyId, serverKey, app.clock.now).header,
      publicKey: Buffer.from(agent.identity.publicKey, 'base64url'),
      paths: [...allAgentEndpoints.map(({ path }) => agentBase + path), '/api/corporate/ui/hosts', '/'],
    };
    const before = await everyRow(app);
    const chance = chanceFrom(4_711);
    const counts = await storm(count, (index) =>
      mutate(at(good, Math.floor(index / mutationKinds)), index, chance, known),
    );
    expectNothing(counts, count);
    expect(await everyRow(app)).toEqual(before);
    say('mutated calls', count, counts);
    // What was changed was good: unchanged, it is accepted.
    expect((await wire.send(at(good, 1))).status).toBe(200);
  });

  it(
    'cannot be replayed: no call is accepted twice, and none does anything the second time',
    { timeout: 900_000 },
    async () => {
      const captured: Forged[] = [];
      for (let round = 0; round < 3; round++) {
        for (const agent of agents.slice(1)) {
          const call = at(
            [() => checkInOf(agent), () => uploadOf(agent), () => checkInOf(agent, agent, true)],
            round,
          )();
          const { status, body } = await wire.send(call);
          expect(status).toBe(200);
          ({ lineage: agent.lineage } = JSON.parse(body) as { lineage: string });
          captured.push(call);
        }
      }
      const before = await everyRow(app);
      const soon = 20_000 * share;
      const atOnceCounts = await storm(soon, (index) => at(captured, index));
      expectNothing(atOnceCounts, soon);
      say('replays at once', soon, atOnceCounts);
      later(601);
      const after = 5_000 * share;
      const lateCounts = await storm(after, (index) => at(captured, index));
      expect(lateCounts).toEqual({ 401: after });
      say('replays after the window', after, lateCounts);
      expect(await everyRow(app)).toEqual(before);
      // Those who were imitated are still believed.
      for (const agent of agents.slice(1)) expect((await agent.checkIn()).status).toBe(200);
    },
  );
});
