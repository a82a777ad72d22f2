import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { printFigure } from '../../../testkit/print-figure.ts';
import { secretKey } from '../../../testkit/world.ts';
import { agentRegister } from './agents.service.ts';

/** Spellings of one id, and ids of nobody; `FULL_SIZE=1` asks for a million together. */
const isFull = process.env['FULL_SIZE'] !== undefined;
const spellings = isFull ? 950_000 : 19_000;
const strangers = isFull ? 50_000 : 1_000;

let app: TestApp;
let manager: TestClient;
let address: string;
beforeAll(async () => {
  app = await testApp();
  address = await app.app.listen({ host: '127.0.0.1', port: 0 });
  manager = await app.signIn('manager');
});
afterAll(() => app?.close());

const enrolled = async (): Promise<TestAgent> => {
  const token = await manager.call(configuration.createInstallToken, { body: { name: 'Laptops', useCap: 1 } });
  const agent = new TestAgent(app);
  expect((await agent.enrol(token.body.secret)).status).toBe(200);
  return agent;
};

/** The same id with the case of its letters changed by the bits of a number; never the id itself. */
const respelt = (keyId: string, number: number): string => {
  let letters = 0;
  return keyId.replace(/[a-f]/g, (letter) => ((number + 1) & (1 << (letters++ % 30)) ? letter.toUpperCase() : letter));
};

const heapAfterCollection = (): number => {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
};

describe('a flood of calls of agents', () => {
  it('leaves the console its connections to the database', async () => {
    const connections = await Promise.all(
      Array.from({ length: app.agentPool.options.max ?? 10 }, () => app.agentPool.connect()),
    );
    try {
      const stranger = new TestAgent(app);
      stranger.keyId = [randomUUID(), randomUUID(), randomUUID()].join('/');
      let isAnswered = false;
      const waiting = stranger.checkIn().finally(() => (isAnswered = true));
      await expect.poll(() => app.agentPool.waitingCount).toBeGreaterThan(0);
      const began = performance.now();
      for (let i = 0; i < 5; i++) expect((await manager.call(hosts.counts)).status).toBe(200);
      printFigure(`five console calls beside a saturated agent pool: ${Math.round(performance.now() - began)} ms`);
      expect(isAnswered).toBe(false);
      for (const connection of connections.splice(0)) connection.release();
      expect((await waiting).status).toBe(401);
    } finally {
      for (const connection of connections) connection.release();
    }
  });
});

describe('the first calls after a restart', () => {
  it('are let in some hundred at once; the others are told to come back', async () => {
    const pool = app.database.pool('patchkeep_api');
    const register = agentRegister(pool, [secretKey]);
    const agent = await enrolled();
    const ask = async (keyId: string) => register.findSigner(keyId, app.clock.now);
    const crowd = Array.from({ length: 450 }, () => ask([randomUUID(), randomUUID(), randomUUID()].join('/')));
    await expect(ask(agent.keyId)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 30 });
    const ends = await Promise.allSettled(crowd);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(50);
    expect(await ask(agent.keyId)).toMatchObject({ hostId: agent.agentUuid });
  });
});

describe('the id of an agent', () => {
  it('has one spelling: others, and ids of nobody, are not served and take no memory', async () => {
    const agent = await enrolled();
    const pool = app.database.pool('patchkeep_api');
    let queries = 0;
    const counting = new Proxy(pool, {
      get(target, name) {
        if (name === 'connect') queries += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const register = agentRegister(counting, [secretKey]);
    let served = 0;
    const before = heapAfterCollection();
    for (let i = 0; i < spellings; i++)
      if (await register.findSigner(respelt(agent.keyId, i), app.clock.now)) served += 1;
    expect(queries).toBe(0);
    for (let i = 0; i < strangers; i += 50) {
      const found = await Promise.all(
        Array.from({ length: 50 }, async () =>
          register.findSigner([randomUUID(), randomUUID(), randomUUID()].join('/'), app.clock.now),
        ),
      );
      served += found.filter(Boolean).length;
    }
    const grown = heapAfterCollection() - before;
    printFigure(
      `${spellings + strangers} ids in other spellings or of nobody: ${served} served, ${register.count()} remembered, heap grew by ${Math.round(grown / 1_024)} KiB`,
    );
    expect({ served, remembered: register.count() }).toEqual({ served: 0, remembered: 0 });
    // 1.7 KB each, as it was, would be 34 MB already in the short form.
    expect(grown).toBeLessThan(16 * 1_048_576);
    expect(await register.findSigner(agent.keyId, app.clock.now)).toMatchObject({ hostId: agent.agentUuid });
  });

  it('is looked up once a minute at most while nobody has it', async () => {
    const pool = app.database.pool('patchkeep_api');
    let queries = 0;
    pool.on('acquire', () => (queries += 1));
    const register = agentRegister(pool, [secretKey]);
    const keyId = [randomUUID(), randomUUID(), randomUUID()].join('/');
    for (let i = 0; i < 100; i++) expect(await register.findSigner(keyId, app.clock.now)).toBeUndefined();
    expect(queries).toBe(1);
    await register.findSigner(keyId, new Date(app.clock.now.getTime() + 61_000));
    expect(queries).toBe(2);
  });

  it('is looked up with those of its site that call at the same time, and by its own site only', async () => {
    const agents = await Promise.all([enrolled(), enrolled(), enrolled()]);
    const pool = app.database.pool('patchkeep_api');
    let queries = 0;
    pool.on('acquire', () => (queries += 1));
    const register = agentRegister(pool, [secretKey]);
    const find = (keyIds: readonly string[]) =>
      Promise.all(keyIds.map(async (keyId) => (await register.findSigner(keyId, app.clock.now))?.hostId));
    const hostIds = agents.map(({ agentUuid }) => agentUuid);
    const site = agents[0]?.keyId.slice(0, -randomUUID().length) ?? '';
    const siblings = Array.from({ length: 90 }, () => site + randomUUID());
    const found = await find([...agents.map(({ keyId }) => keyId), ...siblings]);
    expect(found).toEqual([...hostIds, ...siblings.map(() => undefined)]);
    expect(queries).toBe(1);
    const elsewhere = agents.map(({ keyId }) => {
      const [customerId, , hostId] = keyId.split('/');
      return [customerId, randomUUID(), hostId].join('/');
    });
    expect(await find(elsewhere)).toEqual([undefined, undefined, undefined]);
    expect(queries).toBe(4);
  });

  it('is remembered only once a signature of its key held', async () => {
    const agent = await enrolled();
    const register = agentRegister(app.database.pool('patchkeep_api'), [secretKey]);
    const found = await register.findSigner(agent.keyId, app.clock.now);
    expect(register.count()).toBe(0);
    if (!found) throw new Error('The host is not known');
    expect(register.remember(agent.keyId, found, app.clock.now)).toBe(found);
    expect(register.count()).toBe(1);
    expect(await register.findSigner(agent.keyId, app.clock.now)).toBe(found);
  });

  it('opens neither door in another spelling, even to the owner of its key, nor once it is in the trash', async () => {
    const agent = await enrolled();
    const { headers: _, ...good } = agent.checkInCall();
    const statuses = async () => {
      const seen: number[] = [];
      for (const keyId of [agent.keyId.toUpperCase(), respelt(agent.keyId, 6), agent.keyId]) {
        const sign = () =>
          signedCall(
            agent.identity,
            keyId,
            agentApi.checkIn,
            { ...JSON.parse(good.body.toString()), lineage: agent.lineage },
            app.clock.now,
          );
        const front = await agent.send(sign());
        const quick = sign();
        const answer = await fetch(address + quick.path, { ...quick, body: new Uint8Array(quick.body) });
        const { lineage } = (await answer.json()) as { lineage?: string };
        agent.lineage = lineage ?? agent.lineage;
        seen.push(front.status, answer.status);
      }
      return seen;
    };
    expect(await statuses()).toEqual([401, 401, 401, 401, 200, 200]);
    const deleted = await manager.call(hosts.trash, { body: { agents: [agent.agentUuid] } });
    expect(deleted.status).toBe(200);
    await expect.poll(statuses).toEqual([401, 401, 401, 401, 403, 403]);
  });
});
