import { successPendingReboot } from '@patchkeep/rules/activity-label';
import '../patching.tables.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { restartKind } from '../tasks/tasks.repository.ts';

/** Hosts at work, by number. */
export const selectWorkers = (tx: Tx, customerId: string, siteId: string, hostNos: readonly number[]) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'host_no'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('quarantined_at', 'is', null)
    .where('view', '=', 0)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .execute();

/** What was ever planned of an application at a site, the last piece for each host. */
export const selectLastTasks = (tx: Tx, customerId: string, siteId: string, channelTag: string, kind: number) =>
  tx
    .selectFrom('tasks')
    .distinctOn('host_id')
    .select(['host_id', 'task_id', 'state', 'result', 'to_version', 'created_at', 'options', 'retried_at'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('channel_tag', '=', channelTag)
    .where('kind', '=', kind)
    .orderBy('host_id')
    .orderBy('created_at', 'desc')
    .orderBy('task_id', 'desc')
    .execute();
export type LastTask = Awaited<ReturnType<typeof selectLastTasks>>[number];

/** Hosts that have restarted as their work wanted, and have not looked at themselves since. */
export const selectRestartedHosts = async (tx: Tx, customerId: string, siteId: string): Promise<string[]> => {
  const { rows } = await sql<{ host_id: string }>`
    select distinct h.host_id from tasks t
    join hosts h on h.customer_id = t.customer_id and h.host_id = t.host_id
    where t.customer_id = ${customerId} and t.site_id = ${siteId} and t.state in (2, 6)
      and t.state = ${sql.lit(taskState.unverified)} and t.pkg_result = ${successPendingReboot}
      and t.kind <> ${sql.lit(restartKind)} and h.last_boot_at > t.changed_at
      and (h.inventory_at is null or h.inventory_at < h.last_boot_at)
      and h.inspect_revision <= h.inspected_revision`.execute(tx);
  return rows.map((row) => row.host_id);
};

/** Work that waits for a host, with a package that was withdrawn meanwhile: also that of jobs. */
export const selectWithdrawnTasks = (tx: Tx, customerId: string, siteId: string): Promise<{ task_id: string }[]> =>
  tx
    .selectFrom('tasks as t')
    .innerJoin('package_statements as p', 'p.statement_hash', 't.statement_hash')
    .select('t.task_id')
    .where('t.customer_id', '=', customerId)
    .where('t.site_id', '=', siteId)
    .where('t.state', '=', taskState.pending)
    .where('p.withdrawn_at', 'is not', null)
    .execute();

/** Applications, or updates, with work that nobody has begun yet. */
export const selectPendingChannels = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  kind: number,
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('tasks')
    .select('channel_tag')
    .distinct()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('state', '=', taskState.pending)
    .where('kind', '=', kind)
    .execute();
  return rows.map((row) => row.channel_tag);
};
