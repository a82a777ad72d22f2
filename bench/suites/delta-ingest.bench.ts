import { setTimeout as pause } from 'node:timers/promises';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import pg from 'pg';
import { recounter } from '../../apps/server/src/modules/results/public.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { pepper, secretKey } from '../../apps/server/src/testkit/world.ts';
import { enrolFleet } from '../../apps/simulator/src/fleet.ts';
import type { SimulatedHost } from '../../apps/simulator/src/host.ts';
import { type Random, randomFrom } from '../../apps/simulator/src/random.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Bench, Side } from '../support/bench.ts';
import { startChild } from '../support/child.ts';
import { startPlatform } from '../support/platform.ts';

const applications = 100;
const atOnce = 32;
const longestLagMs = 5_000;

const common = 100;
const tail = 2_000;

/** Four fifths of what is on a host are on most hosts, one fifth on a few. */
const softwareOf = (random: Random): SoftwareCopy[] => {
  const numbers = new Set<number>();
  while (numbers.size < applications * 0.8) numbers.add(random.below(common));
  while (numbers.size < applications) numbers.add(common + random.below(tail));
  return [...numbers].map((number) => ({
    name: `Product ${String.fromCharCode(65 + (number % 26))}${number}`,
    publisher: `Maker ${number % 50}`,
    version: random.next() < 0.7 ? '2.0' : '1.0',
    scope: 'machine',
    source: 'msi',
  }));
};

/** One product of the host is updated, or rolled back: every version involved is one the catalogue knows. */
const change = (host: SimulatedHost, turn: number): void => {
  const at = turn % host.software.length;
  host.software = host.software.map((copy, i) =>
    i === at ? { ...copy, version: copy.version === '1.0' ? '2.0' : '1.0' } : copy,
  );
};

const raise = async (isCounting: boolean, hosts: number) => {
  const platform = await startPlatform({ isCounting });
  const { send, close } = transportTo(platform.address, atOnce);
  const fleet = await enrolFleet({ send, token: await platform.token(), hosts, applications: 1, seed: 7 });
  const random = randomFrom(7);
  for (const host of fleet) host.software = softwareOf(random);
  for (let i = 0; i < hosts; i += atOnce) await Promise.all(fleet.slice(i, i + atOnce).map((host) => host.checkIn()));
  let next = 0;
  const ingest: Side = async (seconds) => {
    const until = performance.now() + seconds * 1_000;
    let done = 0;
    // Each of them has hosts of its own: a host speaks one sentence at a time.
    const work = async (_: unknown, own: number) => {
      for (let at = own; performance.now() < until; at = at + atOnce < fleet.length ? at + atOnce : own) {
        const host = fleet[at];
        if (!host) return;
        change(host, next++);
        if ((await host.upload(1)) !== 200) throw new Error('An inventory was refused');
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return done / seconds;
  };
  return { platform, ingest, close };
};

/** Watches how long the oldest change has waited to be counted. */
const watchLag = (client: pg.Client) => {
  const lags: number[] = [];
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const { rows } = await client.query(
        'select coalesce(extract(epoch from now() - min(requested_at)) * 1000, 0)::float8 as ms from recount_requests',
      );
      lags.push(rows[0].ms);
      await pause(50);
    }
  })();
  return {
    lags,
    async stop() {
      isWatching = false;
      await watching;
    },
  };
};

/** R7: inventories that changed, with all counts and their history kept, against the same without. */
export const deltaIngest: Bench = {
  id: 'R7',
  what: 'changed inventories per second with all counts and history kept / without',
  goal: 0.7,
  rounds: 7,
  async start(isShort) {
    const hosts = isShort ? 200 : 1_000;
    const counted = await raise(true, hosts);
    const plain = await raise(false, hosts);
    const { postgres } = counted.platform;
    const worker = await startChild('./worker.ts', {
      PATCHKEEP_DATABASE_URL: postgres.url('patchkeep_api', 'bench'),
      PATCHKEEP_WORKER_DATABASE_URL: postgres.url('patchkeep_worker', 'bench'),
      PATCHKEEP_QUEUE_DATABASE_URL: postgres.url('patchkeep_queue', 'bench'),
      PATCHKEEP_SECRET_KEY: secretKey,
      PATCHKEEP_PEPPER: pepper,
    });
    const client = new pg.Client(postgres.url('postgres', 'bench'));
    await client.connect();
    const pool = openPool({
      url: postgres.url('patchkeep_worker', 'bench'),
      size: 2,
      name: 'exact',
      onError: console.error,
    });
    const { rows } = await client.query('select distinct customer_id from host_inventories');
    const customerId: string = rows[0].customer_id;
    const isSettled = async (): Promise<boolean> =>
      (await client.query('select count(*)::int as n from recount_requests')).rows[0].n === 0;
    const waitForRecounts = async (): Promise<void> => {
      while (!(await isSettled())) await pause(100);
    };
    await waitForRecounts();
    const allLags: number[] = [];
    const ours: Side = async (seconds) => {
      const watch = watchLag(client);
      try {
        return await counted.ingest(seconds);
      } finally {
        await watch.stop();
        allLags.push(...watch.lags);
        await waitForRecounts();
      }
    };
    return {
      ours,
      bare: plain.ingest,
      async stop() {
        const { changes } = await recounter(pool)(customerId, new Date(), { isExact: true });
        const sorted = allLags.toSorted((a, b) => a - b);
        const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
        console.error(
          `R7: a change waits ${p99.toFixed(0)} ms at most to be counted (p99 of ${sorted.length}); ${changes} rows had drifted`,
        );
        if (p99 > longestLagMs || changes > 0) process.exitCode = 1;
        await pool.end();
        await client.end();
        await worker.stop();
        for (const each of [counted, plain]) {
          each.close();
          await each.platform.stop();
        }
      },
    };
  },
};
