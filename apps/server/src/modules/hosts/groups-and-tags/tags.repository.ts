import type { Tx } from '../../../platform/db/tenant.ts';
import type { TagRow } from '../hosts.tables.ts';

export const listTags = (tx: Tx, customerId: string, siteId: string): Promise<TagRow[]> =>
  tx
    .selectFrom('tags')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .orderBy('name')
    .execute();

export const listTagIdsOf = async (
  tx: Tx,
  customerId: string,
  hostIds: readonly string[],
): Promise<Map<string, string[]>> => {
  if (hostIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('host_tags')
    .select(['host_id', 'tag_id'])
    .where('customer_id', '=', customerId)
    .where('host_id', 'in', hostIds)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.host_id)].map(([hostId, tagRows]) => [hostId, tagRows.map((row) => row.tag_id)]),
  );
};

export const countHostsByTag = async (tx: Tx, customerId: string, siteId: string): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('host_tags as t')
    .innerJoin('hosts as h', (join) =>
      join.onRef('h.customer_id', '=', 't.customer_id').onRef('h.host_id', '=', 't.host_id'),
    )
    .select(({ fn }) => ['t.tag_id', fn.countAll<number>().as('count')])
    .where('t.customer_id', '=', customerId)
    .where('t.site_id', '=', siteId)
    .where('h.trashed_at', 'is', null)
    .groupBy('t.tag_id')
    .execute();
  return new Map(rows.map((row) => [row.tag_id, Number(row.count)]));
};

export const insertTag = async (tx: Tx, row: TagRow): Promise<void> => {
  await tx.insertInto('tags').values(row).execute();
};

export const updateTag = async (tx: Tx, row: TagRow, seenSerial: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('tags')
    .set({
      name: row.name,
      seconds_until_force: row.seconds_until_force,
      snooze_seconds: row.snooze_seconds,
      restart_title: row.restart_title,
      restart_message: row.restart_message,
      delay_seconds: row.delay_seconds,
      serial_number: seenSerial + 1,
    })
    .where('customer_id', '=', row.customer_id)
    .where('site_id', '=', row.site_id)
    .where('tag_id', '=', row.tag_id)
    .where('serial_number', '=', seenSerial)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const deleteTag = async (tx: Tx, { customer_id, site_id, tag_id }: TagRow): Promise<void> => {
  const ofTag = { customer_id, site_id, tag_id };
  await tx
    .deleteFrom('host_tags')
    .where(({ and }) => and(ofTag))
    .execute();
  await tx
    .updateTable('hosts')
    .set({ restart_tag_id: null })
    .where(({ and }) => and({ customer_id, site_id, restart_tag_id: tag_id }))
    .execute();
  await tx
    .deleteFrom('tags')
    .where(({ and }) => and(ofTag))
    .execute();
};
