import { timingSafeEqual } from 'node:crypto';
import { tokenMask } from '@patchkeep/rules/api-token';
import { minuteMs } from '@patchkeep/rules/time-units';
import type pg from 'pg';
import type { Principal } from '../../platform/context.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import { forbidden } from '../../platform/errors.ts';
import { callBuckets } from '../../platform/http/call-bucket.ts';
import { networksOf } from '../../platform/http/client-address.ts';
import type { Credentials } from '../../platform/http/mount.ts';
import { principalOfToken, tokenCache, type TokenHolder } from '../../platform/http/token-cache.ts';
import type { TokenName } from '../../platform/http/token-text.ts';
import { apiTokenTexts } from './api-token.service.ts';
import { findUsedToken } from './api-tokens.queries.ts';
import { noteRefusedAddress, touchApiToken } from './api-tokens.repository.ts';
import { subjectOf } from './subject.presenter.ts';
import { listUsableSites } from './users.queries.ts';

/** A refusal is written at most this often for a token: a flood of refused calls must not become a flood of writes. */
const noteEveryMs = minuteMs;
const maxNoted = 10_000;

interface ProgramHolder extends TokenHolder {
  isFromNetwork: (address: string) => boolean;
}

/** Networks are checked when they are stored; a row that cannot be read lets nobody in. */
const fromNetworks = (networks: readonly string[]): ((address: string) => boolean) =>
  networks.length === 0 ? () => true : (networksOf(networks) ?? (() => false));

/** Turns an API token into a caller: its owner, in a site, with what both of them may do. */
export const tokenCallers = (pool: pg.Pool) => {
  const spend = callBuckets({ burst: 200, perSecond: 20 });
  const notedAt = new Map<string, number>();

  const load = async (
    { customerId, tokenId, hash }: TokenName,
    namedSiteId: string | undefined,
  ): Promise<ProgramHolder | undefined> =>
    withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
      const row = await findUsedToken(tx, customerId, tokenId);
      if (!row || !timingSafeEqual(row.secret_hash, hash) || row.revoked_at !== null) return undefined;
      const siteId = row.site_id ?? namedSiteId;
      const [site] = siteId === undefined ? [] : await listUsableSites(tx, customerId, row, siteId);
      // Whoever left the site took the rights of its tokens along.
      if (!site && row.site_id !== null) return undefined;
      const permissions = tokenMask(row.permissions, site?.permissions ?? 0);
      const subject = site ? { ...subjectOf(row, { ...site, permissions }), isSystemAdmin: false } : null;
      const principal = principalOfToken(
        { customerId, tokenId },
        { kind: 'token', userId: row.user_id, siteId: site?.site_id ?? null, subject },
      );
      const isFromNetwork = fromNetworks(row.networks);
      return { principal, expires: row.expires_at, usedAt: row.used_at, isFromNetwork };
    });

  const tokens = tokenCache<ProgramHolder>({
    read: apiTokenTexts.read,
    load,
    touch: ({ customerId, sessionId, userId }, now) =>
      withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
        touchApiToken(tx, customerId, sessionId, now),
      ),
  });

  const noteRefused = async ({ customerId, sessionId, userId }: Principal, ip: string, now: Date): Promise<void> => {
    const last = notedAt.get(sessionId);
    if (last !== undefined && now.getTime() - last < noteEveryMs) return;
    if (notedAt.size >= maxNoted) notedAt.clear();
    notedAt.set(sessionId, now.getTime());
    await withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
      noteRefusedAddress(tx, customerId, sessionId, { refused_at: now, refused_address: ip }),
    );
  };

  return {
    async authenticate(
      bearer: string,
      { ip, namedSiteId, now }: Pick<Credentials, 'ip' | 'namedSiteId' | 'now'>,
    ): Promise<Principal | undefined> {
      const admit = async ({ principal, isFromNetwork }: ProgramHolder) => {
        spend(principal.sessionId, now.getTime());
        if (isFromNetwork(ip)) return;
        await noteRefused(principal, ip, now);
        throw forbidden(`This API token may not be used from ${ip}`);
      };
      return (await tokens.find(bearer, now, admit, namedSiteId))?.principal;
    },
    /** Forgets what is believed about a token, or about all tokens of a user. */
    forget(id: string): void {
      tokens.forget(({ sessionId, userId }) => sessionId === id || userId === id);
    },
  };
};
