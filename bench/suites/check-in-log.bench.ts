import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { enrolFleet } from '../../apps/simulator/src/fleet.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Bench } from '../support/bench.ts';
import { benchFlushMs } from '../support/flush.ts';
import { startPlatform } from '../support/platform.ts';

const hosts = 1_024;
const flushesPerInterval = 2;

/** R3: bytes of write-ahead log per unchanged check-in, against one bare UPDATE of a "seen" column. */
export const checkInLog: Bench = {
  id: 'R3',
  what: 'write-ahead log of an unchanged check-in / of one bare UPDATE of a seen column, in bytes',
  goal: 0.05,
  isCost: true,
  rounds: 7,
  async start() {
    const platform = await startPlatform();
    const { send, close } = transportTo(platform.address, 64);
    const fleet = await enrolFleet({ send, token: await platform.token(), hosts, applications: 10, seed: 3 });
    for (let i = 0; i < hosts; i += 64) await Promise.all(fleet.slice(i, i + 64).map((host) => host.checkIn()));
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    await client.query(
      'create table seen (host_id integer primary key, at timestamptz not null) with (fillfactor = 50)',
    );
    await client.query(`insert into seen select n, now() from generate_series(1, ${hosts}) n`);
    const written = async (work: () => Promise<unknown>): Promise<number> => {
      // Without this the first touch of each page after a checkpoint would be logged whole, on whichever side.
      await client.query('checkpoint');
      const { rows: before } = await client.query('select pg_current_wal_insert_lsn() as at');
      await work();
      const { rows } = await client.query('select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes', [
        before[0].at,
      ]);
      return rows[0].bytes / hosts;
    };
    // Every host once, as in one interval of five minutes, with the two flushes the product makes in it: half of
    // the hosts of every bucket between two of them.
    const ours = () =>
      written(async () => {
        for (let part = 0; part < flushesPerInterval; part++) {
          const due = fleet.filter((_, i) => i % flushesPerInterval === part);
          for (let i = 0; i < due.length; i += 64)
            await Promise.all(due.slice(i, i + 64).map((host) => host.checkIn()));
          await pause(benchFlushMs * 1.2);
        }
      });
    const bare = () =>
      written(async () => {
        for (let i = 1; i <= hosts; i++)
          await client.query('update seen set at = $2 where host_id = $1', [i, new Date()]);
      });
    return {
      ours,
      bare,
      async stop() {
        close();
        await client.end();
        await platform.stop();
      },
    };
  },
};
