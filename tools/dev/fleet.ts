import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { enrolFleet, runFleet } from '../../apps/simulator/src/fleet.ts';
import { type SavedHost, type Send, SimulatedHost } from '../../apps/simulator/src/host.ts';
import { randomFrom } from '../../apps/simulator/src/random.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import { approvals } from '../../packages/contract/src/approvals.ts';
import { configuration } from '../../packages/contract/src/configuration.ts';
import { groups } from '../../packages/contract/src/groups.ts';
import { hosts } from '../../packages/contract/src/hosts.ts';
import { tags } from '../../packages/contract/src/tags.ts';
import { type Administrator, signInAsAdministrator } from '../administrator.ts';

const size = 60;
const seed = 2026;

/** A policy as a careful company has it: browsers follow, servers stand still, a few go first. */
const decideSome = async ({ call }: Pick<Administrator, 'call'>, groupUuid: string, tagUuid: string): Promise<void> => {
  const site = ['google-chrome', 'mozilla-firefox', '7-zip', 'notepad-plus-plus'];
  const changes = [
    ...site.map((channelTag) => ({
      level: 'site' as const,
      kind: 'app' as const,
      type: 'automate' as const,
      channelTag,
    })),
    { level: 'group' as const, groupUuid, kind: 'app' as const, type: 'block' as const, channelTag: '7-zip' },
    { level: 'tag' as const, tagUuid, kind: 'app' as const, type: 'automate' as const, channelTag: 'vlc-media-player' },
  ];
  const { previewToken } = await call(approvals.previewChanges, { body: { changes } });
  await call(approvals.applyChanges, { body: { changes, previewToken, reason: 'As agreed with the helpdesk' } });
};

/** Groups and tags as a small company has them, so that lists and trees have something to show. */
const furnish = async ({ call }: Administrator, fleet: readonly SimulatedHost[]): Promise<void> => {
  const office = await call(groups.create, { body: { title: 'Offices' } });
  const places = ['Copenhagen', 'Aarhus', 'Berlin'];
  const made = [];
  for (const title of places) made.push(await call(groups.create, { body: { title, parentUuid: office.uuid } }));
  const servers = await call(groups.create, { body: { title: 'Servers' } });
  const pilot = await call(tags.create, { body: { tagName: 'Pilot' } });
  await call(tags.create, { body: { tagName: 'Restart at night', tagKind: 2 } });
  for (const [i, { uuid }] of [...made, servers].entries()) {
    const isServers = uuid === servers.uuid;
    const chosen = fleet.filter(
      (host, at) => host.facts.hostName.startsWith('SRV') === isServers && (isServers || at % places.length === i),
    );
    if (chosen.length > 0)
      await call(hosts.move, { body: { selection: { hosts: chosen.map((host) => host.agentUuid) }, groupUuid: uuid } });
  }
  await decideSome({ call }, servers.uuid, pilot.tagUuid);
  const first = fleet.slice(0, 8).map((host) => host.agentUuid);
  await call(tags.changeHosts, { body: { hosts: first, addTags: [pilot.tagUuid] } });
};

const enrol = async (address: string, send: Send): Promise<SimulatedHost[]> => {
  const administrator = await signInAsAdministrator(address);
  const { secret } = await administrator.call(configuration.createInstallToken, {
    body: { name: 'Demo fleet', useCap: size },
  });
  const fleet = await enrolFleet({ send, token: secret, hosts: size, applications: 28, seed });
  for (const host of fleet) await host.checkIn();
  await furnish(administrator, fleet);
  return fleet;
};

/** A demo fleet that goes on living while the development server runs, the same hosts each time. */
export const startFleet = async (serverUrl: string, publicUrl: string, file: string): Promise<() => Promise<void>> => {
  const { send, close } = transportTo(serverUrl, 8);
  const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SavedHost[]) : [];
  const fleet =
    saved.length > 0
      ? saved.map((each, i) => SimulatedHost.restore(each, randomFrom(seed + i), send))
      : await enrol(publicUrl, send);
  const keep = () => writeFileSync(file, JSON.stringify(fleet.map((host) => host.save())), { mode: 0o600 });
  keep();
  const stopping = new AbortController();
  const aYear = 365 * 86_400;
  const running = runFleet(fleet, { seconds: aYear, intervalSeconds: 120, churn: 0.02, seed, signal: stopping.signal });
  const timer = setInterval(keep, 10_000);
  return async () => {
    stopping.abort();
    clearInterval(timer);
    await running;
    keep();
    close();
  };
};
