import { constants } from '@patchkeep/contract/constants';
import type pg from 'pg';
import type { Secrets } from '../../platform/config/config.ts';
import type { Home, Principal } from '../../platform/context.ts';
import { withTenant } from '../../platform/db/tenant.ts';
import type { Credentials } from '../../platform/http/mount.ts';
import { keyedHash } from '../../platform/http/secret.ts';
import { findParentSession, findSession, findSessionByFormer } from './sessions.queries.ts';
import { touchSession } from './sessions.repository.ts';
import { readSid, type Sid } from './sid.rules.ts';
import { subjectOf } from './subject.presenter.ts';
import { tokenCallers } from './token-caller.service.ts';
import { listUsableSites } from './users.queries.ts';

/** How long a resolved session is believed: what is revoked elsewhere is gone within this. */
const cacheMs = 1_000;
/** Real use moves the idle clock at most this often; each move is a write. */
const touchEveryMs = 60_000;
const maxCached = 20_000;
/** Tabs of one session, by site: the id of a tab is whatever its caller sends, so their number says nothing. */
const maxTabs = 32;

interface Resolved {
  principal: Principal;
  activeAt: number;
  cachedUntil: number;
}

const isAlive = (row: { active_at: Date; expires_at: Date }, now: Date): boolean =>
  row.expires_at > now && now.getTime() - row.active_at.getTime() < constants.sessionIdleMs;

type SessionOwner = Pick<
  NonNullable<Awaited<ReturnType<typeof findSession>>>,
  'home_customer_id' | 'home_user_id' | 'parent_customer_id' | 'parent_session_id'
>;

/** Where the user of a session is at home; undefined for no guest, null for a guest whose session has no parent there. */
const homeOf = (row: SessionOwner): Home | null | undefined => {
  const { home_customer_id: customerId, home_user_id: userId, parent_session_id: sessionId } = row;
  if (customerId === null || userId === null) return undefined;
  return sessionId === null || row.parent_customer_id !== customerId ? null : { customerId, userId, sessionId };
};

/** Asked in a transaction of its own: no transaction has two customers. */
const isHomeAlive = async (pool: pg.Pool, home: Home, now: Date): Promise<boolean> => {
  const { customerId } = home;
  const parent = await withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) =>
    findParentSession(tx, home),
  );
  return parent !== undefined && isAlive(parent, now);
};

const touchHome = async (pool: pg.Pool, { customerId, userId, sessionId }: Home, now: Date): Promise<void> =>
  withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) => touchSession(tx, customerId, sessionId, now));

/** Turns a cookie or a token into a caller: from memory for a second, else from its own tenant. */
export const authenticator = (pool: pg.Pool, [secretKey, ...formerKeys]: Secrets) => {
  const cache = new Map<string, Map<string, Resolved>>();
  /** Counts what was forgotten: an answer that was asked for before must not be remembered after. */
  let forgotten = 0;
  const tokens = tokenCallers(pool);

  /** A call is about the site that it names; one that names none, about the site of its tab or of the session. */
  const loadHere = async (
    sid: Sid,
    instanceId: string | null,
    namedSiteId: string | undefined,
    now: Date,
  ): Promise<Resolved | undefined> =>
    withTenant(pool, { customerId: sid.customerId, siteIds: [], actorId: null }, async (tx) => {
      const current = await findSession(tx, sid.customerId, sid.hash, instanceId);
      const row = current ?? (await findSessionByFormer(tx, sid.customerId, sid.hash, instanceId, now));
      if (!row || row.disabled_at !== null || !isAlive(row, now)) return undefined;
      const home = homeOf(row);
      if (home === null) return undefined;
      const isRegistered = row.instance_id !== null;
      const wanted = namedSiteId ?? (isRegistered ? row.bound_site_id : row.session_site_id);
      const [site] = wanted === null ? [] : await listUsableSites(tx, sid.customerId, row, wanted);
      // Not by the cookie, which changes with each proof: the other tabs of the browser would have to shake hands again.
      const csrfText = `${row.session_id}|${instanceId}`;
      const principal: Principal = {
        kind: 'session',
        customerId: sid.customerId,
        userId: row.user_id,
        sessionId: row.session_id,
        siteId: site?.site_id ?? null,
        sessionSiteId: row.session_site_id,
        isRegistered,
        isStaleSite: !isRegistered || (namedSiteId === undefined && row.bound_site_id !== row.session_site_id),
        subject: site ? subjectOf(row, site) : null,
        provedAt: row.proved_at,
        isFormerCookie: current === undefined,
        ...(home && { home }),
        csrf: keyedHash(secretKey, csrfText),
        // Tabs that were open when the key changed still send what the former key made.
        formerCsrf: formerKeys.map((key) => keyedHash(key, csrfText)),
      };
      return { principal, activeAt: row.active_at.getTime(), cachedUntil: now.getTime() + cacheMs };
    });

  /** A guest is believed only while the session at home is there. */
  const load = async (...of: Parameters<typeof loadHere>): Promise<Resolved | undefined> => {
    const resolved = await loadHere(...of);
    const home = resolved?.principal.home;
    const [, , , now] = of;
    return home && !(await isHomeAlive(pool, home, now)) ? undefined : resolved;
  };

  const touch = async (resolved: Resolved, now: Date): Promise<void> => {
    if (now.getTime() - resolved.activeAt < touchEveryMs) return;
    resolved.activeAt = now.getTime();
    const { customerId, sessionId, userId } = resolved.principal;
    await withTenant(pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
      touchSession(tx, customerId, sessionId, now),
    );
    if (resolved.principal.home) await touchHome(pool, resolved.principal.home, now);
  };

  const remember = (cookie: string, tab: string, resolved: Resolved): void => {
    if (cache.size >= maxCached) cache.clear();
    const tabs = cache.get(cookie) ?? new Map<string, Resolved>();
    if (tabs.size >= maxTabs) tabs.clear();
    cache.set(cookie, tabs.set(tab, resolved));
  };

  return {
    async authenticate(given: Credentials): Promise<Principal | undefined> {
      const { cookie, instanceId, namedSiteId, isActive, now } = given;
      if (given.bearer !== undefined) return tokens.authenticate(given.bearer, given);
      if (!cookie) return undefined;
      const tab = `${instanceId ?? ''} ${namedSiteId ?? ''}`;
      let resolved = cache.get(cookie)?.get(tab);
      if (!resolved || resolved.cachedUntil <= now.getTime()) {
        const before = forgotten;
        const sid = readSid(cookie);
        resolved = sid && (await load(sid, instanceId, namedSiteId, now));
        if (!resolved) {
          cache.delete(cookie);
          return undefined;
        }
        if (before === forgotten) remember(cookie, tab, resolved);
      }
      if (isActive) await touch(resolved, now);
      return resolved.principal;
    },
    /** Forgets what is believed about a session, so that the next call reads it anew. */
    forget(cookie: string | undefined): void {
      forgotten += 1;
      if (cookie !== undefined) cache.delete(cookie);
    },
    /** How many tabs of all sessions are remembered. */
    countTabs: (): number => [...cache.values()].reduce((sum, tabs) => sum + tabs.size, 0),
    forgetToken: tokens.forget,
    /** The same for all sessions and tokens of a user, when another process changed one. */
    forgetUser(userId: string): void {
      forgotten += 1;
      tokens.forget(userId);
      for (const [cookie, tabs] of cache)
        for (const { principal } of tabs.values())
          if (principal.userId === userId || principal.home?.userId === userId) cache.delete(cookie);
    },
  };
};
export type Authenticator = ReturnType<typeof authenticator>;
