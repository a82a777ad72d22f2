import { timingSafeEqual } from 'node:crypto';
import { sitePermission } from '@patchkeep/contract/rights';
import { can } from '@patchkeep/rules/permissions';
import type pg from 'pg';
import type { Principal } from '../../platform/context.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import type { Credentials } from '../../platform/http/mount.ts';
import { principalOfToken, tokenCache, type TokenHolder } from '../../platform/http/token-cache.ts';
import type { TokenName } from '../../platform/http/token-text.ts';
import { listUsableSites } from '../identity/public.ts';
import { findCustomer, presentCustomerSettings, presentSiteSettings } from '../tenants/public.ts';
import { findUsedToken, touchToken } from './tokens.repository.ts';
import { dashboardTokenTexts } from './tokens.service.ts';

/** What a screen was given to show. */
export interface Shown extends TokenHolder {
  dashboardId: string;
  siteName: string;
  username: string;
}

const load = async (pool: pg.Pool, { customerId, tokenId, hash }: TokenName): Promise<Shown | undefined> =>
  withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    const row = await findUsedToken(tx, customerId, tokenId);
    if (!row || !timingSafeEqual(row.secret_hash, hash) || row.revoked_at !== null) return undefined;
    const customer = await findCustomer(tx, customerId);
    const [site] = await listUsableSites(tx, customerId, row, row.site_id);
    // Whoever left the site took along what they had hung on the wall.
    if (!site || !customer) return undefined;
    const subject = {
      isSystemAdmin: false,
      sitePermissions: site.permissions & sitePermission.FullRead,
      siteSettings: presentSiteSettings(site),
      customerSettings: presentCustomerSettings(customer),
    };
    if (!can('canRead', subject) || !can('canViewResults', subject)) return undefined;
    return {
      principal: principalOfToken(
        { customerId, tokenId },
        { kind: 'dashboard', userId: row.user_id, siteId: site.site_id, subject },
      ),
      dashboardId: row.dashboard_id,
      siteName: site.name,
      username: row.username,
      expires: row.expires_at,
      usedAt: row.used_at,
    };
  });

/** Turns the token of a dashboard into a caller that can do nothing but look at it. */
export const detachedCallers = (pool: pg.Pool) => {
  const shown = new WeakMap<Principal, Shown>();
  const tokens = tokenCache<Shown>({
    read: dashboardTokenTexts.read,
    load: (name) => load(pool, name),
    touch: ({ customerId, sessionId }, now) =>
      withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) => touchToken(tx, customerId, sessionId, now)),
  });
  return {
    async authenticate({ bearer, now }: Credentials): Promise<Principal | undefined> {
      const holder = bearer === undefined ? undefined : await tokens.find(bearer, now);
      if (holder) shown.set(holder.principal, holder);
      return holder?.principal;
    },
    /** What the token of a caller that has just been let in shows. */
    shownTo: (principal: Principal): Shown | undefined => shown.get(principal),
    forget: (tokenId: string): void => tokens.forget(({ sessionId }) => sessionId === tokenId),
  };
};
export type DetachedCallers = ReturnType<typeof detachedCallers>;
