import type { Tx } from '../../platform/db/tenant.ts';
import { isMakerOfToken, isTokenOfActiveMaker, isUnrevoked } from '../../platform/db/token-rows.ts';
import type { DashboardTokenRow } from './dashboards.tables.ts';

/** More than a site can have in use; what is older than the rest and long revoked is left out. */
const listed = 200;

export const listTokens = (tx: Tx, customerId: string, siteId: string) =>
  tx
    .selectFrom('dashboard_tokens as t')
    .innerJoin('users as u', (join) => join.on(isMakerOfToken))
    .selectAll('t')
    .select('u.username')
    .where('t.customer_id', '=', customerId)
    .where('t.site_id', '=', siteId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.token_id', 'desc')
    .limit(listed)
    .execute();
export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number];

/** A token with who made it, to judge a call by. */
export const findUsedToken = (tx: Tx, customerId: string, tokenId: string) =>
  tx
    .selectFrom('dashboard_tokens as t')
    .innerJoin('users as u', (join) => join.on(isMakerOfToken))
    .selectAll('t')
    .select(['u.username', 'u.is_system_admin'])
    .where(isTokenOfActiveMaker(customerId, tokenId))
    .executeTakeFirst();

export const insertToken = async (tx: Tx, row: DashboardTokenRow): Promise<void> => {
  await tx.insertInto('dashboard_tokens').values(row).execute();
};

export const revokeToken = async (
  tx: Tx,
  site: { customerId: string; siteId: string },
  tokenId: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('dashboard_tokens')
    .set({ revoked_at: now })
    .where(isUnrevoked(site, tokenId))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const touchToken = async (tx: Tx, customerId: string, tokenId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('dashboard_tokens')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('token_id', '=', tokenId)
    .execute();
};
