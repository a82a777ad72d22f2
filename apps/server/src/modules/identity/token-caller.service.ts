import { timingSafeEqual } from 'node:crypto';
import { tokenMask } from '@patchkeep/rules/api-token';
import type pg from 'pg';
import type { Principal } from '../../platform/context.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import { callBuckets } from '../../platform/http/call-bucket.ts';
import { principalOfToken, tokenCache, type TokenHolder } from '../../platform/http/token-cache.ts';
import type { TokenName } from '../../platform/http/token-text.ts';
import { apiTokenTexts } from './api-token.service.ts';
import { findUsedToken } from './api-tokens.queries.ts';
import { touchApiToken } from './api-tokens.repository.ts';
import { subjectOf } from './subject.presenter.ts';
import { listUsableSites } from './users.queries.ts';

/** Turns an API token into a caller: its owner, in its site, with what both of them may do. */
export const tokenCallers = (pool: pg.Pool) => {
  const spend = callBuckets({ burst: 200, perSecond: 20 });

  const load = async ({ customerId, tokenId, hash }: TokenName): Promise<TokenHolder | undefined> =>
    withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
      const row = await findUsedToken(tx, customerId, tokenId);
      if (!row || !timingSafeEqual(row.secret_hash, hash) || row.revoked_at !== null) return undefined;
      const [site] = await listUsableSites(tx, customerId, row, row.site_id);
      // Whoever left the site took the token's rights along.
      if (!site) return undefined;
      const permissions = tokenMask(row.permissions, site.permissions);
      const subject = { ...subjectOf(row, { ...site, permissions }), isSystemAdmin: false };
      const principal = principalOfToken(
        { customerId, tokenId },
        { kind: 'token', userId: row.user_id, siteId: site.site_id, subject },
      );
      return { principal, expires: row.expires_at, usedAt: row.used_at };
    });

  const tokens = tokenCache({
    read: apiTokenTexts.read,
    load,
    touch: ({ customerId, sessionId, userId }, now) =>
      withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
        touchApiToken(tx, customerId, sessionId, now),
      ),
  });

  return {
    async authenticate(bearer: string, now: Date): Promise<Principal | undefined> {
      const spendOf = ({ principal }: TokenHolder) => spend(principal.sessionId, now.getTime());
      return (await tokens.find(bearer, now, spendOf))?.principal;
    },
    /** Forgets what is believed about a token, or about all tokens of a user. */
    forget(id: string): void {
      tokens.forget(({ sessionId, userId }) => sessionId === id || userId === id);
    },
  };
};
