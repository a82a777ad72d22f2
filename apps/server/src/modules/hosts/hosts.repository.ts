import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { HostRow } from './hosts.tables.ts';

/** The next small number of a customer. */
export const takeHostNumber = async (tx: Tx, customerId: string): Promise<number> => {
  const { next_host_no } = await tx
    .insertInto('host_numbers')
    .values({ customer_id: customerId, next_host_no: 1 })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ next_host_no: sql<number>`host_numbers.next_host_no + 1` }),
    )
    .returning('next_host_no')
    .executeTakeFirstOrThrow();
  return next_host_no - 1;
};

export const insertHost = async (tx: Tx, row: HostRow): Promise<void> => {
  await tx.insertInto('hosts').values(row).execute();
};

export const insertHostTags = async (
  tx: Tx,
  rows: { customer_id: string; site_id: string; tag_id: string; host_id: string }[],
): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('host_tags')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

export type HostFactColumns = Pick<
  HostRow,
  | 'host_name'
  | 'sort_name'
  | 'os_family'
  | 'os_name'
  | 'os_version'
  | 'os_architecture'
  | 'agent_version'
  | 'time_zone'
  | 'users'
  | 'free_disk_bytes'
  | 'last_boot_at'
>;

/** What an inspection found out about the host itself. */
export const updateHostAfterInspection = async (
  tx: Tx,
  customerId: string,
  hostId: string,
  facts: HostFactColumns & Pick<HostRow, 'inventory_hash' | 'inventory_at' | 'inspected_revision'>,
): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set(facts)
    .where('customer_id', '=', customerId)
    .where('host_id', '=', hostId)
    .execute();
};

export const setBootTime = async (tx: Tx, customerId: string, hostId: string, bootedAt: Date): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set({ last_boot_at: bootedAt })
    .where('customer_id', '=', customerId)
    .where('host_id', '=', hostId)
    .execute();
};

export const quarantineHost = async (tx: Tx, customerId: string, hostId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('hosts')
    .set({ quarantined_at: now })
    .where('customer_id', '=', customerId)
    .where('host_id', '=', hostId)
    .execute();
};
