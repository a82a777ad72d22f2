import { randomBytes } from 'node:crypto';
import type pg from 'pg';

const channels = 100;
const payload = JSON.stringify({ isInstallable: true, options: {}, more: randomBytes(250).toString('hex') });
const signedForm = JSON.stringify({ payload: Buffer.from(payload).toString('base64') });

/**
 * Work that waits: one piece of each channel for each of these hosts, as the planner would have written it, a package
 * behind each. Gives the ids by host, in the order they are handed out.
 */
export const raisePendingTasks = async (
  client: pg.Client,
  place: { customerId: string; siteId: string },
  hostIds: readonly string[],
  perHost: number,
): Promise<void> => {
  const { customerId, siteId } = place;
  if (perHost > channels) throw new Error(`There are ${channels} channels`);
  await client.query(
    `insert into channels (channel_tag, name, vendor, scheme, winget_ids, cpes, homepage, description, is_driver,
       is_suite_member, is_hidden, is_starter, rules, content_hash)
     select 'work-' || n, 'Work ' || n, '', 'generic', '{}', '{}', '', '', false, false, false, false, '{}', ''
     from generate_series(1, ${channels}) n on conflict do nothing`,
  );
  await client.query(
    `insert into package_statements (statement_hash, channel_tag, version, release, kind, scope, sha256, bytes,
       expires_at, envelope)
     select sha256(convert_to('work' || n, 'utf8')), 'work-' || n, '2.0', 1, 'msi', 'machine',
       sha256(convert_to('file' || n, 'utf8')), 1000000, now() + interval '1 year', $1
     from generate_series(1, ${channels}) n on conflict do nothing`,
    // As long as a signed statement is, and of its form: jobs that install look into it.
    [signedForm],
  );
  for (let at = 0; at < hostIds.length; at += 2_000)
    await client.query(
      `insert into tasks (customer_id, site_id, task_id, host_id, kind, channel_tag, from_version, to_version,
         statement_hash, options, state, attempt, epoch, ready_at, futile, has_inventory, created_at, changed_at, result,
         cause, is_disk_full)
       select $1, $2, gen_random_uuid(), h, 0, 'work-' || n, '1.0', '2.0', sha256(convert_to('work' || n, 'utf8')), '{}',
         0, 0, 0, now(), 0, false, now() + n * interval '1 millisecond', now(), 'pending', '', false
       from unnest($3::uuid[]) h, generate_series(1, $4::int) n`,
      [customerId, siteId, hostIds.slice(at, at + 2_000), perHost],
    );
  if (hostIds.length > 0) await client.query('update hosts set work_at = now() where customer_id = $1', [customerId]);
  await client.query('vacuum analyze tasks');
};

/** What waits for each host, in the order it is handed out. */
export const pendingByHost = async (client: pg.Client, hostIds: readonly string[]): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ host_id: string; ids: string[] }>(
    `select host_id, array_agg(task_id::text order by created_at, task_id) as ids from tasks
     where host_id = any($1::uuid[]) and state = 0 group by host_id`,
    [hostIds],
  );
  return new Map(rows.map((row) => [row.host_id, row.ids]));
};
