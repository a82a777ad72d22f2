import { packHints } from '../../apps/server/src/platform/bus/postgres-bus.ts';
import type { Stack } from './stack.ts';

/* Writes tasks and jobs straight into the tables; journeys with real agents show how they arise. */

export interface TaskFixture {
  host: string;
  channel: string;
  from?: string;
  to?: string;
  state: number;
  result: string;
  minutesAgo: number;
  kind?: number;
  attempt?: number;
  nextInMinutes?: number;
  pkgResult?: string;
  exitCode?: number;
  cause?: string;
  isDiskFull?: boolean;
}

export const minutes = (count: number) => count * 60_000;
export const zip = { channel: '7-zip', from: '23.01', to: '25.01' };
export const chrome = { channel: 'google-chrome', from: '141.0.7390.55', to: '142.0.7444.59' };

/** Eight tasks of four hosts, one of each outcome that the patching activity tells apart. */
export const tasksOfEveryOutcome: readonly TaskFixture[] = [
  { ...zip, host: 'LT-CPH-0412', state: 3, result: 'verified', pkgResult: 'Success', minutesAgo: 95 },
  {
    ...chrome,
    host: 'LT-CPH-0412',
    state: 2,
    result: 'tentative',
    pkgResult: 'Success',
    minutesAgo: 4,
  },
  {
    host: 'LT-CPH-0412',
    channel: 'winrar',
    from: '6.22',
    to: '7.13',
    state: 0,
    result: 'sourceFailed',
    attempt: 1,
    nextInMinutes: 20,
    minutesAgo: 6,
    cause: 'The package could not be fetched: the mirror did not answer.',
  },
  {
    host: 'DT-AAR-0007',
    channel: 'winrar',
    from: '6.22',
    to: '7.13',
    state: 4,
    result: 'failed',
    pkgResult: 'Error',
    exitCode: 1603,
    attempt: 2,
    minutesAgo: 31,
    cause: 'The installer met a fatal error (1603).',
  },
  {
    ...zip,
    host: 'LT-CPH-0388',
    state: 0,
    result: 'failed',
    attempt: 2,
    isDiskFull: true,
    nextInMinutes: 40,
    minutesAgo: 12,
    cause: 'It needs 120 MB on drive C:, 14 MB are free.',
  },
  { ...chrome, host: 'DT-AAR-0019', state: 0, result: 'pending', attempt: 0, minutesAgo: 2 },
  { ...zip, host: 'DT-AAR-0019', state: 1, result: 'attempting', attempt: 3, minutesAgo: 1 },
  {
    host: 'DT-AAR-0019',
    channel: 'notepad-plus-plus',
    from: '8.8.5',
    to: '8.9.1',
    state: 2,
    result: 'tentative',
    pkgResult: 'SuccessPendingReboot',
    exitCode: 3010,
    minutesAgo: 50,
  },
];

/** Keeps pending fixtures: without approvals the planner would cancel them within a minute. */
export const keepPending = async (stack: Stack): Promise<void> => {
  await stack.sql(`
    create function keep_pending() returns trigger language plpgsql as
      'begin if new.state = 5 then return null; end if; return new; end';
    create trigger keep_pending before update on tasks for each row execute function keep_pending()`);
};

export const insertTask = async (stack: Stack, task: TaskFixture): Promise<void> => {
  // To the millisecond, as the server writes it.
  const at = new Date(Date.now() - minutes(task.minutesAgo));
  const ready = new Date(Date.now() + minutes(task.nextInMinutes ?? 0));
  await stack.sql(
    `insert into tasks (customer_id, site_id, task_id, host_id, kind, channel_tag, from_version, to_version, state,
       attempt, epoch, ready_at, futile, has_inventory, created_at, changed_at, result, pkg_result, exit_code, cause,
       is_disk_full, options)
     select customer_id, site_id, gen_random_uuid(), host_id, $2, $3, $4, $5, $6, $7, 1, $8, 0, false,
       $9::timestamptz - interval '5 minutes', $9, $10, $11, $12, $13, $14, '{}'
     from hosts where host_name = $1`,
    [
      task.host,
      task.kind ?? 0,
      task.channel,
      task.from ?? '',
      task.to ?? '',
      task.state,
      task.attempt ?? 1,
      ready,
      at,
      task.result,
      task.pkgResult ?? null,
      task.exitCode ?? null,
      task.cause ?? '',
      task.isDiskFull ?? false,
    ],
  );
};

/** A job that has installed WinRAR on these hosts, or removed it from them. */
export const insertJob = async (
  stack: Stack,
  job: { title: string; isRemoval: boolean; hosts: readonly string[] },
): Promise<void> => {
  const kind = job.isRemoval ? 2 : 1;
  const [goal] = await stack.sql(
    `with made as (
       insert into goals (customer_id, site_id, goal_id, title, comment, host_nos, host_count, written_count, task_count,
         is_completed, created_by, created_at)
       select u.customer_id, h.site_id, gen_random_uuid(), $1, '', '', $3, $3, $3, true, u.user_id, now()
       from users u join hosts h using (customer_id) where h.host_name = $4 limit 1 returning *)
     insert into goal_actions (customer_id, site_id, goal_id, action_no, action_id, kind, channel_tag, is_enabled,
       priority, achieved_nos, spent_nos, idle_nos)
     select customer_id, site_id, goal_id, 1, goal_id, $2, 'winrar', true, 0, '', '', '' from made returning goal_id`,
    [job.title, kind, job.hosts.length, job.hosts[0]],
  );
  for (const host of job.hosts) {
    await insertTask(stack, {
      host,
      channel: 'winrar',
      to: '7.13',
      kind,
      state: 3,
      result: 'verified',
      minutesAgo: 2,
    });
    await stack.sql(
      `update tasks t set goal_id = $1, action_no = 1 from hosts h
       where h.host_id = t.host_id and h.host_name = $2 and t.kind in (1, 2) and t.goal_id is null`,
      [goal?.['goal_id'], host],
    );
  }
};

/** A job at work that shall install a version on one host; the number of the host fits into one byte. */
export const insertLiveJob = (
  stack: Stack,
  job: { title: string; channel: string; version: string; host: string },
): Promise<unknown> =>
  stack.sql(
    `with made as (
       insert into goals (customer_id, site_id, goal_id, title, comment, host_nos, named_nos, host_count, written_count,
         task_count, created_by, created_at)
       select u.customer_id, h.site_id, gen_random_uuid(), $1, '', set_byte('\\x00', 0, h.host_no),
         set_byte('\\x00', 0, h.host_no), 1, 0, 0, u.user_id, now()
       from users u join hosts h using (customer_id) where h.host_name = $4 limit 1 returning *)
     insert into goal_actions (customer_id, site_id, goal_id, action_no, action_id, kind, channel_tag, version,
       is_enabled, priority, achieved_nos, spent_nos, idle_nos)
     select customer_id, site_id, goal_id, 1, goal_id, 1, $2, $3, true, 0, '', '', '' from made`,
    [job.title, job.channel, job.version, job.host],
  );

/** Changes what one host does with one application, and says so to the open consoles, as the server does. */
export const changeTask = async (
  stack: Stack,
  { host, channel }: { host: string; channel: string },
  { result, state }: { result: string; state: number },
): Promise<void> => {
  const [changed] = await stack.sql(
    `update tasks t set state = $4, result = $3, attempt = 1, changed_at = date_trunc('milliseconds', now())
     from hosts h where h.host_id = t.host_id and h.host_name = $1 and t.channel_tag = $2
     returning t.customer_id, t.site_id, t.host_id`,
    [host, channel, result, state],
  );
  const [packet] = packHints([
    {
      customerId: String(changed?.['customer_id']),
      siteAccountUuid: String(changed?.['site_id']),
      thing: 'tasks',
      id: String(changed?.['host_id']),
    },
  ]);
  await stack.sql(`select pg_notify('patchkeep_hints', $1)`, [packet]);
};

/** Lets the time come for which work waits, and says so to the servers, which remember when each host has work. */
export const letTimeCome = async (stack: Stack): Promise<void> => {
  await stack.sql('update tasks set ready_at = now() where state = 0');
  const hosts = await stack.sql(
    'update hosts set work_at = now() where work_at > now() returning customer_id, site_id, host_id',
  );
  const hints = hosts.map((host) => ({
    customerId: String(host['customer_id']),
    siteAccountUuid: String(host['site_id']),
    thing: 'host' as const,
    id: String(host['host_id']),
  }));
  for (const packet of packHints(hints)) await stack.sql(`select pg_notify('patchkeep_hints', $1)`, [packet]);
};
