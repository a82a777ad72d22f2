import { sql, type SqlBool } from 'kysely';

/** What every table of tokens that users make for a site holds. */
export interface UserTokenColumns {
  customer_id: string;
  token_id: string;
  site_id: string;
  user_id: string;
  secret_hash: Buffer;
  name: string;
  expires_at: Date;
  revoked_at: Date | null;
  used_at: Date | null;
  created_at: Date;
}

/** How the user `u` that made a token `t` is joined to it. */
export const isMakerOfToken = sql<SqlBool>`u.customer_id = t.customer_id and u.user_id = t.user_id`;

/** A token `t` whose maker `u` may sign in. */
export const isTokenOfActiveMaker = (customerId: string, tokenId: string) =>
  sql<SqlBool>`t.customer_id = ${customerId} and t.token_id = ${tokenId} and u.disabled_at is null`;

/** The times and the state of such a token, as the console shows them. */
export const presentTokenTimes = (
  row: Pick<UserTokenColumns, 'created_at' | 'expires_at' | 'used_at' | 'revoked_at'>,
) => ({
  created: row.created_at.toISOString(),
  expires: row.expires_at.toISOString(),
  lastUsed: row.used_at?.toISOString() ?? null,
  isRevoked: row.revoked_at !== null,
});

/** A token of a site, or of none, that nobody has revoked, in any table of tokens. */
export const isUnrevoked = (site: { customerId: string; siteId: string | null }, tokenId: string) =>
  sql<SqlBool>`customer_id = ${site.customerId} and site_id is not distinct from ${site.siteId}::uuid and token_id = ${tokenId} and revoked_at is null`;
