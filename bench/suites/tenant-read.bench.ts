import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../support/bench.ts';
import { load } from '../support/load.ts';
import { startPlatform } from '../support/platform.ts';

const run = promisify(execFile);

/** The statements that one HTTP request sends, as pgbench sends them. */
const script = (customerId: string, siteId: string): string => `begin;
select app.enter('${customerId}'::uuid, '{${siteId}}'::uuid[], '${siteId}'::uuid);
select name from sites where customer_id = '${customerId}' and site_id = '${siteId}';
commit;
`;

export const tenantRead: Bench = {
  id: 'tenant-read',
  what: 'the tenant transaction with one indexed read over HTTP / the same transaction by pgbench',
  goal: 0.4,
  async start() {
    const platform = await startPlatform();
    const { postgres, customerId, siteId } = platform;
    const folder = mkdtempSync(join(tmpdir(), 'patchkeep-bench-'));
    const file = join(folder, 'read.sql');
    writeFileSync(file, script(customerId, siteId));
    const bare = async (seconds: number): Promise<number> => {
      const args = ['-n', '-M', 'prepared', '-c', '16', '-j', '1', '-T', String(seconds), '-f', file];
      const { stdout } = await run(join(postgres.bin, 'pgbench'), [...args, postgres.url('patchkeep_api', 'bench')]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    };
    return {
      ours: (seconds) => load(platform.at('/bench/read'), seconds, { cookie: platform.cookie }),
      bare,
      async stop() {
        rmSync(folder, { recursive: true });
        await platform.stop();
      },
    };
  },
};
