import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../approvals.tables.ts';

interface Said {
  customerId: string;
  siteId: string;
  hostId: string;
  userId: string;
  now: Date;
}

export const saveHostOverrides = async (
  tx: Tx,
  { customerId, siteId, hostId, userId, now }: Said,
  overrides: readonly { kb: number; isApproved: boolean }[],
): Promise<void> => {
  if (overrides.length === 0) return;
  await tx
    .insertInto('host_update_approvals')
    .values(
      overrides.map(({ kb, isApproved }) => ({
        customer_id: customerId,
        site_id: siteId,
        host_id: hostId,
        kb,
        is_approved: isApproved,
        changed_by: userId,
        changed_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'host_id', 'kb']).doUpdateSet((each) => ({
        is_approved: each.ref('excluded.is_approved'),
        changed_by: each.ref('excluded.changed_by'),
        changed_at: each.ref('excluded.changed_at'),
      })),
    )
    .execute();
};

export const deleteHostOverrides = async (
  tx: Tx,
  { customerId, siteId, hostId }: Said,
  kbs: readonly number[],
): Promise<void> => {
  if (kbs.length === 0) return;
  await tx
    .deleteFrom('host_update_approvals')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', hostId)
    .where('kb', '=', sql<number>`any(${[...kbs]}::int[])`)
    .execute();
};
