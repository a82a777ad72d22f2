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

/**
 * The page as the console shows it: with the counts of each host, its tags, its group, when it was seen last and how it
 * restarts. The bare side asks for it in the transaction of a tenant, as the api must.
 */
const barePage = (customerId: string, siteId: string, after: string): string => `
begin;
select app.enter('${customerId}'::uuid, array['${siteId}']::uuid[], null);
select h.host_id, h.host_no, h.host_name, h.group_id, h.os_family, h.has_root, h.os_name, h.os_version,
  h.os_architecture, h.agent_version, h.time_zone, h.users, h.free_disk_bytes, h.last_boot_at, h.last_reported_boot_at,
  h.enrolled_at, h.trashed_at, h.quarantined_at, h.pending_since, h.disabled_at, h.dormant_since, h.restart_tag_id,
  h.last_boot_request_at, h.reboot_deadline, h.last_reboot_snooze_at, h.restart_requested_by, h.restart_shown_at,
  h.inspect_revision, h.inspected_revision, h.inventory_at,
  coalesce(r.seconds_until_force, s.seconds_until_force), coalesce(r.snooze_seconds, s.snooze_seconds),
  c.ok, c.eol, c.insecure, c.zeroday, c.ignored, c.exploited, g.title,
  greatest((select p.seen_minutes[h.host_no % 256 + 1] from host_presence p
            where p.customer_id = h.customer_id and p.bucket = h.host_no / 256),
    floor(extract(epoch from h.enrolled_at - timestamptz '2020-01-01 00:00:00+00') / 60)::int),
  array(select t.tag_id from host_tags t where t.customer_id = h.customer_id and t.host_id = h.host_id),
  h.sort_name
from hosts h
left join groups g on g.customer_id = h.customer_id and g.site_id = h.site_id and g.group_id = h.group_id
left join host_counts c on c.customer_id = h.customer_id and c.host_no = h.host_no
left join tags r on r.customer_id = h.customer_id and r.site_id = h.site_id and r.tag_id = h.restart_tag_id
left join restart_settings s on s.customer_id = h.customer_id and s.site_id = h.site_id
where h.customer_id = '${customerId}' and h.site_id = '${siteId}' and h.view = 0
  and (h.sort_name, h.host_id) > ('${after}', '00000000-0000-0000-0000-000000000000')
order by h.sort_name, h.host_id limit ${limit + 1};
commit;
`;

/** R9: pages of the host list through the api, against the same page asked of PostgreSQL by pgbench. */
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
    await client.query(
      `insert into host_counts (customer_id, site_id, host_no, ok, eol, insecure, zeroday, ignored, exploited)
       select customer_id, site_id, host_no, 100, 3, host_no % 7, 0, 1, 0 from hosts where customer_id = $1`,
      [customerId],
    );
    await client.query('vacuum analyze host_counts');
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
      writeFileSync(file, barePage(customerId, siteId, deep));
      const args = ['-n', '-M', 'prepared', '-c', '8', '-j', '1', '-T', String(seconds), '-f', file];
      const url = platform.postgres.url('patchkeep_api', 'bench');
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
  'pages of 50 out of a million hosts through the api with the counts of every host / the same statement in its tenant transaction in pgbench',
  0.45,
  false,
);
export const hostPageDepth = listRate(
  'R9-depth',
  'microseconds per page at 90 % of a million hosts / of the first page, both through the api',
  1.1,
  true,
);
