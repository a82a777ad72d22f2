import { timingSafeEqual } from 'node:crypto';
import { sitePermission } from '@patchkeep/contract/rights';
import { can } from '@patchkeep/rules/permissions';
import type pg from 'pg';
import type { Principal } from '../../platform/context.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import type { Credentials } from '../../platform/http/mount.ts';
import type { TokenName } from '../../platform/http/token-text.ts';
import { listUsableSites } from '../identity/public.ts';
import { findCustomer, presentCustomerSettings, presentSiteSettings } from '../tenants/public.ts';
import { findUsedToken, touchToken } from './tokens.repository.ts';
import { dashboardTokenTexts } from './tokens.service.ts';

/** How long a token is believed without looking: what is revoked elsewhere is refused within this. */
const believedMs = 1_000;
const touchEveryMs = 60_000;
const maxKept = 10_000;

/** What a screen was given to show. */
export interface Shown {
  principal: Principal;
  dashboardId: string;
  siteName: string;
  username: string;
  expires: Date;
}
interface Known extends Shown {
  usedAt: number;
  believedUntil: number;
}

const load = async (pool: pg.Pool, { customerId, tokenId, hash }: TokenName, now: Date): Promise<Known | undefined> =>
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
      principal: {
        kind: 'dashboard',
        customerId,
        userId: row.user_id,
        sessionId: tokenId,
        siteId: site.site_id,
        sessionSiteId: site.site_id,
        isRegistered: true,
        isStaleSite: false,
        subject,
        csrf: '',
      },
      dashboardId: row.dashboard_id,
      siteName: site.name,
      username: row.username,
      expires: row.expires_at,
      usedAt: row.used_at?.getTime() ?? 0,
      believedUntil: now.getTime() + believedMs,
    };
  });

/** Turns the token of a dashboard into a caller that can do nothing but look at it. */
export const detachedCallers = (pool: pg.Pool) => {
  const known = new Map<string, Known>();
  const byToken = new Map<string, Known>();

  const touch = async (caller: Known, now: Date): Promise<void> => {
    if (now.getTime() - caller.usedAt < touchEveryMs) return;
    caller.usedAt = now.getTime();
    const { customerId, sessionId } = caller.principal;
    await withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) =>
      touchToken(tx, customerId, sessionId, now),
    );
  };

  return {
    async authenticate({ bearer, now }: Credentials): Promise<Principal | undefined> {
      if (bearer === undefined) return undefined;
      let caller = known.get(bearer);
      if (!caller || caller.believedUntil <= now.getTime()) {
        const name = dashboardTokenTexts.read(bearer);
        caller = name && (await load(pool, name, now));
        if (!caller) {
          known.delete(bearer);
          return undefined;
        }
        if (known.size >= maxKept) {
          known.clear();
          byToken.clear();
        }
        known.set(bearer, caller);
        byToken.set(caller.principal.sessionId, caller);
      }
      if (caller.expires <= now) return undefined;
      await touch(caller, now);
      return caller.principal;
    },
    /** What the token of a caller that has just been let in shows. */
    shownTo({ sessionId }: Principal): Shown | undefined {
      return byToken.get(sessionId);
    },
    forget(tokenId: string): void {
      for (const [bearer, { principal }] of known) if (principal.sessionId === tokenId) known.delete(bearer);
    },
  };
};
export type DetachedCallers = ReturnType<typeof detachedCallers>;
