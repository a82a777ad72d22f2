import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Bench } from '../support/bench.ts';
import { raiseFleet } from '../support/fleet.ts';
import { startPlatform } from '../support/platform.ts';
import { replay } from '../support/replay.ts';

const run = promisify(execFile);
const hosts = 1_024;
const connections = 256;

/** The statement a check-in comes to when the host was booted, alone in its transaction. */
const statement = (customerId: string): string => `
\\set n random(0, ${hosts - 1})
\\set minutes random(1, 1000000)
update hosts set last_boot_at = timestamptz '2024-01-01' + :minutes * interval '1 minute', dormant_since = null
where customer_id = '${customerId}' and host_no = :n;
`;

/** R2: check-ins that must be on disk before they are answered, against pgbench running the same statement. */
export const durableCheckIn: Bench = {
  id: 'R2',
  what: 'check-ins of hosts that were booted, answered after the commit / pgbench running the same single statement',
  goal: 1,
  async start() {
    const platform = await startPlatform();
    const { send, close } = transportTo(platform.address, 64);
    const fleet = await raiseFleet({ platform, send, hosts, inventories: 8, applications: 10, isInspected: true });
    for (let round = 0; round < 2; round++)
      for (let i = 0; i < hosts; i += 64) await Promise.all(fleet.slice(i, i + 64).map((host) => host.checkIn()));
    // Another boot with every turn through the fleet, so that every call has something to write.
    let boots = 0;
    const { load, remove } = replay((now) => {
      boots += 1;
      return fleet.map((host) => host.checkInCall(new Date(Date.UTC(2026, 9, 1, 0, boots)).toISOString(), now));
    });
    const folder = mkdtempSync(join(tmpdir(), 'patchkeep-pgbench-'));
    const file = join(folder, 'statement.sql');
    writeFileSync(file, statement(platform.customerId));
    const { bin, superUrl } = platform.postgres;
    const pgbench = async (seconds: number, clients: number): Promise<number> => {
      const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file];
      const { stdout } = await run(join(bin, 'pgbench'), [...args, superUrl.replace(/postgres$/, 'bench')]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    };
    return {
      ours: (seconds) => load(platform.address, seconds, connections),
      bare: (seconds) => pgbench(seconds, 32),
      async stop() {
        remove();
        rmSync(folder, { recursive: true });
        close();
        await platform.stop();
      },
    };
  },
};
