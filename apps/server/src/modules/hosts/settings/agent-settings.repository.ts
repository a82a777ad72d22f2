import type { Tx } from '../../../platform/db/tenant.ts';
import type { AgentSettingsRow } from '../hosts.tables.ts';

/** Saves over the revision the user saw; false when somebody was quicker. */
export const upsertAgentSettings = async (tx: Tx, row: AgentSettingsRow, seenRevision: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('agent_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'site_id'])
        .doUpdateSet((each) => ({
          days_of_week: each.ref('excluded.days_of_week'),
          hour: each.ref('excluded.hour'),
          minute: each.ref('excluded.minute'),
          revision: each.ref('excluded.revision'),
          is_acceptance_required: each.ref('excluded.is_acceptance_required'),
          open_applications: each.ref('excluded.open_applications'),
          close_seconds: each.ref('excluded.close_seconds'),
        }))
        .where('agent_settings.revision', '=', seenRevision),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};
