import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Context, Principal } from '../../../platform/context.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { unauthenticated } from '../../../platform/errors.ts';
import { callBuckets } from '../../../platform/http/call-bucket.ts';
import type { Credentials } from '../../../platform/http/mount.ts';
import { principalOfToken, tokenCache, type TokenHolder } from '../../../platform/http/token-cache.ts';
import { type TokenName, tokenTexts } from '../../../platform/http/token-text.ts';
import { nobody } from '../../audit/public.ts';
import type { OfConnection } from '../provisioned.queries.ts';
import { findConnection } from '../sso/sso.queries.ts';
import type { ConnectionRow } from '../sso/sso.tables.ts';
import './scim.tables.ts';
import { findUsedScimToken, touchScimToken } from './scim-tokens.repository.ts';

/** Keys of identity providers to the users of their connection. */
export const scimTokenTexts = tokenTexts('vps');

/** They last until somebody replaces or revokes them. */
const never = new Date(8.64e15);

/** Turns the token of a connection into a caller that can do nothing but say who there is. */
export const provisioningCallers = (pool: pg.Pool) => {
  const load = async ({ customerId, tokenId, hash }: TokenName): Promise<TokenHolder | undefined> =>
    withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
      const row = await findUsedScimToken(tx, customerId, tokenId);
      if (!row || !timingSafeEqual(row.secret_hash, hash)) return undefined;
      const principal: Principal = {
        ...principalOfToken(
          { customerId, tokenId },
          { kind: 'provisioning', userId: nobody, siteId: null, subject: null },
        ),
        connectionId: row.connection_id,
      };
      return { principal, expires: never, usedAt: row.used_at };
    });
  // A first round with thousands of users takes minutes, whatever it is slowed to.
  const spend = callBuckets({ burst: 1_000, perSecond: 50 });
  const tokens = tokenCache({
    read: scimTokenTexts.read,
    load,
    touch: ({ customerId, sessionId }, now) =>
      withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) =>
        touchScimToken(tx, customerId, sessionId, now),
      ),
  });
  return {
    async authenticate({ bearer, now }: Credentials): Promise<Principal | undefined> {
      if (bearer === undefined) return undefined;
      const holder = await tokens.find(bearer, now, ({ principal }) => spend(principal.sessionId, now.getTime()));
      return holder?.principal;
    },
    forget: (tokenId: string): void => tokens.forget(({ sessionId }) => sessionId === tokenId),
  };
};
export type ProvisioningCallers = ReturnType<typeof provisioningCallers>;

/** The connection that the caller speaks for. */
export const callersConnection = async ({ tx, principal }: Context): Promise<ConnectionRow> => {
  const { customerId, connectionId = '' } = principal;
  const connection = await findConnection(tx, customerId, connectionId);
  // Removed since the token was looked up.
  if (!connection) throw unauthenticated();
  return connection;
};

export const ofConnection = ({ customer_id, connection_id }: ConnectionRow): OfConnection => ({
  customerId: customer_id,
  connectionId: connection_id,
});
