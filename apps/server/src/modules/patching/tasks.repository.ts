import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { TaskRow } from './patching.tables.ts';
import { lastAttempt, taskState } from './task-state.rules.ts';
import { windowsUpdateKind } from './windows-update.rules.ts';

export interface HostKey {
  customerId: string;
  siteId: string;
  hostId: string;
}

export type NewTask = Pick<TaskRow, 'customer_id' | 'site_id' | 'task_id' | 'host_id' | 'kind' | 'channel_tag'> &
  Pick<TaskRow, 'from_version' | 'to_version' | 'statement_hash' | 'options'> &
  Partial<Pick<TaskRow, 'for_user' | 'goal_id'>>;

/** Writes new work; what is already open for the same thing on the same host stays as it is. Gives those written. */
export const insertTasks = async (tx: Tx, tasks: readonly NewTask[], now: Date): Promise<{ host_id: string }[]> => {
  if (tasks.length === 0) return [];
  return tx
    .insertInto('tasks')
    .values(
      tasks.map((task) => ({
        ...task,
        state: taskState.pending,
        attempt: 0,
        epoch: 0,
        ready_at: now,
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
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'host_id', 'kind', 'channel_tag'])
        // Written out: a partial index is found by constants only.
        .where(sql<boolean>`state in (0, 1, 2, 6)`)
        .doNothing(),
    )
    .returning('host_id')
    .execute();
};

/** As orders number their kinds. */
export const upgradeKind = 0;
export const removeKind = 2;
export const restartKind = 4;

interface Loan {
  now: Date;
  until: Date;
  most: number;
  /** What the host says it has in hand; undefined from agents that do not say. */
  held: readonly string[] | undefined;
}

/** Lent work is ready again when its time is over, or at once when its host has never got it. */
const isReady = ({ now, held }: Loan) =>
  sql<boolean>`(state = ${sql.lit(taskState.pending)} and ready_at <= ${now}
    or state = ${sql.lit(taskState.lent)} and (lent_until <= ${now}
      or ${held !== undefined}::boolean and task_id <> all(${[...(held ?? [])]}::uuid[])))`;

/** Never to a host that has started since, which the plan has not noted yet. */
const isNoRestartTooMany = ({ customerId, hostId }: HostKey) =>
  sql<boolean>`(kind <> ${sql.lit(restartKind)} or not exists (
    select from hosts h where h.customer_id = ${customerId} and h.host_id = ${hostId}
      and h.last_boot_at > tasks.created_at))`;

const ifPending = sql`case when state = ${sql.lit(taskState.pending)} then 1 else 0 end`;

/**
 * Lends a host its work for a while. Another who asks at the same moment gets other work, or none. Lending again what
 * was lent is the same attempt and epoch: the host does each piece at most once, and what it says of it counts whenever it comes.
 */
export const lendTasks = async (tx: Tx, host: HostKey, loan: Loan) => {
  const { customerId, siteId, hostId } = host;
  const { now, until, most } = loan;
  const ready = await tx
    .selectFrom('tasks')
    .select(['task_id', 'state'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', hostId)
    .where('state', 'in', [taskState.pending, taskState.lent])
    .where(isReady(loan))
    .where(isNoRestartTooMany(host))
    // One restart, after everything that may want it.
    .orderBy(sql`kind = ${sql.lit(restartKind)}`)
    .orderBy('created_at')
    .orderBy('task_id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  if (ready.length === 0) return [];
  const lent = await tx
    .updateTable('tasks')
    .set({
      state: taskState.lent,
      attempt: sql`attempt + ${ifPending}`,
      epoch: sql`epoch + ${ifPending}`,
      lent_until: until,
      changed_at: now,
      result: 'attempting',
      cause: '',
    })
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where(
      'task_id',
      'in',
      ready.map((row) => row.task_id),
    )
    .returning(['task_id', 'kind', 'channel_tag', 'attempt', 'epoch', 'options', 'statement_hash'])
    .execute();
  const hashes = lent.flatMap(({ statement_hash }) => statement_hash ?? []);
  const statements = await tx
    .selectFrom('package_statements')
    .select(['statement_hash', 'sha256', 'envelope'])
    .where('statement_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .execute();
  const of = new Map(statements.map((row) => [row.statement_hash.toString('hex'), row]));
  const pending = new Set(ready.flatMap(({ task_id, state }) => (state === taskState.pending ? [task_id] : [])));
  return lent
    .map((task) => ({
      ...task,
      isFirst: pending.has(task.task_id),
      statement: of.get(task.statement_hash?.toString('hex') ?? '') ?? null,
    }))
    .toSorted((a, b) => Number(a.kind === restartKind) - Number(b.kind === restartKind));
};
export type LentTask = Awaited<ReturnType<typeof lendTasks>>[number];

/**
 * Gives back what could not be handed over, as if it had not been asked for. What was lent before stays lent: its host
 * may have it in hand.
 */
export const giveBack = async (tx: Tx, { customerId, siteId }: HostKey, tasks: readonly LentTask[], readyAt: Date) => {
  for (const task of tasks)
    await tx
      .updateTable('tasks')
      .set(
        task.isFirst
          ? {
              state: taskState.pending,
              attempt: task.attempt - 1,
              ready_at: readyAt,
              lent_until: null,
              result: 'pending',
            }
          : { lent_until: readyAt },
      )
      .where('customer_id', '=', customerId)
      .where('site_id', '=', siteId)
      .where('task_id', '=', task.task_id)
      .where('epoch', '=', task.epoch)
      .execute();
};

/** The tasks of a host by id, locked; others do not exist for it. */
export const lockTasksOf = (tx: Tx, { customerId, siteId, hostId }: HostKey, taskIds: readonly string[]) =>
  tx
    .selectFrom('tasks as t')
    .leftJoin('package_statements as p', 'p.statement_hash', 't.statement_hash')
    .selectAll('t')
    .select('p.sha256')
    .where('t.customer_id', '=', customerId)
    .where('t.site_id', '=', siteId)
    .where('t.host_id', '=', hostId)
    .where('t.task_id', '=', sql<string>`any(${[...taskIds]}::uuid[])`)
    .orderBy('t.task_id')
    .forUpdate('t')
    .execute();

export const updateTask = async (
  tx: Tx,
  task: Pick<TaskRow, 'customer_id' | 'site_id' | 'task_id'>,
  change: Partial<TaskRow>,
): Promise<void> => {
  await tx
    .updateTable('tasks')
    .set(change)
    .where('customer_id', '=', task.customer_id)
    .where('site_id', '=', task.site_id)
    .where('task_id', '=', task.task_id)
    .execute();
};

export interface TaskChange {
  task: Pick<TaskRow, 'task_id'>;
  change: Partial<Omit<TaskRow, 'statement_hash' | 'options'>>;
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

/** Whether anything waits for a host, now or later. */
export const hasOpenWork = async (tx: Tx, { customerId, siteId, hostId }: HostKey): Promise<boolean> =>
  (await tx
    .selectFrom('tasks')
    .select('task_id')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', hostId)
    .where('state', 'in', [taskState.pending, taskState.lent])
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Marks the work that these inventories can prove. By the order they came in: no two clocks need agree. A Windows update
 * is proven only by an inventory that tells of them: both are then as of one moment.
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

/** Takes back work that nobody has begun: something else is decided now. */
export const supersedeTasks = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  taskIds: readonly string[],
  now: Date,
): Promise<void> => {
  if (taskIds.length === 0) return;
  await tx
    .updateTable('tasks')
    .set({ state: taskState.superseded, result: 'pending', changed_at: now })
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('state', '=', taskState.pending)
    .where('task_id', '=', sql<string>`any(${[...taskIds]}::uuid[])`)
    .execute();
};

/** A restart that was announced and has not come by then was called off at the host. */
const restartLateMs = 90 * 60_000;

/** Restarts whose host went down while it asked, or called it off: asked again, for the host has not started since. */
export const reviveRestarts = async (tx: Tx, customerId: string, siteId: string, now: Date): Promise<void> => {
  await sql`
    update tasks set state = ${sql.lit(taskState.pending)}, result = 'pending', ready_at = ${now}
    where customer_id = ${customerId} and site_id = ${siteId} and kind = ${sql.lit(restartKind)}
      and attempt < ${sql.lit(lastAttempt)}
      and (state = ${sql.lit(taskState.unknown)}
        or state = ${sql.lit(taskState.unproven)} and changed_at < ${new Date(now.getTime() - restartLateMs)})`.execute(
    tx,
  );
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

/** A restart is proven by the host itself, which says since when it runs. */
export const proveRestarts = async (tx: Tx, customerId: string, siteId: string, now: Date): Promise<void> => {
  await sql`
    update tasks t set state = ${sql.lit(taskState.proven)}, result = 'verified', cause = '', changed_at = ${now},
      lent_until = null
    from hosts h
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.kind = ${sql.lit(restartKind)}
      and t.state in (0, 1, 2, 6) and h.customer_id = t.customer_id and h.host_id = t.host_id
      and h.last_boot_at > t.created_at`.execute(tx);
};
