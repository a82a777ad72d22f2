import { sql } from 'kysely';
import '../patching.tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { customKind } from '../tasks/custom.rules.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { windowsUpdateKind } from '../tasks/windows-update.rules.ts';

/** Tasks that wait for verification, of hosts whose inventory came after the task; the oldest first. */
const verifiable = (tx: Tx, customerId: string, most: number) =>
  tx
    .selectFrom('tasks as t')
    .innerJoin('hosts as h', (join) =>
      join.onRef('h.customer_id', '=', 't.customer_id').onRef('h.host_id', '=', 't.host_id'),
    )
    .selectAll('t')
    .select('h.last_boot_at')
    .where('t.customer_id', '=', customerId)
    .where('t.state', 'in', [taskState.unverified, taskState.unknown])
    .where('t.has_inventory', '=', true)
    .orderBy('t.changed_at')
    .limit(most)
    .forUpdate('t')
    .skipLocked();

/** Tasks of applications, with the inventory that can verify them. */
export const selectVerifiable = (tx: Tx, customerId: string, most: number) =>
  verifiable(tx, customerId, most)
    .innerJoin('host_inventories as i', (join) =>
      join.onRef('i.customer_id', '=', 'h.customer_id').onRef('i.host_no', '=', 'h.host_no'),
    )
    .innerJoin('channels as c', 'c.channel_tag', 't.channel_tag')
    .leftJoin('package_statements as s', 's.statement_hash', 't.statement_hash')
    .select(['i.version_ids', 'i.copy_nos', 'i.user_copies', 'c.scheme', 's.architectures', 's.family'])
    .execute();

/** Work with custom software, with the inventory that shows it. */
export const selectVerifiableCustom = (tx: Tx, customerId: string, most: number) =>
  verifiable(tx, customerId, most)
    .innerJoin('host_inventories as i', (join) =>
      join.onRef('i.customer_id', '=', 'h.customer_id').onRef('i.host_no', '=', 'h.host_no'),
    )
    .select('i.copy_nos')
    .where('t.kind', '=', customKind)
    .execute();

/** Tasks of Windows updates, which are verified by the updates that hosts report. */
export const selectVerifiableUpdates = (tx: Tx, customerId: string, most: number) =>
  verifiable(tx, customerId, most).select('h.host_no').where('t.kind', '=', windowsUpdateKind).execute();

/**
 * Which of these versions are of which of these channels, in the channel's own spelling; without a channel, those that
 * are so new that nobody has looked what they are. One statement, because verdicts come in meanwhile: a version that is
 * of no channel at first and judged by the second look would count as seen and not being it.
 */
export const selectFound = async (tx: Tx, channelTags: readonly string[], versionIds: readonly number[]) => {
  const { rows } = await sql<{ version_id: number; channel_tag: string | null; channel_version: string | null }>`
    select v.version_id, a.channel_tag, v.channel_version
    from version_verdicts v join applications a on a.application_id = v.application_id
    where a.channel_tag = any(${[...channelTags]}::text[]) and v.version_id = any(${[...versionIds]}::int[])
    union all
    select i.version_id, null, null from unnest(${[...versionIds]}::int[]) as i (version_id)
    where not exists (select 1 from version_verdicts v where v.version_id = i.version_id)`.execute(tx);
  return rows;
};
