import type { Tx } from '../../platform/db/tenant.ts';
import type { SavedViewRow } from './views.tables.ts';

/** What the site shares and what this user keeps for themselves, by name. Nobody else's own views are ever read. */
export const selectViews = (tx: Tx, customerId: string, siteId: string, userId: string) =>
  tx
    .selectFrom('saved_views as v')
    .innerJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'v.customer_id').onRef('u.user_id', '=', 'v.owner_id'),
    )
    .selectAll('v')
    .select('u.long_name as owner')
    .where('v.customer_id', '=', customerId)
    .where('v.site_id', '=', siteId)
    .where((eb) => eb.or([eb('v.is_shared', '=', true), eb('v.owner_id', '=', userId)]))
    .orderBy('v.name')
    .orderBy('v.view_id')
    .execute();
export type ListedView = Awaited<ReturnType<typeof selectViews>>[number];

const stored = ({ search, columns }: Pick<SavedViewRow, 'search' | 'columns'>) => ({
  search: JSON.stringify(search),
  columns: JSON.stringify(columns),
});

export const insertView = async (tx: Tx, row: SavedViewRow): Promise<void> => {
  await tx
    .insertInto('saved_views')
    .values({ ...row, ...stored(row) })
    .execute();
};

/** Saves over the serial number the user saw; false when somebody was quicker. */
export const updateView = async (tx: Tx, row: SavedViewRow, seenSerial: number): Promise<boolean> => {
  const { customer_id, site_id, view_id, name, is_shared } = row;
  const saved = await tx
    .updateTable('saved_views')
    .set({ name, is_shared, ...stored(row), serial_number: seenSerial + 1 })
    .where((eb) => eb.and({ customer_id, site_id, view_id }))
    .where('serial_number', '=', seenSerial)
    .returning('view_id')
    .executeTakeFirst();
  return saved !== undefined;
};

export const deleteView = async (tx: Tx, { customer_id, site_id, view_id }: SavedViewRow): Promise<void> => {
  await tx
    .deleteFrom('saved_views')
    .where((eb) => eb.and({ customer_id, site_id, view_id }))
    .execute();
};
