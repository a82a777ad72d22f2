import type { Tx } from '../../../platform/db/tenant.ts';
import '../results.tables.ts';

/** A mark of who was where at the last count. */
export const readMembersHash = async (tx: Tx, customerId: string): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('count_states')
    .select('members_hash')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.members_hash?.toString('base64');
};
