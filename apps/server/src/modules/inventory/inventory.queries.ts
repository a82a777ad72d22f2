import type { Tx } from '../../platform/db/tenant.ts';
import './inventory.tables.ts';

/** The inventory of one host, each version with its names. */
export const readInventory = async (tx: Tx, customerId: string, hostNo: number) => {
  const row = await tx
    .selectFrom('host_inventories')
    .select(['version_ids', 'copies', 'taken_at'])
    .where('customer_id', '=', customerId)
    .where('host_no', '=', hostNo)
    .executeTakeFirst();
  if (!row) return undefined;
  const versions =
    row.version_ids.length === 0
      ? []
      : await tx.selectFrom('software_versions').selectAll().where('version_id', 'in', row.version_ids).execute();
  return { ...row, versions };
};

/** The hosts that hold a version, in order. */
export const listHolders = async (tx: Tx, customerId: string, versionId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('version_holders')
    .select('host_nos')
    .where('customer_id', '=', customerId)
    .where('version_id', '=', versionId)
    .orderBy('bucket')
    .execute();
  return rows.flatMap((row) => row.host_nos);
};
