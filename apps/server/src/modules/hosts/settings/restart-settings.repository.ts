import type { Tx } from '../../../platform/db/tenant.ts';
import type { RestartSettingsRow } from '../hosts.tables.ts';

export const findRestartSettings = (
  tx: Tx,
  customerId: string,
  siteId: string,
): Promise<RestartSettingsRow | undefined> =>
  tx
    .selectFrom('restart_settings')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();

/** Saves over the revision the user saw; false when somebody was quicker. */
export const upsertRestartSettings = async (
  tx: Tx,
  row: RestartSettingsRow,
  seenRevision: number,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('restart_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'site_id'])
        .doUpdateSet((each) => ({
          title: each.ref('excluded.title'),
          message: each.ref('excluded.message'),
          delay_seconds: each.ref('excluded.delay_seconds'),
          snooze_seconds: each.ref('excluded.snooze_seconds'),
          seconds_until_force: each.ref('excluded.seconds_until_force'),
          minimum_agent_version: each.ref('excluded.minimum_agent_version'),
          revision: each.ref('excluded.revision'),
        }))
        .where('restart_settings.revision', '=', seenRevision),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};
