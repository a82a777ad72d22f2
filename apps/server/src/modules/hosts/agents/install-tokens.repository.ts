import type { Tx } from '../../../platform/db/tenant.ts';
import { isUnrevoked } from '../../../platform/db/token-rows.ts';
import type { InstallTokenRow } from '../hosts.tables.ts';

export const insertInstallToken = async (tx: Tx, row: InstallTokenRow): Promise<void> => {
  await tx.insertInto('install_tokens').values(row).execute();
};

/** Takes one use of a token that is still good; undefined when it is not, and nothing is counted. */
export const useInstallToken = (tx: Tx, customerId: string, secretHash: Buffer, now: Date) =>
  tx
    .updateTable('install_tokens')
    .set((each) => ({ used_count: each('used_count', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('secret_hash', '=', secretHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('used_count', '<', 'use_cap')
    .returning(['site_id', 'token_id', 'group_id', 'tag_ids'])
    .executeTakeFirst();

export const revokeInstallToken = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  tokenId: string,
  now: Date,
): Promise<InstallTokenRow | undefined> =>
  tx
    .updateTable('install_tokens')
    .set({ revoked_at: now })
    .where(isUnrevoked({ customerId, siteId }, tokenId))
    .returningAll()
    .executeTakeFirst();

export const listInstallTokens = (tx: Tx, customerId: string, siteId: string): Promise<InstallTokenRow[]> =>
  tx
    .selectFrom('install_tokens')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .orderBy('created_at', 'desc')
    .execute();
