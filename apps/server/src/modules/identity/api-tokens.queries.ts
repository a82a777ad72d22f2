import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import { isMakerOfToken, isTokenOfActiveMaker } from '../../platform/db/token-rows.ts';

/** More than a site can have in use; what is older than the rest and long revoked is left out. */
const listed = 500;

/** Tokens that act in the site, those for all sites among them, with what their owners may do there. */
const withOwners = (tx: Tx, customerId: string, siteId: string) =>
  tx
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', (join) => join.on(isMakerOfToken))
    .leftJoin('site_members as m', (join) =>
      join
        .onRef('m.customer_id', '=', 't.customer_id')
        .on('m.site_id', '=', siteId)
        .onRef('m.user_id', '=', 't.user_id'),
    )
    .selectAll('t')
    .select(['u.username', 'u.is_system_admin', sql<number>`coalesce(m.permissions, 0)`.as('owner_permissions')])
    .where('t.customer_id', '=', customerId)
    .where((each) => each.or([each('t.site_id', '=', siteId), each('t.site_id', 'is', null)]));

export const listApiTokens = (tx: Tx, customerId: string, siteId: string) =>
  withOwners(tx, customerId, siteId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.token_id', 'desc')
    .limit(listed)
    .execute();

export const findApiToken = (tx: Tx, customerId: string, siteId: string, tokenId: string) =>
  withOwners(tx, customerId, siteId).where('t.token_id', '=', tokenId).executeTakeFirst();
export type ListedApiToken = NonNullable<Awaited<ReturnType<typeof findApiToken>>>;

/** Tokens of a site, or for all sites, that still open something. */
export const countLiveApiTokens = async (
  tx: Tx,
  customerId: string,
  siteId: string | null,
  now: Date,
): Promise<number> => {
  const { count } = await tx
    .selectFrom('api_tokens')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .where('site_id', 'is not distinct from', siteId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** A token with its owner and customer, in one statement: all that is needed to judge a call by it. */
export const findUsedToken = (tx: Tx, customerId: string, tokenId: string) =>
  tx
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', (join) => join.on(isMakerOfToken))
    .innerJoin('customers as c', 'c.customer_id', 't.customer_id')
    .select([
      't.site_id',
      't.user_id',
      't.secret_hash',
      't.permissions',
      't.networks',
      't.expires_at',
      't.revoked_at',
      't.used_at',
      'u.is_system_admin',
      'c.is_custom_software_enabled',
      'c.is_software_deployment_enabled',
      'c.allow_custom_software_ui',
    ])
    .where(isTokenOfActiveMaker(customerId, tokenId))
    .executeTakeFirst();
