import { configuration } from '@patchkeep/contract/configuration';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresBus } from '../../../platform/bus/postgres-bus.ts';
import { copy, TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';
import { hintOfHost } from './agents.service.ts';

let app: TestApp;
let agent: TestAgent;
beforeAll(async () => {
  app = await testApp();
  const manager = await app.signIn('manager');
  const made = await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 1 } });
  agent = new TestAgent(app);
  await agent.enrol(made.body.secret);
  agent.software = [copy('7-Zip', '2.4', { publisher: 'Igor Pavlov' })];
});
afterAll(() => app.close());

/** How often hosts were read for calls of agents; the driver tells what it is asked. */
const readsOfHosts = (): (() => number) => {
  let reads = 0;
  const watched = new WeakSet<pg.PoolClient>();
  app.agentPool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
    const watching = (...given: unknown[]): unknown => {
      if (/^select [^;]*"public_key"/.test((given[0] as pg.QueryConfig).text ?? '')) reads += 1;
      return ask(...given);
    };
    client.query = watching as typeof client.query;
  });
  return () => reads;
};

/** Enough of them for every hint to have come meanwhile. */
const checkIns = async (): Promise<void> => {
  for (let i = 0; i < 60; i++) expect((await agent.checkIn()).body).toMatchObject({ isInventoryWanted: false });
};

describe('what a process remembers of a host', () => {
  it('is not read again after its own writes, but after those of others', async () => {
    const [customerId = '', siteId = '', hostId = ''] = agent.keyId.split('/');
    const bus = await openPostgresBus(app.database.url('patchkeep_api'), console.error);
    try {
      const reads = readsOfHosts();
      expect((await agent.upload()).status).toBe(200);
      await checkIns();
      const before = reads();
      expect(before).toBeGreaterThan(0);
      agent.software = [copy('7-Zip', '2.5', { publisher: 'Igor Pavlov' })];
      expect((await agent.upload()).status).toBe(200);
      await checkIns();
      expect(reads()).toBe(before);
      await bus.publish([hintOfHost({ customerId, siteId, hostId })]);
      await expect
        .poll(async () => {
          await checkIns();
          return reads();
        })
        .toBe(before + 1);
    } finally {
      await bus.close();
    }
  });
});
