import { sql } from 'kysely';
import '../patching.tables.ts';
import { inSites } from '../../../platform/db/in-sites.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { windowsUpdateKind } from '../tasks/windows-update.rules.ts';
import { configOfTask, kbOfTask, packageKinds } from './activities.queries.ts';
import { hasResult } from './activity-result.queries.ts';

/** Both lists of the patching activity. */
const listedKinds = [...packageKinds, windowsUpdateKind];

export interface UpdateTotalsRow {
  channel_tag: string;
  /** Of a Windows update. */
  kb: number | null;
  name: string;
  verified: number;
  failed: number;
}

/**
 * What came of work in a period, by application and by Windows update: updates that an inventory has verified, and work
 * that failed. The same rows as the patching activity lists with the results `updated` and `failed`.
 */
export const selectUpdateTotals = async (
  tx: Tx,
  customerId: string,
  siteIds: readonly string[],
  { start, end, now }: { start: Date; end: Date; now: Date },
): Promise<UpdateTotalsRow[]> => {
  const { rows } = await sql<UpdateTotalsRow>`
    select t.channel_tag, ${kbOfTask} as kb, t.verified, t.failed,
      coalesce(c.name, k.title, nullif(w.title, ''), nullif(u.title, ''), t.channel_tag) as name
    from (
      select t.channel_tag, count(*) filter (where ${hasResult('updated', now)})::int as verified,
        count(*) filter (where ${hasResult('failed', now)})::int as failed
      from tasks t
      where t.customer_id = ${customerId} and ${inSites('t.site_id', siteIds)} and t.changed_at >= ${start}
        and t.changed_at < ${end} and t.kind = any(${listedKinds}::int[])
      group by t.channel_tag
    ) t
    left join channels c on c.channel_tag = t.channel_tag
    left join custom_configs k on k.customer_id = ${customerId} and k.config_id = ${configOfTask}
    left join windows_updates w on w.kb = ${kbOfTask}
    left join lateral (
      select u.title from windows_update_counts u
      where u.customer_id = ${customerId} and ${inSites('u.site_id', siteIds)} and u.kb = ${kbOfTask}
      order by u.site_id limit 1
    ) u on true
    where t.verified + t.failed > 0
    order by t.verified desc, t.failed desc, name, t.channel_tag`.execute(tx);
  return rows;
};
