import type { Tx } from '../../../platform/db/tenant.ts';
import type { GroupRow } from '../hosts.tables.ts';

/** All groups of a site: a few hundred at most, so the tree is walked in memory. */
export const listGroups = (tx: Tx, customerId: string, siteId: string): Promise<GroupRow[]> =>
  tx
    .selectFrom('groups')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .orderBy('title')
    .execute();

export const insertGroup = async (tx: Tx, row: GroupRow): Promise<void> => {
  await tx.insertInto('groups').values(row).execute();
};

/** Saves over the serial number the user saw; false when somebody was quicker. */
export const updateGroup = async (tx: Tx, row: GroupRow, seenSerial: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('groups')
    .set({ title: row.title, parent_id: row.parent_id, serial_number: seenSerial + 1 })
    .where('customer_id', '=', row.customer_id)
    .where('site_id', '=', row.site_id)
    .where('group_id', '=', row.group_id)
    .where('serial_number', '=', seenSerial)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Takes a group out of the tree: its hosts go where told, its sub-groups to its parent. */
export const deleteGroup = async (tx: Tx, row: GroupRow, hostsTo: string | null): Promise<void> => {
  const { customer_id, site_id, group_id, parent_id } = row;
  const ofGroup = { customer_id, site_id, group_id };
  await tx
    .updateTable('hosts')
    .set({ group_id: hostsTo })
    .where(({ and }) => and(ofGroup))
    .execute();
  await tx
    .updateTable('install_tokens')
    .set({ group_id: hostsTo })
    .where(({ and }) => and(ofGroup))
    .execute();
  await tx
    .updateTable('groups')
    .set({ parent_id })
    .where(({ and }) => and({ customer_id, site_id, parent_id: group_id }))
    .execute();
  await tx
    .deleteFrom('groups')
    .where(({ and }) => and(ofGroup))
    .execute();
};

/** Hosts per group, those in the trash left out. */
export const countHostsByGroup = async (tx: Tx, customerId: string, siteId: string): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('hosts')
    .select(({ fn }) => ['group_id', fn.countAll<number>().as('count')])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('trashed_at', 'is', null)
    .where('group_id', 'is not', null)
    .groupBy('group_id')
    .execute();
  return new Map(rows.map((row) => [row.group_id ?? '', Number(row.count)]));
};
