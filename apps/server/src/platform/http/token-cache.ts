import type { Principal } from '../context.ts';
import type { TokenName } from './token-text.ts';

/** A token that another process revoked is refused after at most this time. */
const ttlMs = 1_000;
/** The time of last use is written at most this often. */
const touchEveryMs = 60_000;
const maxEntries = 10_000;

/** The holder of a token, as of the last lookup. */
export interface TokenHolder {
  principal: Principal;
  expires: Date;
  usedAt: Date | null;
}

/** The caller that a token makes, bound to a site; `subject` says what it may do there. */
export const principalOfToken = (
  { customerId, tokenId }: Pick<TokenName, 'customerId' | 'tokenId'>,
  caller: Pick<Principal, 'kind' | 'userId' | 'siteId' | 'subject'>,
): Principal => ({
  ...caller,
  customerId,
  sessionId: tokenId,
  sessionSiteId: caller.siteId,
  isRegistered: true,
  isStaleSite: false,
  csrf: '',
});

interface Parts<Holder extends TokenHolder> {
  /** Returns undefined for text that is no token of this kind. */
  read: (bearer: string) => TokenName | undefined;
  /** `siteId` is the site that the call names, which matters where a token is for several. */
  load: (name: TokenName, siteId: string | undefined) => Promise<Holder | undefined>;
  /** Stores the time of last use. */
  touch: (principal: Principal, now: Date) => Promise<void>;
}

/** Caches the holders of one kind of token, so each token is looked up about once a second, however often it is used. */
export const tokenCache = <Holder extends TokenHolder>({ read, load, touch }: Parts<Holder>) => {
  const known = new Map<string, { holder: Holder; usedAt: number; cachedUntil: number }>();

  const lookUp = async (bearer: string, siteId: string | undefined, key: string, now: Date) => {
    const name = read(bearer);
    const holder = name && (await load(name, siteId));
    known.delete(key);
    if (!holder) return undefined;
    if (known.size >= maxEntries) known.clear();
    const found = {
      holder,
      usedAt: holder.usedAt?.getTime() ?? 0,
      cachedUntil: now.getTime() + ttlMs,
    };
    known.set(key, found);
    return found;
  };

  return {
    /** Returns the holder, or undefined if there is none any more. `admit` may refuse before the use is stored. */
    async find(
      bearer: string,
      now: Date,
      admit?: (holder: Holder) => void | Promise<void>,
      siteId?: string,
    ): Promise<Holder | undefined> {
      const key = siteId === undefined ? bearer : `${bearer} ${siteId}`;
      const before = known.get(key);
      const found = before && before.cachedUntil > now.getTime() ? before : await lookUp(bearer, siteId, key, now);
      if (!found || found.holder.expires <= now) return undefined;
      await admit?.(found.holder);
      if (now.getTime() - found.usedAt >= touchEveryMs) {
        found.usedAt = now.getTime();
        await touch(found.holder.principal, now);
      }
      return found.holder;
    },
    forget(isMeant: (principal: Principal) => boolean): void {
      for (const [key, { holder }] of known) if (isMeant(holder.principal)) known.delete(key);
    },
  };
};
