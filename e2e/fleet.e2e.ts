import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolFleet, runFleet } from '../apps/simulator/src/fleet.ts';
import { transportTo } from '../apps/simulator/src/transport.ts';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

describe('a simulated fleet', () => {
  it('enrols, checks in at a constant rate and uploads what changed, all over the real protocol', async () => {
    const { call } = await signInAsAdministrator(stack.url);
    const { secret } = await call(configuration.createInstallToken, { body: { name: 'fleet', useCap: 100 } });
    const { send, close } = transportTo(stack.url, 16);
    const fleet = await enrolFleet({
      send,
      token: secret,
      hosts: 40,
      applications: 20,
      seed: 5,
      clockErrorSeconds: 120,
    });
    const outcome = await runFleet(fleet, { seconds: 3, intervalSeconds: 1, churn: 0.2, seed: 5 });
    expect(outcome).toMatchObject({ checkIns: 120, failures: 0 });
    expect((await call(hosts.list)).total).toBe(40);
    const [host] = fleet;
    const { software } = await call(hosts.inventory, { params: { id: host?.agentUuid ?? '' } });
    const named = (copies: readonly { name: string; version: string }[] = []) =>
      copies.map((copy) => `${copy.name} ${copy.version}`).toSorted();
    expect(named(software)).toEqual(named(host?.software));

    const outages = [{ fromSecond: 0, toSecond: 1, share: 0.25 }];
    const rough = await runFleet(fleet, { seconds: 2, intervalSeconds: 1, churn: 0, reboots: 0.5, outages, seed: 6 });
    close();
    expect(rough).toMatchObject({ checkIns: 70, missed: 10, failures: 0 });
    expect(rough.reboots).toBeGreaterThan(10);
    const { hosts: listed } = await call(hosts.list);
    const bootTimes = new Map(listed.map(({ uuid, lastReportedBootTime }) => [uuid, lastReportedBootTime]));
    expect(fleet.filter(({ agentUuid, facts }) => bootTimes.get(agentUuid) !== facts.bootTime)).toEqual([]);
  });
});
