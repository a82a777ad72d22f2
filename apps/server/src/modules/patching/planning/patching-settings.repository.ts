import type { Tx } from '../../../platform/db/tenant.ts';
import type { PatchingSettingsRow } from '../patching.tables.ts';

export const findPatchingSettings = (
  tx: Tx,
  customerId: string,
  siteId: string,
): Promise<PatchingSettingsRow | undefined> =>
  tx
    .selectFrom('patching_settings')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();

/** Saves over the revision the user saw; false when somebody was quicker. */
export const upsertPatchingSettings = async (
  tx: Tx,
  row: PatchingSettingsRow,
  seenRevision: number,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('patching_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'site_id'])
        .doUpdateSet((each) => ({
          release_budget: each.ref('excluded.release_budget'),
          task_life_days: each.ref('excluded.task_life_days'),
          revision: each.ref('excluded.revision'),
        }))
        .where('patching_settings.revision', '=', seenRevision),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};
