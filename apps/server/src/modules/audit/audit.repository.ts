import type { SealedEntry } from '@patchkeep/contract/activity-log';
import type { Tx } from '../../platform/db/tenant.ts';
import { genesis } from './audit.rules.ts';
import type { CheckpointRow } from './audit.tables.ts';

/** The chain's last link, locked until commit: entries of one chain are written one after the other. */
export const lockHead = async (tx: Tx, customerId: string, chainId: string): Promise<{ seq: number; hash: Buffer }> => {
  await tx
    .insertInto('audit_heads')
    .values({ customer_id: customerId, chain_id: chainId, seq: 0, hash: Buffer.from(genesis, 'hex') })
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

export const appendEntry = async (tx: Tx, entry: SealedEntry): Promise<void> => {
  const hash = Buffer.from(entry.hash, 'hex');
  await tx
    .insertInto('audit_entries')
    .values({
      customer_id: entry.customerId,
      chain_id: entry.chainId,
      seq: entry.seq,
      at: new Date(entry.at),
      actor_id: entry.actorId,
      credential_id: entry.credentialId,
      instance_id: entry.instanceId,
      request_id: entry.requestId,
      ip: entry.ip,
      verb: entry.verb,
      object_kind: entry.objectKind,
      object_id: entry.objectId,
      before: entry.before,
      after: entry.after,
      previous_hash: Buffer.from(entry.previousHash, 'hex'),
      hash,
    })
    .execute();
  await tx
    .updateTable('audit_heads')
    .set({ seq: entry.seq, hash })
    .where('customer_id', '=', entry.customerId)
    .where('chain_id', '=', entry.chainId)
    .execute();
};

/** Keeps what the signer has signed. A chain's entry is vouched for once. */
export const insertCheckpoint = async (tx: Tx, row: CheckpointRow): Promise<void> => {
  await tx
    .insertInto('audit_checkpoints')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'chain_id', 'seq']).doNothing())
    .execute();
};
