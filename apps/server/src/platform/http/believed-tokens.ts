import type { Principal } from '../context.ts';
import type { TokenName } from './token-text.ts';

/** How long a token is believed without looking: what is revoked elsewhere is refused within this. */
const believedMs = 1_000;
/** When it was last used is written at most this often. */
const touchEveryMs = 60_000;
const maxKept = 10_000;

/** Whoever holds a token, as it was when somebody last looked. */
export interface TokenHolder {
  principal: Principal;
  expires: Date;
  usedAt: Date | null;
}

interface Parts<Holder extends TokenHolder> {
  /** Undefined for what is no token of this realm. */
  read: (bearer: string) => TokenName | undefined;
  load: (name: TokenName) => Promise<Holder | undefined>;
  /** Writes down that it was used. */
  touch: (principal: Principal, now: Date) => Promise<void>;
}

/** The holders of a realm's tokens. Each is looked up about once a second, however often it calls. */
export const believedTokens = <Holder extends TokenHolder>({ read, load, touch }: Parts<Holder>) => {
  const known = new Map<string, { holder: Holder; usedAt: number; believedUntil: number }>();

  const look = async (bearer: string, now: Date) => {
    const name = read(bearer);
    const holder = name && (await load(name));
    known.delete(bearer);
    if (!holder) return undefined;
    if (known.size >= maxKept) known.clear();
    const found = {
      holder,
      usedAt: holder.usedAt?.getTime() ?? 0,
      believedUntil: now.getTime() + believedMs,
    };
    known.set(bearer, found);
    return found;
  };

  return {
    /** Who holds it; undefined when nobody does any more. `admit` may still refuse, before the use is written down. */
    async find(bearer: string, now: Date, admit?: (holder: Holder) => void): Promise<Holder | undefined> {
      const before = known.get(bearer);
      const found = before && before.believedUntil > now.getTime() ? before : await look(bearer, now);
      if (!found || found.holder.expires <= now) return undefined;
      admit?.(found.holder);
      if (now.getTime() - found.usedAt >= touchEveryMs) {
        found.usedAt = now.getTime();
        await touch(found.holder.principal, now);
      }
      return found.holder;
    },
    forget(isMeant: (principal: Principal) => boolean): void {
      for (const [bearer, { holder }] of known) if (isMeant(holder.principal)) known.delete(bearer);
    },
  };
};
