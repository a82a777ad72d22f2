import type { AddressInfo } from 'node:net';
import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import { enrolFleet, percentile, runFleet } from '@patchkeep/simulator/fleet';
import { transportTo } from '@patchkeep/simulator/transport';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './testkit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  // Simulated hosts sign by the real clock.
  app.clock.now = new Date();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

describe('a simulated fleet', () => {
  it('enrols, checks in at a constant rate and uploads what changed, all over the real protocol', async () => {
    const manager = await app.signIn('manager');
    const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 'fleet', useCap: 100 } }))
      .body;
    const { send, close } = transportTo(`http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`, 16);
    const fleet = await enrolFleet({ send, token: secret, hosts: 40, applications: 20, seed: 5 });
    const outcome = await runFleet(fleet, { seconds: 3, intervalSeconds: 1, churn: 0.2, seed: 5 });
    close();
    expect(outcome).toMatchObject({ checkIns: 120, failures: 0 });
    expect(percentile(outcome.latenciesMs, 50)).toBeLessThan(1_000);
    expect((await manager.call(hosts.list)).body.total).toBe(40);
    const [host] = fleet;
    const { body } = await manager.call(hosts.inventory, { params: { id: host?.agentUuid ?? '' } });
    expect(body.software.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(
      host?.software.map(({ name, version }) => `${name} ${version}`).toSorted(),
    );
  });
});
