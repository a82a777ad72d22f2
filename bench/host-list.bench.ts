import { randomUUID } from 'node:crypto';
import { hostSorts, hostViews } from '@patchkeep/contract/hosts';
import pg from 'pg';
import type { LimitBench } from './limit-bench.ts';
import { startPlatform } from './platform.ts';

/** A site as it grows: groups of every size, a rare and a common tag, hosts in all states. */
export const raiseHosts = async (client: pg.Client, siteId: string, count: number) => {
  const { rows } = await client.query('select customer_id from sites where site_id = $1', [siteId]);
  const place = [rows[0].customer_id, siteId];
  const groups = Array.from({ length: 50 }, () => randomUUID());
  // The first ten stand at the top, the others below one of them.
  await client.query(
    `insert into groups (customer_id, site_id, group_id, parent_id, title, serial_number, created_at)
     select $1, $2, id, case when n > 10 then ($3::uuid[])[1 + n % 10] end, 'Group ' || n, 1, now()
     from unnest($3::uuid[]) with ordinality as g (id, n)`,
    [...place, groups],
  );
  await client.query(
    `insert into hosts (customer_id, site_id, host_id, host_no, host_name, sort_name, group_id, public_key, hardware_hash,
       os_family, os_name, os_version, os_architecture, agent_version, time_zone, users, free_disk_bytes, last_boot_at,
       enrolled_at, trashed_at, pending_since, disabled_at, dormant_since, inspect_revision, inspected_revision)
     select $1, $2, gen_random_uuid(), n, name, lower(name), ($4::uuid[])[1 + floor(50 * power(n::float / $3, 3))::int],
       '\\x00', decode(md5(n::text), 'hex'), n % 2, 'Windows 11 ' || n % 4, '10.0', 'x64', '0.1.' || n % 7, 'UTC', '{ana}',
       n, now() - n * interval '7 seconds', now() - interval '30 days',
       case when n % 50 = 7 then now() end, case when n % 100 = 3 then now() end,
       case when n % 33 = 5 then now() end, case when n % 20 = 11 then now() end, 1, 1
     from (select n, 'LT-' || substr(md5(n::text), 1, 3) || '-' || lpad(n::text, 6, '0') as name
           from generate_series(0, $3::int - 1) n) as named`,
    [...place, count, groups],
  );
  await client.query(
    `insert into host_presence (customer_id, bucket, seen_minutes)
     select $1, b, array_fill($2::int, array[256]) from generate_series(0, $3::int / 256) b`,
    [place[0], Math.floor((Date.now() - Date.UTC(2020, 0, 1)) / 60_000), count],
  );
  /** A tag is on each so-manieth host. */
  const everyNth: Record<string, number> = { rare: 1_000, uncommon: 25, common: 2 };
  const tags = Object.fromEntries(Object.keys(everyNth).map((name) => [name, randomUUID()]));
  for (const [name, id] of Object.entries(tags)) {
    await client.query(
      `insert into tags (customer_id, site_id, tag_id, kind, name, serial_number, created_at)
       values ($1, $2, $3, 1, $4, 1, now())`,
      [...place, id, name],
    );
    await client.query(
      `insert into host_tags (customer_id, site_id, tag_id, host_id)
       select $1, $2, $3, host_id from hosts where customer_id = $1 and site_id = $2 and host_no % $4 = 0`,
      [...place, id, everyNth[name]],
    );
  }
  await client.query('vacuum analyze');
  return { tags, groups };
};

type Asked = [name: string, query: Record<string, string>];

/** The first page, each filter, each order, and what one asks for at once with them. */
const questions = ({ tags, groups }: Awaited<ReturnType<typeof raiseHosts>>): Asked[] => [
  ['first page', {}],
  ['first page of 200', { limit: '200' }],
  ...hostViews.map((view): Asked => [`view ${view}`, { view }]),
  ...hostSorts.flatMap((sort) => ['asc', 'desc'].map((order): Asked => [`sort ${sort} ${order}`, { sort, order }])),
  ['name begins with "lt-a"', { q: 'lt-a' }],
  ['name of one host', { q: 'lt-cfc-' }],
  ['no such name', { q: 'zz' }],
  ['small group', { groupUuid: groups.at(-1) ?? '' }],
  ['large group', { groupUuid: groups[0] ?? '' }],
  ['rare tag', { tagUuid: tags['rare'] ?? '' }],
  ['uncommon tag', { tagUuid: tags['uncommon'] ?? '' }],
  ['common tag', { tagUuid: tags['common'] ?? '' }],
  ['common tag by OS', { tagUuid: tags['common'] ?? '', sort: 'osName', order: 'desc' }],
  ['rare tag by boot', { tagUuid: tags['rare'] ?? '', sort: 'lastReportedBootTime' }],
  ['large group by agent', { groupUuid: groups[0] ?? '', sort: 'version' }],
];

export const hostList: LimitBench = {
  id: 'host-list',
  what: 'pages of a list of hosts at the server, over HTTP with a session; 95th percentile',
  limitMs: 300,
  async run(isShort) {
    const count = isShort ? 5_000 : 100_000;
    const platform = await startPlatform();
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    try {
      const raised = await raiseHosts(client, platform.siteId, count);
      const ask = async (path: string, query: Record<string, string>) => {
        const began = performance.now();
        const answer = await fetch(`${platform.at(path)}&${new URLSearchParams(query).toString()}`, {
          headers: { cookie: platform.cookie },
        });
        const body = (await answer.json()) as { total?: number; nextCursor?: string | null };
        if (!answer.ok) throw new Error(`${path} ${JSON.stringify(query)}: ${answer.status}`);
        return { ms: performance.now() - began, body };
      };
      const measured: Awaited<ReturnType<LimitBench['run']>> = [];
      const time = async (name: string, path: string, query: Record<string, string>) => {
        const first = await ask(path, query);
        const times: number[] = [];
        for (let i = 0; i < (isShort ? 5 : 40); i++) times.push((await ask(path, query)).ms);
        const { total } = first.body;
        measured.push({ name: total === undefined ? name : `${name} (${total} match)`, times });
        return first.body;
      };
      for (const [name, query] of questions(raised)) {
        const { nextCursor } = await time(name, '/hosts', query);
        if (name === 'first page' && typeof nextCursor === 'string')
          await time('second page', '/hosts', { cursor: nextCursor });
      }
      await time('counts of the views', '/hosts/counts', {});
      return measured;
    } finally {
      await client.end();
      await platform.stop();
    }
  },
};
