import type { WindowsUpdateReport } from '@patchkeep/contract/agent/protocol';
import { sql } from 'kysely';
import { packNumbers } from '../../platform/db/packed-numbers.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import './inventory.tables.ts';
import { sortedUnique } from './posting.rules.ts';

interface Reported {
  hostNo: number;
  report: WindowsUpdateReport;
  takenAt: Date;
}

const packed = (kbs: readonly number[]): Buffer => packNumbers(sortedUnique(kbs));

export const upsertWindowsUpdates = async (tx: Tx, customerId: string, items: readonly Reported[]): Promise<void> => {
  if (items.length === 0) return;
  const sorted = items.toSorted((a, b) => a.hostNo - b.hostNo);
  const offered = (isPending: boolean) =>
    sorted.map(({ report }) =>
      packed(report.offers.filter((offer) => offer.isPending === isPending).map((offer) => offer.kb)),
    );
  await sql`
    insert into host_windows_updates
      (customer_id, host_no, installed_kbs, missing_kbs, pending_kbs, offers, taken_at)
    select ${customerId}::uuid, u.host_no, u.installed, u.missing, u.pending, u.offers::jsonb, u.taken_at
    from unnest(${sorted.map((item) => item.hostNo)}::int[], ${sorted.map(({ report }) => packed(report.installed))}::bytea[],
                ${offered(false)}::bytea[], ${offered(true)}::bytea[],
                ${sorted.map(({ report }) => JSON.stringify(report.offers))}::text[],
                ${sorted.map((item) => item.takenAt)}::timestamptz[])
      as u (host_no, installed, missing, pending, offers, taken_at)
    on conflict (customer_id, host_no) do update
      set installed_kbs = excluded.installed_kbs, missing_kbs = excluded.missing_kbs,
          pending_kbs = excluded.pending_kbs, offers = excluded.offers, taken_at = excluded.taken_at`.execute(tx);
};

export const deleteWindowsUpdates = async (tx: Tx, customerId: string, hostNos: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('host_windows_updates')
    .where('customer_id', '=', customerId)
    .where('host_no', '=', sql<number>`any(${[...hostNos]}::int[])`)
    .execute();
};
