import type { Tx } from '../../platform/db/tenant.ts';
import { canonicalJson } from './audit.rules.ts';
import type { AuditRow } from './audit.tables.ts';

const text = (value: unknown): string | null => (value === null || value === undefined ? null : canonicalJson(value));

/** A whole chain in order, as it was hashed. */
export const readChain = async (tx: Tx, customerId: string, chainId: string): Promise<AuditRow[]> => {
  const rows = await tx
    .selectFrom('audit_entries')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('chain_id', '=', chainId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, before: text(row.before), after: text(row.after) }));
};
