import { randomFrom, type Random } from '../../apps/simulator/src/random.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import { listCustomerIds } from '../../apps/server/src/modules/tenants/public.ts';
import type { Addresses } from '../dev/database.ts';
import type { Secrets } from '../dev/secrets.ts';
import { readFeeds } from '../made-up-feeds.ts';
import { hostsOf, tenants } from './customers.ts';
import { inTurn } from './in-turn.ts';
import { Machine, statementReader, type World } from './machine.ts';
import { newsOf, releasesBetween } from './news.ts';
import { decide, type Office, openOffices } from './offices.ts';
import { startPastServer } from './past-server.ts';
import type { DemoSigner } from './signer.ts';
import type { SimulatedClock } from './simulated-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Calls under way at a time; newcomers have a smaller door. */
const callsAtOnce = 64;
const enrolAtOnce = 12;
/** As many as the server proves at once. */
const provenAtOnce = 500;
/** A number that survives being written down, unlike infinity. */
const never = 8.64e15;

interface Newcomer {
  office: Office;
  number: number;
  joinsAt: number;
  silentFrom: number;
}

/** Most hosts are there when it begins, the others come as people do; a few fall silent, most of those lately. */
const newcomersOf = (offices: readonly Office[], fleet: number, steps: readonly Date[], random: Random): Newcomer[] => {
  const [start, end] = [steps[0]?.getTime() ?? 0, steps.at(-1)?.getTime() ?? 0];
  return offices.flatMap((office) =>
    Array.from({ length: hostsOf(office.site, fleet) }, (_, number): Newcomer => {
      // Not of the last days: install tokens last for a year.
      const joinsAt = random.next() < 0.72 ? start : start + random.next() * 0.95 * (end - start);
      const silentSince = end - random.next() ** 2 * 120 * dayMs;
      const fallsSilent = random.next() < 0.03 && silentSince > joinsAt + 30 * dayMs;
      return { office, number: number + 1, joinsAt, silentFrom: fallsSilent ? silentSince : never };
    }),
  );
};

export interface YearOptions {
  addresses: Addresses;
  secrets: Secrets;
  signer: DemoSigner;
  clock: SimulatedClock;
  steps: readonly Date[];
  fleet: number;
  seed: number;
  say: (words: string) => void;
}

/**
 * Lives through the past, step by step, with the product itself: feeds are read, hosts enrol, report and do the work
 * they are given, people decide, and every job runs. Nothing is written but by what writes it in life.
 */
export const liveThrough = async (given: YearOptions): Promise<Machine[]> => {
  const { addresses, secrets, signer, clock, steps, fleet, seed, say } = given;
  const owing = new Set<string>();
  const owingSites = new Set<string>();
  const server = await startPastServer({
    addresses,
    secrets,
    settings: signer.settings,
    clock: clock.now,
    onHint({ thing, id, siteAccountUuid }) {
      if (thing === 'host' && id !== undefined) owing.add(id);
      // A plan for very many hosts is told by the site alone.
      if (thing === 'hosts' && siteAccountUuid !== undefined) owingSites.add(siteAccountUuid);
    },
  });
  const { send, close } = transportTo(server.url, callsAtOnce);
  try {
    const random = randomFrom(seed);
    const world: World = { send, clock: clock.now, root: signer.root };
    const read = statementReader(signer.root);
    await server.run('keep-history');
    await server.run('load-starter');
    const offices = await openOffices(server.url, tenants);
    const newcomers = newcomersOf(offices, fleet, steps, random);
    const customerIds = await listCustomerIds(server.db);
    const machines: Machine[] = [];
    const decided = new Set<Office>();
    let before: Date | undefined;

    const enrol = async ({ office, number, silentFrom }: Newcomer): Promise<void> => {
      const isServer = number % 9 === 0 || office.site.city === 'DC1';
      const { siteId, site, tokens } = office;
      const machine = Machine.make(
        { seed: random.below(2 ** 31), siteId, city: site.city, number, isServer, silentFrom },
        world,
        read,
      );
      const status = await machine.host.enrol(
        isServer ? tokens.server : number % 12 === 1 ? tokens.pilot : tokens.workplace,
      );
      if (status !== 200) throw new Error(`The server refused a host: ${status}`);
      machines.push(machine);
    };

    for (const [place, at] of steps.entries()) {
      const began = performance.now();
      const ago = (hours: number): Date => new Date(at.getTime() - hours * hourMs);

      clock.set(ago(4));
      await readFeeds(addresses.worker, newsOf(clock.now(), before), clock.now);
      for (const released of releasesBetween(before ?? ago(24 * 150), clock.now()))
        await signer.publish(server.db, released);
      before = clock.now();
      const week = (at.getTime() - (steps[0]?.getTime() ?? 0)) / (7 * dayMs);
      for (const office of offices.filter(({ site }) => (site.decidesInWeek ?? Infinity) <= week))
        if (!decided.has(office)) {
          decided.add(office);
          await decide(server.url, office);
        }
      await inTurn(
        newcomers.filter(({ joinsAt }) => joinsAt <= at.getTime() && joinsAt > (steps[place - 1]?.getTime() ?? 0)),
        enrolAtOnce,
        enrol,
      );

      clock.set(ago(3));
      // Who is away is away for the whole step: laptops in bags, and of late, weekends.
      const isLate = at.getTime() - (steps[place - 1]?.getTime() ?? 0) < 2 * dayMs;
      const here = machines.filter((machine) => !machine.isSilent && random.next() < (isLate ? 0.55 : 0.95));
      await inTurn(here, callsAtOnce, async (machine) => {
        machine.live();
        await machine.visit();
      });
      await server.run('match-versions');
      await server.run('match-overdue');

      clock.set(ago(2));
      await server.run('mark-dormant');
      owing.clear();
      owingSites.clear();
      await server.run('plan');
      const called = here.filter(({ host, siteId }) => owing.has(host.agentUuid) || owingSites.has(siteId));
      await inTurn(called, callsAtOnce, (machine) => machine.visit());

      clock.set(ago(1));
      await server.run('match-versions');
      for (const customerId of customerIds)
        for (let round = 0; round <= (called.length * 3) / provenAtOnce; round += 1)
          await server.run('prove', { customerId });

      clock.set(at);
      for (const customerId of customerIds) await server.run('recount', { customerId });
      await server.run('follow-issues');
      await server.run('keep-history');
      await server.run('sealLogs');
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      say(
        `${at.toISOString().slice(0, 10)}: ${machines.length} hosts, ${here.length} called, ${called.length} had work (${seconds} s)`,
      );
    }
    return machines;
  } finally {
    close();
    await server.stop();
  }
};
