import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { TaskRow } from '../patching.tables.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { restartKind } from '../tasks/tasks.repository.ts';

/** A host that asks for its work. */
export interface Asker {
  siteId: string;
  hostId: string;
  /** What it says it has in hand; undefined from agents that do not say. */
  held: readonly string[] | undefined;
}

interface Terms {
  now: Date;
  until: Date;
  /** For each host. */
  most: number;
}

export type LeasedTask = Pick<
  TaskRow,
  'task_id' | 'site_id' | 'host_id' | 'kind' | 'channel_tag' | 'to_version' | 'attempt' | 'epoch' | 'options'
> &
  Pick<TaskRow, 'statement_hash' | 'created_at'> & { is_first: boolean };

const isRestart = ({ kind }: LeasedTask): number => Number(kind === restartKind);

/**
 * Leases ready tasks to hosts of one customer, in one statement. A concurrent call leases other tasks, or none. A leased
 * task is ready again when its lease ends, or at once when its host never received it. It then has the same attempt and
 * epoch: the host does each task at most once, and its result counts whenever it comes.
 */
export const leaseTasks = async (
  tx: Tx,
  customerId: string,
  askers: readonly Asker[],
  { now, until, most }: Terms,
): Promise<LeasedTask[]> => {
  const asked = askers.map(({ siteId, hostId, held }) => ({
    site_id: siteId,
    host_id: hostId,
    is_said: held !== undefined,
    held: held ?? [],
  }));
  // States are written out: a partial index is found by constants only.
  const { rows } = await sql<LeasedTask>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as a (site_id uuid, host_id uuid, is_said boolean, held uuid[])
    ), ready as materialized (
      select r.* from asked a cross join lateral (
        select t.task_id, t.state from tasks t
        where t.customer_id = ${customerId} and t.host_id = a.host_id and t.site_id = a.site_id and t.state in (0, 1)
          -- Never a restart to a host that has started since, which the plan has not noted yet.
          and (t.kind <> ${sql.lit(restartKind)} or not exists (
            select from hosts h where h.customer_id = ${customerId} and h.host_id = a.host_id
              and h.last_boot_at > t.created_at))
          and (t.state = 0 and t.ready_at <= ${now}
            or t.state = 1 and (t.lent_until <= ${now} or a.is_said and t.task_id <> all(a.held)))
        order by t.kind = ${sql.lit(restartKind)}, t.created_at, t.task_id
        limit ${most}
        for update skip locked) r
    )
    update tasks t set state = 1, attempt = t.attempt + case when r.state = 0 then 1 else 0 end, epoch = t.epoch + case when r.state = 0 then 1 else 0 end,
      lent_until = ${until}, changed_at = ${now}, result = 'attempting', cause = ''
    from ready r
    where t.customer_id = ${customerId} and t.task_id = r.task_id
    returning t.task_id, t.site_id, t.host_id, t.kind, t.channel_tag, t.to_version, t.attempt, t.epoch, t.options, t.statement_hash, t.created_at,
      r.state = 0 as is_first`.execute(tx);
  // One restart, after everything that may want it.
  return rows.toSorted(
    (a, b) =>
      isRestart(a) - isRestart(b) ||
      a.created_at.getTime() - b.created_at.getTime() ||
      (a.task_id < b.task_id ? -1 : 1),
  );
};

/**
 * Releases tasks that could not be delivered, as if they had not been leased. A task that was leased before stays leased
 * until `readyAt`: its host may have it.
 */
export const releaseTasks = async (
  tx: Tx,
  customerId: string,
  tasks: readonly LeasedTask[],
  readyAt: Date,
): Promise<void> => {
  for (const task of tasks)
    await tx
      .updateTable('tasks')
      .set(
        task.is_first
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
      .where('site_id', '=', task.site_id)
      .where('task_id', '=', task.task_id)
      .where('epoch', '=', task.epoch)
      .execute();
};

/**
 * When the next work of each of these hosts is ready; those that nothing waits for are not in the answer. What a host has
 * in hand counts as ready now: only by asking can the host tell that it has lost it.
 */
export const selectNextWork = async (
  tx: Tx,
  customerId: string,
  hostIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> => {
  const { rows } = await sql<{ host_id: string; at: Date }>`
    select t.host_id, min(case when t.state = 0 then t.ready_at else ${now}::timestamptz end) as at from tasks t
    where t.customer_id = ${customerId} and t.host_id = any(${[...hostIds]}::uuid[]) and t.state in (0, 1)
    group by t.host_id`.execute(tx);
  return new Map(rows.map((row) => [row.host_id, row.at]));
};

/** What packages are, as it was signed. */
export const selectEnvelopes = (tx: Tx, hashes: readonly Buffer[]) =>
  tx
    .selectFrom('package_statements')
    .select(['statement_hash', 'sha256', 'envelope'])
    .where('statement_hash', '=', sql<Buffer>`any(${[...hashes]}::bytea[])`)
    .execute();
