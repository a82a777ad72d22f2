import { session as endpoints } from '@patchkeep/contract/session';
import type { Caller } from '../call.ts';
import type { SessionStore } from '../session-store.ts';
import type { SignedOutProvider } from './sign-out.ts';

export const loginAddress = '/login';

export interface ResetEnvironment {
  call: Caller;
  session: SessionStore;
  warn(message: string, cause: unknown): void;
  /** Told of the identity provider that the session came from: the sign-in page goes on there, or says that it does not. */
  keepSignOut(provider: SignedOutProvider): void;
}

export interface Reset {
  /** A store that holds something of the user registers how it is emptied. */
  onReset(empty: () => void): void;
  /** Empties every store and asks for the login page. */
  reset(): void;
  /** Ends the session on the server; whatever that call says, it ends here. */
  logout(): Promise<void>;
}

export const createReset = ({ call, session, warn, keepSignOut }: ResetEnvironment): Reset => {
  const stores = new Set<() => void>();
  const reset = () => {
    for (const empty of stores) empty();
    session.jumpToLogin();
  };
  const logout = async () => {
    try {
      const { provider } = await call(endpoints.logout, {}, { retries: 0 });
      if (provider) keepSignOut(provider);
    } catch (thrown) {
      warn('The logout call failed', thrown);
    }
    reset();
  };
  return { onReset: (empty) => void stores.add(empty), reset, logout };
};

/** Whoever signed out does not come back to that page. */
const isLeaving = (hash: string): boolean => /^#\/?(logout|$|\?)/.test(hash);

/**
 * Moves the browser to the login page as soon as the session asks for it. The page that was shown goes along in the
 * fragment, which no server sees: signing in again leads back to it.
 */
export const followJumpToLogin = (
  session: SessionStore,
  location: { hash: string; assign(address: string): void },
): (() => void) => {
  const follow = (jumpToLogin: boolean) => {
    if (jumpToLogin) location.assign(`${loginAddress}${isLeaving(location.hash) ? '' : location.hash}`);
  };
  follow(session.get().jumpToLogin);
  return session.store.subscribe((now, before) => follow(now.jumpToLogin && !before.jumpToLogin));
};
