import type { Tx } from '../../../platform/db/tenant.ts';
import type { ScimTokenRow } from './scim.tables.ts';

interface OfConnection {
  customerId: string;
  connectionId: string;
}

/** A token with its connection, to judge a call by. */
export const findUsedScimToken = (tx: Tx, customerId: string, tokenId: string) =>
  tx
    .selectFrom('scim_tokens')
    .select(['connection_id', 'secret_hash', 'used_at'])
    .where('customer_id', '=', customerId)
    .where('token_id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

export const insertScimToken = async (tx: Tx, row: ScimTokenRow): Promise<void> => {
  await tx.insertInto('scim_tokens').values(row).execute();
};

/** Ends the token of a connection. Returns its id where there was one. */
export const revokeScimToken = async (
  tx: Tx,
  { customerId, connectionId }: OfConnection,
  now: Date,
): Promise<string | undefined> => {
  const revoked = await tx
    .updateTable('scim_tokens')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .where('revoked_at', 'is', null)
    .returning('token_id')
    .executeTakeFirst();
  return revoked?.token_id;
};

export const touchScimToken = async (tx: Tx, customerId: string, tokenId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('scim_tokens')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('token_id', '=', tokenId)
    .execute();
};
