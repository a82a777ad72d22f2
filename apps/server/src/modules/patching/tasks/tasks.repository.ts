import { workAwaits } from '@patchkeep/contract/agent/protocol';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { TaskRow } from '../patching.tables.ts';
import { lastAttempt, taskState } from './task-state.rules.ts';
import { windowsUpdateKind } from './windows-update.rules.ts';

export type NewTask = Pick<TaskRow, 'customer_id' | 'site_id' | 'task_id' | 'host_id' | 'kind' | 'channel_tag'> &
  Pick<TaskRow, 'from_version' | 'to_version' | 'statement_hash' | 'options'> &
  Partial<Pick<TaskRow, 'for_user' | 'goal_id' | 'action_no' | 'ready_at'>>;

interface Written {
  host_id: string;
  ready_at: Date;
}

/** Writes new work; what is already open for the same thing on the same host stays as it is. Gives those written. */
export const insertTasks = async (tx: Tx, tasks: readonly NewTask[], now: Date): Promise<Written[]> => {
  if (tasks.length === 0) return [];
  const rows = tasks.map((task) => ({
    ...task,
    statement_hash: task.statement_hash && `\\x${task.statement_hash.toString('hex')}`,
    state: taskState.pending,
    attempt: 0,
    epoch: 0,
    ready_at: task.ready_at ?? now,
    lent_until: null,
    futile: 0,
    has_inventory: false,
    created_at: now,
    changed_at: now,
    result: 'pending',
    pkg_result: null,
    exit_code: null,
    cause: '',
    is_disk_full: false,
    awaits: 0,
    awaits_since: null,
    waited_epoch: 0,
    for_user: task.for_user ?? '',
    goal_id: task.goal_id ?? null,
    action_no: task.action_no ?? null,
  }));
  // One parameter for all rows: a statement of its own for each number of rows is parsed anew each time. States are
  // written out: a partial index is found by constants only.
  const written = await sql<Written>`
    insert into tasks select * from jsonb_populate_recordset(null::tasks, ${JSON.stringify(rows)}::jsonb)
    on conflict (customer_id, host_id, kind, channel_tag) where state in (0, 1, 2, 6) do nothing
    returning host_id, ready_at`.execute(tx);
  return written.rows;
};

/** As orders number their kinds. */
export const upgradeKind = 0;
export const installKind = 1;
export const removeKind = 2;
export const restartKind = 4;

/** Tasks of a customer by id, locked; others do not exist for it. */
export const lockTasks = (tx: Tx, customerId: string, taskIds: readonly string[]) =>
  tx
    .selectFrom('tasks as t')
    .leftJoin('package_statements as p', 'p.statement_hash', 't.statement_hash')
    .selectAll('t')
    .select('p.sha256')
    .where('t.customer_id', '=', customerId)
    .where('t.task_id', '=', sql<string>`any(${[...taskIds]}::uuid[])`)
    .orderBy('t.task_id')
    .forUpdate('t')
    .execute();

export interface TaskChange {
  task: Pick<TaskRow, 'task_id'>;
  change: Partial<Omit<TaskRow, 'statement_hash'>>;
}

/** Changes many tasks of a customer, in one statement for all that change the same columns. */
export const updateTasks = async (tx: Tx, customerId: string, changes: readonly TaskChange[]): Promise<void> => {
  const alike = Map.groupBy(changes, ({ change }) => Object.keys(change).toSorted().join(' '));
  for (const [names, group] of alike) {
    const columns = names.split(' ');
    const rows = group
      .map(({ task, change }) => ({ ...change, task_id: task.task_id }))
      // In the order of their key, as everybody locks them.
      .toSorted((a, b) => (a.task_id < b.task_id ? -1 : 1));
    const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`c.${column}`)}`);
    await sql`
      update tasks t set ${sql.join(set)}
      from jsonb_populate_recordset(null::tasks, ${JSON.stringify(rows)}::jsonb) c
      where t.customer_id = ${customerId} and t.task_id = c.task_id`.execute(tx);
  }
};

/**
 * Marks the tasks that these inventories can verify. By the order they came in: no two clocks need agree. A Windows update
 * is verified only by an inventory that tells of them: both are then as of one moment.
 */
export const markInventoried = async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<boolean> => {
  const { rows } = await sql`
    update tasks t set has_inventory = true
    from hosts h
    where t.customer_id = ${customerId} and t.state in (2, 6) and not t.has_inventory
      and h.customer_id = t.customer_id and h.host_id = t.host_id and h.host_no = any(${[...hostNos]}::int[])
      and (t.kind <> ${sql.lit(windowsUpdateKind)} or exists (
        select from host_windows_updates w
        join host_inventories i on i.customer_id = w.customer_id and i.host_no = w.host_no and i.taken_at = w.taken_at
        where w.customer_id = ${customerId} and w.host_no = h.host_no))
    returning t.task_id`.execute(tx);
  return rows.length > 0;
};

/**
 * Notes that somebody asked for another attempt: at these tasks, and at what failed before them for the same copies, which
 * would keep the planner from it as well.
 */
export const markRetried = async (
  tx: Tx,
  { customerId, siteId }: { customerId: string; siteId: string },
  taskIds: readonly string[],
  at: Date,
): Promise<void> => {
  await sql`
    update tasks t set retried_at = ${at}
    from tasks c
    where c.customer_id = ${customerId} and c.site_id = ${siteId} and c.task_id = any(${[...taskIds]}::uuid[])
      and t.customer_id = c.customer_id and t.site_id = c.site_id and t.host_id = c.host_id and t.kind = c.kind
      and t.channel_tag = c.channel_tag and t.for_user = c.for_user and t.state = 4 and t.retried_at is null`.execute(
    tx,
  );
};

/** Takes a retry back: what failed keeps the planner from new work again. */
export const unmarkRetried = async (
  tx: Tx,
  { customerId, siteId }: { customerId: string; siteId: string },
  subjects: readonly string[],
  at: Date,
): Promise<void> => {
  await sql`
    update tasks set retried_at = null
    where customer_id = ${customerId} and site_id = ${siteId} and state = 4 and retried_at = ${at}
      and channel_tag = any(${[...subjects]}::text[])`.execute(tx);
};

/** Takes back work that nobody has begun: something else is decided now. */
export const supersedeTasks = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  tasks: readonly Pick<TaskRow, 'task_id'>[],
  now: Date,
): Promise<void> => {
  if (tasks.length === 0) return;
  const taskIds = tasks.map((task) => task.task_id);
  await tx
    .updateTable('tasks')
    .set({ state: taskState.superseded, result: 'pending', changed_at: now })
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('state', '=', taskState.pending)
    .where('task_id', '=', sql<string>`any(${taskIds}::uuid[])`)
    .execute();
};

/**
 * Takes back what nobody has begun of a job: all of it, that of some actions, that on some hosts, or what is not by a
 * statement. Gives how much.
 */
export const supersedeGoalTasks = async (
  tx: Tx,
  { customerId, siteId, goalId }: { customerId: string; siteId: string; goalId: string },
  which: { actionNos?: readonly number[]; hostIds?: readonly string[]; unlessBy?: Buffer | null },
  now: Date,
): Promise<number> => {
  const { actionNos, hostIds, unlessBy } = which;
  let query = tx
    .updateTable('tasks')
    .set({ state: taskState.superseded, result: 'pending', changed_at: now })
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('goal_id', '=', goalId)
    .where('state', '=', taskState.pending);
  if (actionNos) query = query.where('action_no', '=', sql<number>`any(${[...actionNos]}::int[])`);
  if (unlessBy !== undefined) query = query.where('statement_hash', 'is distinct from', unlessBy);
  if (hostIds) query = query.where('host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
};

/**
 * After a restore: a task that was pending or leased at the time of the backup may be done by now. It is not leased
 * again. Its result is unknown until the next inventory of its host.
 */
export const markOpenTasksUnknown = async (tx: Tx, customerId: string, now: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('tasks')
    .set({
      state: taskState.unknown,
      has_inventory: false,
      lent_until: null,
      changed_at: now,
      result: 'unknown',
      cause: 'The database was restored from a backup.',
    })
    .where('customer_id', '=', customerId)
    .where('state', 'in', [taskState.pending, taskState.leased])
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** A restart that was announced and has not come by then was called off at the host. */
const restartLateMs = 90 * 60_000;

/**
 * Restarts whose host went down while it asked, or called it off: asked again, for the host has not started since. Gives
 * the hosts.
 */
export const reviveRestarts = async (tx: Tx, customerId: string, siteId: string, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ host_id: string }>`
    update tasks set state = ${sql.lit(taskState.pending)}, result = 'pending', ready_at = ${now}
    where customer_id = ${customerId} and site_id = ${siteId} and kind = ${sql.lit(restartKind)}
      and attempt < ${sql.lit(lastAttempt)}
      and (state = ${sql.lit(taskState.unknown)}
        or state = ${sql.lit(taskState.unverified)} and changed_at < ${new Date(now.getTime() - restartLateMs)})
    returning host_id`.execute(tx);
  return rows.map((row) => row.host_id);
};

/**
 * What waits for its time, and for nothing else, may begin at once: at these hosts, or all that jobs wrote and nobody tried.
 * Restarts keep theirs: people at the host were promised it. Gives the hosts, each once.
 */
export const hastenTasks = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  which: readonly string[] | 'ofJobs',
  now: Date,
): Promise<string[]> => {
  const meant =
    which === 'ofJobs'
      ? sql`goal_id is not null and attempt = 0`
      : sql`host_id = any(${[...which]}::uuid[]) and kind <> ${sql.lit(restartKind)}`;
  const { rows } = await sql<{ host_id: string }>`
    update tasks set ready_at = ${now}
    where customer_id = ${customerId} and site_id = ${siteId} and ${meant}
      and state = 0 and awaits = 0 and ready_at > ${now}
    returning host_id`.execute(tx);
  return [...new Set(rows.map((row) => row.host_id))];
};

/** What waited for a restart of its host may go on once the host has started again. Gives the hosts. */
export const releaseBooted = async (tx: Tx, customerId: string, siteId: string, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ host_id: string }>`
    update tasks t set ready_at = ${now}
    from hosts h
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.state = 0 and t.awaits = 1 and t.ready_at > ${now}
      and h.customer_id = t.customer_id and h.host_id = t.host_id and h.last_boot_at > t.changed_at
    returning t.host_id`.execute(tx);
  return rows.map((row) => row.host_id);
};

/** What waited until its host could check orders may go on. Returns whether there was such work. */
export const releaseRegistered = async (tx: Tx, customerId: string, hostId: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('tasks')
    .set({ ready_at: now })
    .where('customer_id', '=', customerId)
    .where('host_id', '=', hostId)
    .where('state', '=', taskState.pending)
    .where('awaits', '=', workAwaits.indexOf('registration') + 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** More than this at once would hold their rows for longer than a host should wait. */
const expiredAtOnce = 1_000;

/** Ends what its host did not finish in time. It is told apart whether the host ever fetched it. */
export const expireTasks = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  { now, lifeDays }: { now: Date; lifeDays: number },
): Promise<void> => {
  const before = new Date(now.getTime() - lifeDays * 86_400_000);
  await sql`
    update tasks t set state = ${sql.lit(taskState.failed)}, result = 'expired', pkg_result = 'Error',
      changed_at = ${now}, lent_until = null,
      cause = case when t.awaits <> 0
        then left(t.cause || ${` It waited for ${lifeDays} days.`}, 500)
        when t.attempt = 0
        then ${`The host did not fetch it within ${lifeDays} days.`}
        else ${`The host fetched it and did not finish it within ${lifeDays} days.`} end
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.task_id = any(array(
      select w.task_id from tasks w
      where w.customer_id = ${customerId} and w.site_id = ${siteId} and w.state in (0, 1) and w.created_at <= ${before}
        and (w.state = 0 or w.lent_until <= ${now})
      order by w.created_at
      limit ${sql.lit(expiredAtOnce)}
      for update skip locked))`.execute(tx);
};

/** A restart is verified by the host itself, which says since when it runs. */
export const verifyRestarts = async (tx: Tx, customerId: string, siteId: string, now: Date): Promise<void> => {
  await sql`
    update tasks t set state = ${sql.lit(taskState.verified)}, result = 'verified', cause = '', changed_at = ${now},
      lent_until = null
    from hosts h
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.kind = ${sql.lit(restartKind)}
      and t.state in (0, 1, 2, 6) and h.customer_id = t.customer_id and h.host_id = t.host_id
      and h.last_boot_at > t.created_at`.execute(tx);
};
