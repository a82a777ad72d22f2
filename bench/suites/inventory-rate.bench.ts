import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { unpackNumbers } from '../../apps/server/src/platform/db/packed-numbers.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Bench } from '../support/bench.ts';
import { raiseFleet } from '../support/fleet.ts';
import { startPlatform } from '../support/platform.ts';

const run = promisify(execFile);
const hosts = 1_200;
const bodies = 400;
const applications = 200;
const writers = 4;
const atOnce = 128;

/** Membership rows as everybody's first design has them, copied in by one transaction per host. */
const copyScript = (inventories: readonly (readonly number[])[], first: number): string =>
  inventories
    .map((ids, i) => `copy links from stdin;\n${ids.map((id) => `${first + i}\t${id}`).join('\n')}\n\\.\n`)
    .join('');

/** R4: whole inventories through the api, against bare COPY of the same memberships, one transaction per host. */
export const inventoryRate: Bench = {
  id: 'R4',
  what: 'first inventories of 200 applications through the api, JSON in, both directions stored / bare COPY of the same rows, one transaction per host',
  goal: 0.5,
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
      writeFileSync(file, copyScript(inventories.slice(i * share, (i + 1) * share), i * share));
      return file;
    });
    await client.query('create table links (host_no integer, version_id integer, primary key (host_no, version_id))');
    const rate = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      return hosts / ((performance.now() - began) / 1_000);
    };
    return {
      ours: async () => {
        await forget();
        // Signed before the clock runs: a host signs on its own processor.
        const calls = fleet.map((host) => host.uploadCall(1));
        const measured = await rate(async () => {
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
        await client.query('truncate links');
        const url = platform.postgres.url('postgres', 'bench');
        return rate(() =>
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
