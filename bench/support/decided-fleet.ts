import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { recounter } from '../../apps/server/src/modules/results/public.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { raiseCatalogue, raiseInventories } from './big-fleet.ts';
import { startPlatform } from './platform.ts';
import { raiseHosts } from './raised-hosts.ts';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

const tagCount = 200;
const perTag = 33;
const commonApplications = 500;

/** Every application becomes a channel; of each there is a newer version than anybody has, with a package. */
const raiseChannels = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into channels (channel_tag, name, vendor, scheme, winget_ids, cpes, homepage, description, is_driver,
       is_suite_member, is_hidden, is_starter, rules, content_hash)
     select 'bench-' || application_id, name, publisher, 'generic', '{}', '{}', '', '', false, false, false, false, '{}', ''
     from applications where identity_key like 'bench:%'`,
  );
  await client.query(
    `update applications set channel_tag = 'bench-' || application_id where identity_key like 'bench:%'`,
  );
  await client.query(
    `update version_verdicts v set channel_version = s.version, recommended_version = '99.0'
     from software_versions s where s.version_id = v.version_id`,
  );
  await client.query(
    `insert into channel_versions (channel_tag, version, display_versions, released_on)
     select a.channel_tag, v.channel_version, '{}'::text[], date '2026-09-01'
     from version_verdicts v join applications a using (application_id) where a.channel_tag is not null
     union select channel_tag, '99.0', '{}'::text[], date '2026-11-01' from applications where channel_tag is not null`,
  );
  await client.query(
    `insert into manifests (package_id, version, channel_tag, content_hash, display_versions)
     select channel_tag, version, channel_tag, '', '{}' from channel_versions where channel_tag like 'bench-%'`,
  );
};

/** Two hundred tags, six on each host; the fifty groups in five levels of ten. */
const raisePlaces = async (client: pg.Client, place: readonly string[], groups: readonly string[]) => {
  await client.query(
    `update groups g set parent_id = ($3::uuid[])[o.n - 10]
     from unnest($3::uuid[]) with ordinality as o (id, n)
     where g.customer_id = $1 and g.site_id = $2 and g.group_id = o.id`,
    [...place, groups],
  );
  const tags = Array.from({ length: tagCount }, () => randomUUID());
  await client.query(
    `insert into tags (customer_id, site_id, tag_id, kind, name, serial_number, created_at)
     select $1, $2, id, 1, 'Tag ' || n, 1, now() from unnest($3::uuid[]) with ordinality as t (id, n)`,
    [...place, tags],
  );
  await client.query(
    `insert into host_tags (customer_id, site_id, tag_id, host_id)
     select $1, $2, t.id, h.host_id from unnest($3::uuid[]) with ordinality as t (id, n)
     join hosts h on h.customer_id = $1 and h.site_id = $2 and (h.host_no * 7919 + t.n * 104729) % ${perTag} = 0`,
    [...place, tags],
  );
  return tags;
};

interface Decided {
  level: 'system' | 'site' | 'group' | 'tag';
  scopes: readonly (string | null)[];
  /** One in so many channels is decided there. */
  every: number;
}

/** Decisions as a site has them after years: half of all at the system, fewer nearer to the hosts. */
const raiseDecisions = async (
  client: pg.Client,
  [customerId, siteId]: readonly string[],
  decided: readonly Decided[],
) => {
  for (const { level, scopes, every } of decided)
    await client.query(
      `insert into approvals (customer_id, approval_id, site_id, group_id, tag_id, kind, subject, mode, version, options,
         is_customization_enabled, serial_number, decided_at, changed_by, changed_at, change_set_id)
       select $1, gen_random_uuid(), case when $3 <> 'system' then $2::uuid end, case when $3 = 'group' then s.id end,
         case when $3 = 'tag' then s.id end, 0, a.channel_tag, 1 + (a.application_id / $5 + s.n) % 3,
         case when (a.application_id / $5 + s.n) % 3 = 1 then '99.0' end, '{}', false, 1, now(),
         (select user_id from users where customer_id = $1 limit 1), now(), gen_random_uuid()
       from applications a, unnest($4::uuid[]) with ordinality as s (id, n)
       where a.channel_tag is not null and (a.application_id + s.n) % $5 = 0`,
      [customerId, siteId, level, scopes, every],
    );
};

/** A site of so many hosts with 50 groups in 5 levels, 200 tags, 2,000 channels and some thousand decisions. */
const raise = async (client: pg.Client, platform: Platform, count: number, channels: number) => {
  const { customerId, siteId } = platform;
  const place = [customerId, siteId];
  const { groups } = await raiseHosts(client, platform, count);
  const tags = await raisePlaces(client, place, groups);
  const catalogue = await raiseCatalogue(client, channels - commonApplications);
  await raiseChannels(client);
  const [everywhere = []] = catalogue.common;
  await raiseInventories(client, customerId, count, 150, catalogue, everywhere);
  await raiseDecisions(client, place, [
    { level: 'system', scopes: [null], every: 2 },
    { level: 'site', scopes: [null], every: 3 },
    { level: 'group', scopes: groups, every: 50 },
    { level: 'tag', scopes: tags, every: 100 },
  ]);
  const pool = openPool({
    url: platform.postgres.url('patchkeep_worker', 'bench'),
    size: 4,
    name: 'worker',
    onError: console.error,
  });
  await recounter(pool)(customerId, new Date());
  await pool.end();
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    'select a.channel_tag from version_verdicts v join applications a using (application_id) where v.version_id = $1',
    [everywhere[0]],
  );
  return { groups, tags, channelTag: String(rows[0].channel_tag) };
};

export interface DecidedFleet {
  platform: Platform;
  client: pg.Client;
  groups: readonly string[];
  tags: readonly string[];
  /** What every host has a version of. */
  channelTag: string;
}

/** Raises one for as long as the work takes. */
export const withDecidedFleet = async <T>(
  count: number,
  channels: number,
  work: (fleet: DecidedFleet) => Promise<T>,
): Promise<T> => {
  const platform = await startPlatform({ who: 'admin' });
  const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
  await client.connect();
  try {
    return await work({ platform, client, ...(await raise(client, platform, count, channels)) });
  } finally {
    await client.end();
    await platform.stop();
  }
};
