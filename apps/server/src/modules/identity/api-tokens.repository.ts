import type { Tx } from '../../platform/db/tenant.ts';
import { isUnrevoked } from '../../platform/db/token-rows.ts';
import type { NewApiToken } from './identity.tables.ts';

export const insertApiToken = async (tx: Tx, row: NewApiToken): Promise<void> => {
  await tx.insertInto('api_tokens').values(row).execute();
};

export const revokeApiToken = async (
  tx: Tx,
  customerId: string,
  siteId: string | null,
  tokenId: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where(isUnrevoked({ customerId, siteId }, tokenId))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends all API tokens of a user. Returns how many were in use. */
export const revokeApiTokensOf = async (tx: Tx, customerId: string, userId: string, now: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Notes the last call that came from a network the token is not for. */
export const noteRefusedAddress = async (
  tx: Tx,
  customerId: string,
  tokenId: string,
  refused: { refused_at: Date; refused_address: string },
): Promise<void> => {
  await tx
    .updateTable('api_tokens')
    .set(refused)
    .where('customer_id', '=', customerId)
    .where('token_id', '=', tokenId)
    .execute();
};

export const touchApiToken = async (tx: Tx, customerId: string, tokenId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('api_tokens')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('token_id', '=', tokenId)
    .execute();
};
