import { listCustomerIds } from '../../apps/server/src/modules/tenants/public.ts';
import type { Hint } from '../../apps/server/src/platform/bus/bus.ts';
import { callWhileBusy } from '../../apps/simulator/src/busy.ts';
import type { Send } from '../../apps/simulator/src/host.ts';
import { randomFrom, type Random } from '../../apps/simulator/src/random.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Addresses } from '../dev/database.ts';
import type { Secrets } from '../dev/secrets.ts';
import { readFeeds } from '../made-up-feeds.ts';
import { hostsOf, tenants } from './customers.ts';
import { inTurn } from './in-turn.ts';
import { Machine, statementReader, type World } from './machine.ts';
import { newsOf, releasesBetween } from './news.ts';
import { decide, type Office, openOffices } from './offices.ts';
import { type PastServer, startPastServer } from './past-server.ts';
import type { DemoSigner } from './signer.ts';
import type { SimulatedClock } from './simulated-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Calls under way at a time; newcomers have a smaller door. */
const callsAtOnce = 64;
const enrolAtOnce = 12;
/** The share of hosts that can be reached on one day, and within a week or two. */
const inADay = 0.55;
const inAWeek = 0.95;
/** As many tasks as the server verifies at once. */
const verifiedAtOnce = 500;
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
  say: (text: string) => void;
}

/** Hosts that a plan has work for, as hints tell. */
const calledHosts = () => {
  const hostIds = new Set<string>();
  const siteIds = new Set<string>();
  return {
    hear({ thing, id, siteAccountUuid }: Hint): void {
      if (thing !== 'host') return;
      // A plan for very many hosts is told by the site alone.
      if (id !== undefined) hostIds.add(id);
      else if (siteAccountUuid !== undefined) siteIds.add(siteAccountUuid);
    },
    forget(): void {
      hostIds.clear();
      siteIds.clear();
    },
    has: ({ host, siteId }: Machine): boolean => hostIds.has(host.agentUuid) || siteIds.has(siteId),
  };
};

/** The parts of a step, each of them done with the product itself. */
const partsOf = async (
  { addresses, signer, clock, steps, fleet, seed }: YearOptions,
  server: PastServer,
  send: Send,
) => {
  const random = randomFrom(seed);
  const world: World = { send, clock: clock.now, root: signer.root };
  const read = statementReader(signer.root);
  const offices = await openOffices(server.url, tenants);
  const undecided = new Set(offices);
  const newcomers = newcomersOf(offices, fleet, steps, random);
  const customerIds = await listCustomerIds(server.db);
  const machines: Machine[] = [];
  const newcomersNow = new Set<Machine>();
  let heardUntil: Date | undefined;
  let tried = 0;

  const enrol = async ({ office, number, silentFrom }: Newcomer): Promise<void> => {
    const { siteId, site, tokens } = office;
    const isServer = number % 9 === 0 || site.city === 'DC1';
    const about = { seed: random.below(2 ** 31), siteId, city: site.city, number, isServer, silentFrom };
    const machine = Machine.make(about, world, read);
    // Before it is answered: who comes first in the list must not depend on who was answered first.
    machines.push(machine);
    newcomersNow.add(machine);
    const ordinary = number % 12 === 1 ? tokens.pilot : tokens.workplace;
    const status = await callWhileBusy(() => machine.host.enrol(isServer ? tokens.server : ordinary));
    if (status !== 200) throw new Error(`The server refused a host: ${status}`);
  };
  return {
    machines,
    async hearNews(): Promise<void> {
      const now = clock.now();
      await readFeeds(addresses.worker, newsOf(now, heardUntil), clock.now);
      // Of what came out before the beginning, only the newest is of use to anybody.
      const since = heardUntil ?? new Date(now.getTime() - 150 * dayMs);
      for (const released of releasesBetween(since, now)) await signer.publish(server.db, released);
      heardUntil = now;
    },
    async decideDue(week: number): Promise<void> {
      for (const office of undecided) {
        if ((office.site.decidesInWeek ?? Infinity) > week) continue;
        undecided.delete(office);
        await decide(server.url, office);
      }
    },
    async welcome(from: number, to: number): Promise<void> {
      newcomersNow.clear();
      const coming = newcomers.filter(({ joinsAt }) => joinsAt > from && joinsAt <= to);
      await inTurn(coming, enrolAtOnce, enrol);
    },
    /** Who can be reached: newcomers tell at once; of the others some are laptops in bags, or not heard of any more. */
    present: (share: number): Machine[] =>
      machines.filter((machine) => !machine.isSilent && (random.next() < share || newcomersNow.has(machine))),
    async visit(visitors: readonly Machine[]): Promise<void> {
      await inTurn(visitors, callsAtOnce, async (machine) => {
        const done = await machine.visit();
        tried += done;
      });
      await server.run('match-versions');
    },
    /** Verifies all tasks that were done since the last time. */
    async verify(): Promise<number> {
      const done = tried;
      tried = 0;
      for (const customerId of customerIds)
        for (let round = 0; round <= done / verifiedAtOnce; round += 1) await server.run('prove', { customerId });
      return done;
    },
    async count(): Promise<void> {
      for (const customerId of customerIds) await server.run('recount', { customerId });
      for (const name of ['follow-issues', 'keep-history', 'sealLogs']) await server.run(name);
    },
  };
};

/**
 * Lives through the past, step by step: feeds are read, hosts enrol, report and do the work they are given, people
 * decide, and every job runs. Nothing is written but by what writes it in life.
 */
export const liveThrough = async (given: YearOptions): Promise<Machine[]> => {
  const { addresses, secrets, signer, clock, steps, say } = given;
  const called = calledHosts();
  const { settings } = signer;
  const server = await startPastServer({ addresses, secrets, settings, clock: clock.now, onHint: called.hear });
  const { send, close } = transportTo(server.url, callsAtOnce);
  try {
    // First of all, room in the tables of history for so long ago.
    await server.run('keep-history');
    await server.run('load-starter');
    const parts = await partsOf(given, server, send);
    const start = steps[0]?.getTime() ?? 0;
    for (const [place, at] of steps.entries()) {
      const began = performance.now();
      const hoursBefore = (hours: number): void => clock.set(new Date(at.getTime() - hours * hourMs));
      const last = steps[place - 1]?.getTime() ?? 0;

      hoursBefore(4);
      await parts.hearNews();
      await parts.decideDue((at.getTime() - start) / (7 * dayMs));
      await parts.welcome(last, at.getTime());

      hoursBefore(3);
      const here = parts.present(at.getTime() - last < 2 * dayMs ? inADay : inAWeek);
      for (const machine of here) machine.live();
      await parts.visit(here);
      await server.run('match-overdue');

      hoursBefore(2);
      await server.run('mark-dormant');
      called.forget();
      await server.run('plan');
      await parts.visit(here.filter(called.has));

      hoursBefore(1);
      const done = await parts.verify();

      hoursBefore(0);
      await parts.count();
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      const fleet = `${parts.machines.length} hosts, ${here.length} of them called, ${done} updates tried`;
      say(`${at.toISOString().slice(0, 10)}: ${fleet} (${seconds} s)`);
    }
    // Says so aloud if what the steps have counted is not what is there.
    await server.run('count-exactly');
    return parts.machines;
  } finally {
    close();
    await server.stop();
  }
};
