import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { SavedChoicesRow } from './deployments.tables.ts';

/** What a site tells the installers of these applications, by application. */
export const selectSavedChoices = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  channelTags: readonly string[],
): Promise<Map<string, SavedChoicesRow>> => {
  const rows = await tx
    .selectFrom('deployment_choices')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('channel_tag', '=', sql<string>`any(${[...channelTags]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.channel_tag, row]));
};

/** Keeps choices, if nobody saved others meanwhile; says whether it did. */
export const saveChoices = async (tx: Tx, row: SavedChoicesRow, before: number): Promise<boolean> => {
  const { customer_id: _customer, site_id: _site, channel_tag: _tag, choices_id: _id, ...rest } = row;
  const change = { ...rest, choices: JSON.stringify(row.choices) };
  const result = await tx
    .insertInto('deployment_choices')
    .values({ ...row, choices: JSON.stringify(row.choices) })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'site_id', 'channel_tag'])
        .doUpdateSet(change)
        .where('deployment_choices.serial_number', '=', before),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};
