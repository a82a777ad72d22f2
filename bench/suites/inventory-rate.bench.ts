import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { unpackNumbers } from '../../apps/server/src/platform/db/packed-numbers.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Bench, Done } from '../support/bench.ts';
import { metered } from '../support/cpu.ts';
import { raiseFleet } from '../support/fleet.ts';
import { startPlatform } from '../support/platform.ts';

const run = promisify(execFile);
const hosts = 1_200;
const bodies = 400;
const applications = 200;
const writers = 4;
const atOnce = 128;

/**
 * One transaction per host, with what a report comes to: its memberships, which two indexes find from both sides, the
 * facts of the host, and a row of the log that tells what came.
 */
const copyScript = (customerId: string, inventories: readonly (readonly number[])[], first: number): string =>
  inventories
    .map((ids, i) =>
      [
        'begin;',
        'copy links from stdin;',
        ...ids.map((id) => `${first + i}\t${id}`),
        '\\.',
        `update hosts set inventory_hash = sha256('${first + i}'), inventory_at = now(), free_disk_bytes = ${i}
         where customer_id = '${customerId}' and host_no = ${first + i};`,
        `insert into bare_log values (${first + i}, now(), decode(repeat('00', ${ids.length * 2}), 'hex'));`,
        'commit;',
        '',
      ].join('\n'),
    )
    .join('');

/** R4: whole inventories through the api, against psql that stores the same with nothing around it. */
export const inventoryRate: Bench = {
  id: 'R4',
  what: 'first inventories of 200 applications through the api, JSON in, both directions stored / COPY of the same rows found from both sides, the facts of the host and a log, one transaction per host',
  goal: 0.4,
  rounds: 7,
  async start() {
    const platform = await startPlatform();
    const { send, close } = transportTo(platform.address, atOnce);
    const fleet = await raiseFleet({ platform, send, hosts, inventories: bodies, applications, isInspected: true });
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    const stored = async (): Promise<number[][]> =>
      (await client.query('select version_ids from host_inventories order by host_no')).rows.map((row) =>
        unpackNumbers(row.version_ids),
      );
    const expected = JSON.stringify(await stored());
    const forget = async (): Promise<void> => {
      await client.query('truncate host_inventories, version_holders');
      await client.query('update hosts set inventory_hash = null');
      await client.query('vacuum hosts');
    };
    const folder = mkdtempSync(join(tmpdir(), 'patchkeep-copy-'));
    const inventories = JSON.parse(expected) as number[][];
    const share = Math.ceil(hosts / writers);
    const files = Array.from({ length: writers }, (_, i) => {
      const file = join(folder, `${i}.sql`);
      writeFileSync(file, copyScript(platform.customerId, inventories.slice(i * share, (i + 1) * share), i * share));
      return file;
    });
    await client.query('create table links (host_no integer, version_id integer, primary key (host_no, version_id))');
    await client.query('create index on links (version_id, host_no)');
    await client.query('create table bare_log (host_no integer, at timestamptz, came bytea)');
    /** All hosts once, however long that takes. */
    const once = async (work: () => Promise<unknown>): Promise<Done> => {
      const began = performance.now();
      const { cpu } = await metered(work);
      return { rate: hosts / ((performance.now() - began) / 1_000), units: hosts, cpu };
    };
    return {
      ours: async () => {
        await forget();
        // Signed before the clock runs: a host signs on its own processor.
        const calls = fleet.map((host) => host.uploadCall(1));
        const measured = await once(async () => {
          const next = calls.values();
          const work = async (): Promise<void> => {
            for (const call of next) {
              const { status, body } = await send(call);
              if (status !== 200) throw new Error(`${status} ${body}`);
            }
          };
          await Promise.all(Array.from({ length: atOnce }, work));
        });
        if (JSON.stringify(await stored()) !== expected) throw new Error('What was stored is not what was sent');
        return measured;
      },
      bare: async () => {
        await client.query('truncate links, bare_log');
        await client.query('vacuum hosts');
        const url = platform.postgres.url('postgres', 'bench');
        return once(() =>
          Promise.all(files.map((file) => run(join(platform.postgres.bin, 'psql'), ['-q', '-f', file, url]))),
        );
      },
      async stop() {
        rmSync(folder, { recursive: true });
        await client.end();
        close();
        await platform.stop();
      },
    };
  },
};
