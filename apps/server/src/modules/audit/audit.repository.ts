import type { Tx } from '../../platform/db/tenant.ts';
import { genesis } from './audit.rules.ts';
import type { AuditRow } from './audit.tables.ts';

/** The chain's last link, locked until commit: entries of one chain are written one after the other. */
export const lockHead = async (tx: Tx, customerId: string, chainId: string): Promise<{ seq: number; hash: Buffer }> => {
  await tx
    .insertInto('audit_heads')
    .values({ customer_id: customerId, chain_id: chainId, seq: 0, hash: genesis })
    .onConflict((conflict) => conflict.columns(['customer_id', 'chain_id']).doNothing())
    .execute();
  return tx
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .where('customer_id', '=', customerId)
    .where('chain_id', '=', chainId)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

export const appendEntry = async (tx: Tx, row: AuditRow): Promise<void> => {
  await tx.insertInto('audit_entries').values(row).execute();
  await tx
    .updateTable('audit_heads')
    .set({ seq: row.seq, hash: row.hash })
    .where('customer_id', '=', row.customer_id)
    .where('chain_id', '=', row.chain_id)
    .execute();
};
