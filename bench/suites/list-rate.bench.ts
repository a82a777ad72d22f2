import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Bench } from '../support/bench.ts';
import { load } from '../support/load.ts';
import { startPlatform } from '../support/platform.ts';
import { raiseHosts } from '../support/raised-hosts.ts';

const run = promisify(execFile);
const limit = 50;

/** The same page for the bare side: the same rows, columns and order by key, with nothing around it. */
const bareSql = (customerId: string, siteId: string, after: string | undefined): string => `
select h.* from hosts h
where h.customer_id = '${customerId}' and h.site_id = '${siteId}' and h.view = 0
  ${after === undefined ? '' : `and (h.sort_name, h.host_id) > ('${after}', '00000000-0000-0000-0000-000000000000')`}
order by h.sort_name, h.host_id limit ${limit};
`;

/** R9: pages of the host list through the api, against bare keyset SQL for the same page. */
const listRate = (id: string, what: string, goal: number, isDepth: boolean): Bench => ({
  id,
  what,
  goal,
  ...(isDepth && { isCost: true }),
  rounds: 7,
  async start(isShort) {
    const platform = await startPlatform();
    const { customerId, siteId } = platform;
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    const hosts = isShort ? 5_000 : 1_000_000;
    await raiseHosts(client, platform, hosts);
    const { rows } = await client.query(
      `select sort_name, host_id from hosts where customer_id = $1 and site_id = $2 and view = 0
       order by sort_name, host_id offset $3 limit 1`,
      [customerId, siteId, Math.floor(hosts * 0.9 * 0.86)],
    );
    await client.end();
    const deep = String(rows[0].sort_name);
    const cursor = Buffer.from(JSON.stringify([deep, rows[0].host_id])).toString('base64url');
    const headers = { cookie: platform.cookie };
    const page = (more: Record<string, string>) =>
      `${platform.at('/hosts')}&${new URLSearchParams({ limit: String(limit), ...more }).toString()}`;
    const folder = mkdtempSync(join(tmpdir(), 'patchkeep-list-'));
    const pgbench = async (seconds: number): Promise<number> => {
      const file = join(folder, 'page.sql');
      writeFileSync(file, bareSql(customerId, siteId, deep));
      const args = ['-n', '-M', 'prepared', '-c', '8', '-j', '1', '-T', String(seconds), '-f', file];
      const url = platform.postgres.url('postgres', 'bench');
      const { stdout } = await run(join(platform.postgres.bin, 'pgbench'), [...args, url]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    };
    const sides = isDepth
      ? {
          // The time of a page, not the rate: deep over first.
          ours: async (seconds: number) => 1_000_000 / (await load(page({ cursor }), seconds, headers)),
          bare: async (seconds: number) => 1_000_000 / (await load(page({}), seconds, headers)),
        }
      : { ours: (seconds: number) => load(page({ cursor }), seconds, headers), bare: pgbench };
    return {
      ...sides,
      async stop() {
        rmSync(folder, { recursive: true });
        await platform.stop();
      },
    };
  },
});

export const hostPages = listRate(
  'R9',
  'pages of 50 out of a million hosts through the api / bare keyset SQL for the same page in pgbench',
  0.3,
  false,
);
export const hostPageDepth = listRate(
  'R9-depth',
  'microseconds per page at 90 % of a million hosts / of the first page, both through the api',
  1.1,
  true,
);
