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
  return rows.map((row) => ({ hostNo: row.host_no, installed: unpackNumbers(row.installed_kbs), offers: row.offers }));
};
