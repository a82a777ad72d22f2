import type { HostFacts, SoftwareCopy, WindowsUpdateReport } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { tags } from '@patchkeep/contract/tags';
import { SimulatedHost } from '../../apps/simulator/src/host.ts';
import { randomFrom } from '../../apps/simulator/src/random.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Administrator } from '../../tools/administrator.ts';

export interface FakeHost {
  facts: Partial<HostFacts>;
  software?: SoftwareCopy[];
  windowsUpdates?: WindowsUpdateReport;
}

/** Brings a host in through the real protocol: enrols with a token, checks in and uploads its inventory. */
export const joinHost = async (url: string, token: string, { facts, software, windowsUpdates }: FakeHost, seed = 1) => {
  const { send, close } = transportTo(url, 2);
  const host = new SimulatedHost(randomFrom(seed), send, 20);
  host.facts = { ...host.facts, ...facts };
  if (software) host.software = software;
  host.windowsUpdates = windowsUpdates;
  const statuses = [await host.enrol(token), await host.checkIn()];
  if (statuses.some((status) => status !== 200)) throw new Error(`The server refused: ${statuses.join(', ')}`);
  return { host, close };
};

/** Brings in many, a few at a time. */
export const joinFleet = async (url: string, token: string, fleet: readonly FakeHost[]): Promise<void> => {
  const { send, close } = transportTo(url, 8);
  const waiting = [...fleet.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [seed, { facts, software, windowsUpdates }] = next;
      const host = new SimulatedHost(randomFrom(seed), send, 12);
      host.facts = { ...host.facts, ...facts };
      if (software) host.software = software;
      host.windowsUpdates = windowsUpdates;
      await host.enrol(token);
      await host.checkIn();
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  close();
};

const number = (index: number) => String(index * 7 + 12).padStart(4, '0');

/** Some two hundred believable hosts in groups, with tags. */
export const makeLargeFleet = async (url: string, { call }: Administrator): Promise<void> => {
  const sales = await call(groups.create, { body: { title: 'Sales', parentUuid: null } });
  const lab = await call(groups.create, { body: { title: 'Lab', parentUuid: null } });
  const pilot = await call(tags.create, { body: { tagName: 'Pilot', tagKind: 1 } });
  await call(tags.create, { body: { tagName: 'Kiosk', tagKind: 1 } });
  const join = async (groupUuid: string, tagUuids: string[], count: number, name: (index: number) => string) => {
    const body = { name: 'Fleet', useCap: 500, groupUuid, tagUuids, expiresInDays: 1 };
    const { secret } = await call(configuration.createInstallToken, { body });
    const fleet = Array.from({ length: count }, (_, index) => ({ facts: { hostName: name(index) } }));
    await joinFleet(url, secret, fleet);
  };
  await join(sales.uuid, [pilot.tagUuid], 120, (index) => `LT-CPH-${number(index)}`);
  await join(lab.uuid, [], 85, (index) => `DT-AAR-${number(index)}`);
};
