import type { Tx } from '../../db/tenant.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    idempotent_calls: {
      customer_id: string;
      token_id: string;
      key_hash: Buffer;
      call_hash: Buffer;
      /** Null until the call is done; no other transaction ever sees it so. */
      status: number | null;
      answer: string | null;
      created_at: Date;
    };
  }
}

export interface CallKey {
  customerId: string;
  tokenId: string;
  keyHash: Buffer;
  callHash: Buffer;
}

/**
 * Claims a key for this call. False when it was used since `oldest`. A call with the same key that is still under way
 * is waited for: the row's index lets one of them through.
 */
export const claimKey = async (tx: Tx, key: CallKey, now: Date, oldest: Date): Promise<boolean> => {
  const row = { call_hash: key.callHash, status: null, answer: null, created_at: now };
  const claimed = await tx
    .insertInto('idempotent_calls')
    .values({ customer_id: key.customerId, token_id: key.tokenId, key_hash: key.keyHash, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'token_id', 'key_hash'])
        .doUpdateSet(row)
        .where('idempotent_calls.created_at', '<', oldest),
    )
    .returning('status')
    .executeTakeFirst();
  return claimed !== undefined;
};

export const findAnswer = async (tx: Tx, key: CallKey) =>
  tx
    .selectFrom('idempotent_calls')
    .select(['call_hash', 'status', 'answer'])
    .where('customer_id', '=', key.customerId)
    .where('token_id', '=', key.tokenId)
    .where('key_hash', '=', key.keyHash)
    .executeTakeFirst();

export const keepAnswer = async (tx: Tx, key: CallKey, status: number, answer: string | null): Promise<void> => {
  await tx
    .updateTable('idempotent_calls')
    .set({ status, answer })
    .where('customer_id', '=', key.customerId)
    .where('token_id', '=', key.tokenId)
    .where('key_hash', '=', key.keyHash)
    .execute();
};

/** Gives the space of answers back that nobody is answered with any more. */
export const dropOldAnswers = async (tx: Tx, customerId: string, oldest: Date): Promise<void> => {
  await tx
    .deleteFrom('idempotent_calls')
    .where('customer_id', '=', customerId)
    .where('created_at', '<', oldest)
    .execute();
};
