import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants } from '@patchkeep/contract/constants';
import { defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import pg from 'pg';
import { recounter } from '../../apps/server/src/modules/results/public.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { raiseCatalogue, raiseInventories } from '../support/big-fleet.ts';
import type { LimitBench } from '../support/limit-bench.ts';
import { startPlatform } from '../support/platform.ts';
import { raiseHosts } from '../support/raised-hosts.ts';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

const systemSites = 200;
const openDashboards = 200;

/** A year behind the site, as a year of counting and patching would have left it. */
const raiseYear = async (client: pg.Client, { customerId, siteId }: Platform): Promise<void> => {
  for (const [table, reach] of [
    ['count_history', 'site'],
    ['update_history', 'site'],
  ])
    await client.query(`select app.add_months($1, $2, (now() - interval '1 year')::date, 12)`, [table, reach]);
  await client.query(
    `insert into count_history (customer_id, site_id, scope_id, at, hosts, applications, versions, installations, ok, eol,
       insecure, zeroday, ignored, exploited, hosts_ok, hosts_eol, hosts_insecure, hosts_zeroday, hosts_ignored)
     select customer_id, site_id, scope_id, date_trunc('hour', now()) - n * interval '1 day', hosts, applications, versions,
       installations, ok, eol, insecure + n, zeroday, ignored, exploited, hosts_ok, hosts_eol, hosts_insecure,
       hosts_zeroday, hosts_ignored
     from scope_counts, generate_series(1, 360) n where customer_id = $1 on conflict do nothing`,
    [customerId],
  );
  await client.query(
    `insert into update_history (customer_id, site_id, at, upgrades, security_upgrades)
     select $1, $2, date_trunc('hour', now()) - n * interval '1 hour', n % 90, n % 40 from generate_series(0, 8600) n`,
    [customerId, siteId],
  );
  await client.query(
    `insert into issue_history (customer_id, site_id, cve_no, opened_at, closed_at)
     select $1, $2, cve_no, now() - (cve_no % 300 + 1) * interval '1 day',
       case when cve_no % 3 > 0 then now() - (cve_no % 80) * interval '12 hours' end
     from cves where cve_no % 300 > 50`,
    [customerId, siteId],
  );
  await client.query('vacuum analyze');
};

/** The same hosts over many sites. */
const spread = async (client: pg.Client, { customerId, siteId }: Platform): Promise<void> => {
  const sites = Array.from({ length: systemSites - 3 }, () => randomUUID());
  await client.query(
    `insert into sites (customer_id, site_id, name, is_detection_module_enabled, is_patching_enabled,
       is_patch_pro_module_enabled, serial_number, created_at)
     select $1, id, 'Site ' || n, true, true, true, 1, now() from unnest($2::uuid[]) with ordinality as s (id, n)`,
    [customerId, sites],
  );
  await client.query('delete from host_tags where customer_id = $1', [customerId]);
  await client.query(
    `update hosts set site_id = ($3::uuid[])[1 + host_no % $4], group_id = null where customer_id = $1 and site_id = $2
       and host_no % ($4 + 1) > 0`,
    [customerId, siteId, sites, sites.length],
  );
  await client.query('vacuum analyze');
};

/** Seconds of a core that these processes have used so far. */
const cpuSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return sum;
    }
  }, 0);

/** Who opens a dashboard is answered anew; who asks again by itself may share an answer. */
const ask = async (platform: Platform, path: string, isPeriodic = false): Promise<number> => {
  const began = performance.now();
  const answer = await fetch(`${platform.at(`${path}/${defaultDashboardUuid}/data`)}&periodic=${isPeriodic}`, {
    headers: { cookie: platform.cookie },
  });
  await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - began;
};

const askOften = async (platform: Platform, path: string, times: number): Promise<number[]> => {
  await ask(platform, path);
  const taken: number[] = [];
  for (let i = 0; i < times; i++) taken.push(await ask(platform, path));
  return taken;
};

/** Milliseconds of a core per second that so many dashboards cost which ask again every minute. */
const costOfRefreshing = async (client: pg.Client, platform: Platform): Promise<number> => {
  const backends = async () =>
    (await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')).rows.map(
      (row) => row.pid,
    );
  const pids = [...(await backends()), platform.pid];
  const before = cpuSeconds(pids);
  for (let i = 0; i < openDashboards; i++) await ask(platform, '/dashboard', true);
  return ((cpuSeconds(pids) - before) * 1_000) / (constants.dashboardRefreshMs / 1_000);
};

export const dashboards: LimitBench = {
  id: 'dashboards',
  what: 'all cards of the default dashboard over HTTP with a session; 95th percentile',
  limitMs: 100,
  async run(isShort, hosts = 100_000) {
    const count = isShort ? 500 : hosts;
    const platform = await startPlatform({ who: 'admin' });
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    const pool = openPool({
      url: platform.postgres.url('patchkeep_worker', 'bench'),
      size: 4,
      name: 'worker',
      onError: console.error,
    });
    try {
      await raiseHosts(client, platform, count);
      const catalogue = await raiseCatalogue(client, isShort ? 500 : 10_000);
      await raiseInventories(client, platform.customerId, count, 150, catalogue);
      await recounter(pool)(platform.customerId, new Date());
      await raiseYear(client, platform);
      const times = isShort ? 3 : 40;
      const site = await askOften(platform, '/dashboard', times);
      const cost = await costOfRefreshing(client, platform);
      await spread(client, platform);
      await recounter(pool)(platform.customerId, new Date());
      await client.query('vacuum analyze');
      const system = await askOften(platform, '/system-dashboard', times);
      return [
        { name: `a site of ${count} hosts`, times: site },
        { name: `a core's milliseconds per second for ${openDashboards} open dashboards`, times: [cost] },
        { name: `a system of ${systemSites} sites`, times: system, limitMs: 300 },
      ];
    } finally {
      await pool.end();
      await client.end();
      await platform.stop();
    }
  },
};
