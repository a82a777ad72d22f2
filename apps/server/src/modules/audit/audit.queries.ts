import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { AuditRow, CheckpointRow } from './audit.tables.ts';

interface Chain {
  customerId: string;
  chainId: string;
}
interface Stretch extends Chain {
  /** The last entry that is known. */
  after: number;
  limit: number;
}

const isWithin = ({ customerId, chainId, after }: Stretch) =>
  sql<SqlBool>`customer_id = ${customerId} and chain_id = ${chainId} and seq > ${after}`;

/** A stretch of a chain, in order. */
export const readChain = async (tx: Tx, stretch: Stretch): Promise<AuditRow[]> =>
  tx.selectFrom('audit_entries').selectAll().where(isWithin(stretch)).orderBy('seq').limit(stretch.limit).execute();

export const readCheckpoints = (tx: Tx, stretch: Stretch): Promise<CheckpointRow[]> =>
  tx.selectFrom('audit_checkpoints').selectAll().where(isWithin(stretch)).orderBy('seq').limit(stretch.limit).execute();

export const findLastCheckpoint = (tx: Tx, { customerId, chainId }: Chain): Promise<CheckpointRow | undefined> =>
  tx
    .selectFrom('audit_checkpoints')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('chain_id', '=', chainId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Chains that have grown since their last checkpoint, with where that was and how far the chain says it is. */
export const listUnsealed = (tx: Tx, customerId: string, limit: number) =>
  tx
    .selectFrom('audit_heads as h')
    .leftJoinLateral(
      (each) =>
        each
          .selectFrom('audit_checkpoints as k')
          .select(['k.seq', 'k.hash'])
          .where('k.customer_id', '=', customerId)
          .whereRef('k.chain_id', '=', 'h.chain_id')
          .orderBy('k.seq', 'desc')
          .limit(1)
          .as('c'),
      (join) => join.onTrue(),
    )
    .select(['h.chain_id', 'h.seq as head', 'c.seq', 'c.hash'])
    .where('h.customer_id', '=', customerId)
    .where((is) => is('h.seq', '>', is.fn.coalesce('c.seq', is.lit(0))))
    .limit(limit)
    .execute();
