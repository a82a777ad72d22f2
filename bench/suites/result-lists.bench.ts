import { dayMs } from '@patchkeep/rules/time-units';
import pg from 'pg';
import { recounter } from '../../apps/server/src/modules/results/public.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { raiseCatalogue, raiseInventories } from '../support/big-fleet.ts';
import type { LimitBench } from '../support/limit-bench.ts';
import { startPlatform } from '../support/platform.ts';
import { raiseHosts } from '../support/raised-hosts.ts';

type QueryCase = [name: string, path: string, query?: Record<string, string>, limitMs?: number];

const daysOfPast = 90;
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const longAgo = dayBefore(daysOfPast - 1);

/** A past in which each application changed on every seventh day. */
const raisePast = async (client: pg.Client, customerId: string): Promise<void> => {
  await client.query(`select app.add_months('application_changes', 'site', (now() - interval '1 year')::date, 12)`);
  await client.query(
    `insert into application_changes (customer_id, site_id, scope_id, application_id, until, ok, eol, insecure, zeroday,
       ignored, exploited, fixable, installations, versions)
     select customer_id, site_id, scope_id, application_id, date_trunc('day', now()) - n * interval '1 day', ok, eol,
       insecure + n, zeroday, ignored, exploited, fixable, installations + n, versions
     from application_counts, generate_series(0, $2::int) n where customer_id = $1 and (application_id + n) % 7 = 0
     on conflict do nothing`,
    [customerId, daysOfPast],
  );
  await client.query('update count_states set lists_since = $2 where customer_id = $1', [
    customerId,
    dayBefore(daysOfPast),
  ]);
};

/** What the lists are asked about: the most and the least common, with and without a problem. */
const pickFrom = async (client: pg.Client, siteId: string) => {
  const one = async (text: string) => (await client.query(text, [siteId])).rows[0];
  const hosts = 'ok + eol + insecure + zeroday + ignored';
  const top = await one(
    `select application_id as id from application_counts where scope_id = $1 and insecure > 0 order by ${hosts} desc limit 1`,
  );
  const rare = await one(
    `select application_id as id from application_counts where scope_id = $1 and insecure > 0 order by ${hosts} limit 1`,
  );
  const cve = await one(
    `select c.cve_id as id from version_counts n join version_verdicts v using (version_id)
     join cves c on c.cve_no = any(v.cve_nos) where n.site_id = $1 order by n.hosts desc limit 1`,
  );
  const host = await one(`select host_id as id from hosts where site_id = $1 and view = 0 order by host_no limit 1`);
  const version = await one(
    `select n.version_id as id from version_counts n join version_verdicts v using (version_id)
     where n.site_id = $1 and v.status = 2 order by n.hosts desc limit 1`,
  );
  return { top: String(top.id), rare: String(rare.id), cve: cve.id, host: host.id, version: String(version.id) };
};

const questions = (
  { top, rare, cve, host, version }: Awaited<ReturnType<typeof pickFrom>>,
  { tags, groups }: Awaited<ReturnType<typeof raiseHosts>>,
): QueryCase[] => [
  ['applications', '/applications'],
  ['applications, 200', '/applications', { limit: '200' }],
  ...['ok', 'eol', 'insecure', 'zeroday'].map((status): QueryCase => [`status ${status}`, '/applications', { status }]),
  ...['hosts', 'insecure', 'highestEpss', 'installations'].map((sort): QueryCase => [
    `sort ${sort}`,
    '/applications',
    { sort, order: 'desc' },
  ]),
  ['name search', '/applications', { q: 'common' }],
  ['large group', `/group/${groups[0]}/applications`],
  ['small group, insecure', `/group/${groups.at(-1)}/applications`, { status: 'insecure' }],
  ['common tag', `/tag/${tags['common']}/applications`],
  ['totals', '/applications/totals'],
  ['versions', '/application-versions', { applicationId: top }],
  ['hosts of a common application', '/application-hosts', { applicationId: top }],
  ['the same, insecure', '/application-hosts', { applicationId: top, status: 'insecure' }],
  ['hosts of a rare application', '/application-hosts', { applicationId: rare }],
  ['issues of an application', '/application-version-issues', { applicationId: top }],
  ['a CVE', `/cve-info/${cve}`],
  ['update info', `/application-version-update-info/${version}/${host}`],
  ['Windows updates', '/win-update-list'],
  ['vulnerabilities', '/vulnerabilities'],
  ['vulnerabilities, exploited', '/vulnerabilities', { isExploited: 'true' }],
  ['issues open on a day', '/issue-history', { asOf: longAgo }],
  ['applications as of a day', '/applications', { asOf: longAgo }],
  [
    'the same, insecure, by hosts',
    '/applications',
    { asOf: longAgo, status: 'insecure', sort: 'hosts', order: 'desc' },
  ],
  ['applications of a large group as of a day', `/group/${groups[0]}/applications`, { asOf: longAgo }],
  ['hosts as of a day', '/history/hosts', { date: longAgo }],
  ['ignore rules', '/ignore-rule'],
  ['search', '/search', { q: 'common' }, 150],
  ['search for a CVE', '/search', { q: 'cve-2025-1' }, 150],
  ['full results of a host', `/agent/${host}/full-results`, {}, 200],
  ['applications of a host', `/agent/${host}/applications`, {}, 200],
];

export const resultLists: LimitBench = {
  id: 'result-lists',
  what: 'pages of applications, versions, hosts, issues, CVE and host results over HTTP with a session; 95th percentile',
  limitMs: 300,
  async run(isShort) {
    const count = isShort ? 500 : 100_000;
    const platform = await startPlatform();
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    const pool = openPool({
      url: platform.postgres.url('patchkeep_worker', 'bench'),
      size: 4,
      name: 'worker',
      onError: console.error,
    });
    try {
      const raised = await raiseHosts(client, platform, count);
      await raiseInventories(
        client,
        platform.customerId,
        count,
        150,
        await raiseCatalogue(client, isShort ? 500 : 10_000),
      );
      const countAll = recounter(pool);
      for (const name of ['first count', 'count again', 'count again']) {
        const { tookMs, changes } = await countAll(platform.customerId, new Date());
        console.error(`${name}: ${tookMs} ms, ${changes} rows written, ${count} hosts`);
      }
      await raisePast(client, platform.customerId);
      await client.query('vacuum analyze');
      const measured: Awaited<ReturnType<LimitBench['run']>> = [];
      for (const [name, path, query = {}, limitMs = 300] of questions(
        await pickFrom(client, platform.siteId),
        raised,
      )) {
        const times: number[] = [];
        for (let i = 0; i < (isShort ? 3 : 30); i++) {
          const began = performance.now();
          const answer = await fetch(`${platform.at(path)}&${new URLSearchParams(query).toString()}`, {
            headers: { cookie: platform.cookie },
          });
          await answer.text();
          if (!answer.ok) throw new Error(`${path} ${JSON.stringify(query)}: ${answer.status}`);
          if (i > 0) times.push(performance.now() - began);
        }
        measured.push({ name, times, limitMs });
      }
      return measured;
    } finally {
      await pool.end();
      await client.end();
      await platform.stop();
    }
  },
};
