import pg from 'pg';
import { enrolFleet, percentile, runFleet } from '../../apps/simulator/src/fleet.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Bench } from '../support/bench.ts';
import { raiseFleet } from '../support/fleet.ts';
import { startPlatform } from '../support/platform.ts';

const neighbours = 50;
const newcomersAtATime = 400;

/** G1: a small customer's check-ins while a large one enrols its fleet, against the same alone. */
export const neighbour: Bench = {
  id: 'G1',
  what: 'p99 of the check-ins of a customer with 50 hosts while another enrols thousands / alone, in microseconds',
  goal: 2,
  isCost: true,
  rounds: 7,
  async start() {
    const platform = await startPlatform();
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    const { rows } = await client.query('select customer_id, site_id from sites where customer_id <> $1 limit 1', [
      platform.customerId,
    ]);
    await client.end();
    const theirs = { ...platform, customerId: String(rows[0].customer_id), siteId: String(rows[0].site_id) };
    const small = transportTo(platform.address, 16);
    const large = transportTo(platform.address, 32);
    const fleet = await raiseFleet({
      platform: theirs,
      send: small.send,
      hosts: neighbours,
      inventories: 5,
      applications: 20,
      isInspected: true,
    });
    const token = await platform.token();
    let seed = 0;
    const p99 = async (seconds: number): Promise<number> => {
      seed += 1;
      // Twenty-five calls a second, whatever the server does; a host that overtook itself would look like a copy.
      const { latenciesMs, failures } = await runFleet(fleet, {
        seconds: seconds * 3,
        intervalSeconds: 2,
        churn: 0,
        seed,
      });
      if (failures > 0) throw new Error(`${failures} check-ins failed`);
      return percentile(latenciesMs, 99) * 1_000;
    };
    let isOver = false;
    const enrolUntilOver = async (): Promise<void> => {
      while (!isOver) {
        seed += 1;
        await enrolFleet({ send: large.send, token, hosts: newcomersAtATime, applications: 5, seed });
      }
    };
    return {
      ours: async (seconds) => {
        isOver = false;
        const enrolling = enrolUntilOver();
        const measured = await p99(seconds);
        isOver = true;
        await enrolling;
        return measured;
      },
      bare: p99,
      async stop() {
        small.close();
        large.close();
        await platform.stop();
      },
    };
  },
};
