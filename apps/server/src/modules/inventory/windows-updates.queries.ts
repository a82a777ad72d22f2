import { sql } from 'kysely';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import './inventory.tables.ts';

/** Articles by number, host by host, for counting: of all hosts, or of some. */
export const listWindowsUpdates = async (tx: Tx, customerId: string, hostNos?: readonly number[]) => {
  let query = tx
    .selectFrom('host_windows_updates')
    .select(['host_no', 'installed_kbs', 'missing_kbs', 'pending_kbs'])
    .where('customer_id', '=', customerId);
  if (hostNos) query = query.where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`);
  const rows = await query.execute();
  return rows.map((row) => ({
    hostNo: row.host_no,
    installed: unpackNumbers(row.installed_kbs),
    missing: unpackNumbers(row.missing_kbs),
    pending: unpackNumbers(row.pending_kbs),
  }));
};

/** What Windows Update said on these hosts, offer by offer. */
export const readWindowsUpdates = async (tx: Tx, customerId: string, hostNos: readonly number[]) => {
  const rows = await tx
    .selectFrom('host_windows_updates')
    .select(['host_no', 'installed_kbs', 'offers', 'taken_at'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .execute();
  return rows.map((row) => ({
    hostNo: row.host_no,
    installed: unpackNumbers(row.installed_kbs),
    offers: row.offers,
    takenAt: row.taken_at,
  }));
};

/** The host an update was found on. Reads every report of the site: for callers that do not know the host. */
export const findHostOfUpdate = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  foundUpdateUuid: string,
): Promise<string | undefined> => {
  const { rows } = await sql<{ host_id: string }>`
    select h.host_id from host_windows_updates w
    join hosts h on h.customer_id = w.customer_id and h.host_no = w.host_no
    where w.customer_id = ${customerId} and h.customer_id = ${customerId} and h.site_id = ${siteId}
      and w.offers @> ${JSON.stringify([{ foundUpdateUuid }])}::jsonb
    limit 1`.execute(tx);
  return rows[0]?.host_id;
};
