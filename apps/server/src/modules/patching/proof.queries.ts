import { sql } from 'kysely';
import './patching.tables.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { taskState } from './task-state.rules.ts';

/** Work that waits for its proof, of hosts whose inventory came after the work. */
export const selectProvable = (tx: Tx, customerId: string, most: number) =>
  tx
    .selectFrom('tasks as t')
    .innerJoin('hosts as h', (join) =>
      join.onRef('h.customer_id', '=', 't.customer_id').onRef('h.host_id', '=', 't.host_id'),
    )
    .innerJoin('host_inventories as i', (join) =>
      join.onRef('i.customer_id', '=', 'h.customer_id').onRef('i.host_no', '=', 'h.host_no'),
    )
    .innerJoin('channels as c', 'c.channel_tag', 't.channel_tag')
    .selectAll('t')
    .select(['i.version_ids', 'c.scheme', 'h.last_boot_at'])
    .where('t.customer_id', '=', customerId)
    .where('t.state', 'in', [taskState.unproven, taskState.unknown])
    .where('t.has_inventory', '=', true)
    .orderBy('t.changed_at')
    .limit(most)
    .forUpdate('t')
    .skipLocked()
    .execute();

/** The versions of a channel among those a host has, in the channel's own spelling. */
export const selectChannelVersions = async (
  tx: Tx,
  channelTag: string,
  versionIds: readonly number[],
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('version_verdicts as v')
    .innerJoin('applications as a', 'a.application_id', 'v.application_id')
    .select('v.channel_version')
    .where('a.channel_tag', '=', channelTag)
    .where('v.version_id', '=', sql<number>`any(${[...versionIds]}::int[])`)
    .execute();
  return rows.flatMap(({ channel_version }) => channel_version ?? []);
};

/** Whether some of these versions are so new that nobody has looked what they are. */
export const hasUnjudged = async (tx: Tx, versionIds: readonly number[]): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from unnest(${[...versionIds]}::int[]) as i (version_id)
    where not exists (select 1 from version_verdicts v where v.version_id = i.version_id) limit 1`.execute(tx);
  return rows.length > 0;
};
