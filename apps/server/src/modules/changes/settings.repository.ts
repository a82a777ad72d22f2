import type { Tx } from '../../platform/db/tenant.ts';
import type { ApprovalSettingsRow } from './changes.tables.ts';

export const findSettings = (tx: Tx, customerId: string, scopeId: string): Promise<ApprovalSettingsRow | undefined> =>
  tx
    .selectFrom('approval_settings')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('scope_id', '=', scopeId)
    .executeTakeFirst();

/** Writes the settings of a place over those that were read; false when somebody was quicker. */
export const saveSettings = async (tx: Tx, row: ApprovalSettingsRow): Promise<boolean> => {
  if (row.serial_number === 1) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('approval_settings')
      .values(row)
      .onConflict((conflict) => conflict.columns(['customer_id', 'scope_id']).doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const { customer_id, scope_id, site_id: _site, ...change } = row;
  const { numUpdatedRows } = await tx
    .updateTable('approval_settings')
    .set(change)
    .where('customer_id', '=', customer_id)
    .where('scope_id', '=', scope_id)
    .where('serial_number', '=', row.serial_number - 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
