import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A site as it grows: groups of every size, a rare and a common tag, hosts in all states. */
export const raiseHosts = async (
  client: pg.Client,
  { customerId, siteId }: { customerId: string; siteId: string },
  count: number,
) => {
  const place = [customerId, siteId];
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
