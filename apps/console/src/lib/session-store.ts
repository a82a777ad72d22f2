import type { Handshake } from '@patchkeep/contract/session';
import type { Subject } from '@patchkeep/rules/permissions';
import { type SessionFlags, sessionFlags, subjectOf } from '@patchkeep/rules/session-flags';
import { product } from '@patchkeep/contract/product';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What the console knows of the session. All but `handshake` and `jumpToLogin` is derived from the handshake. */
export interface Session extends SessionFlags {
  handshake: Handshake | null;
  isLoggedIn: boolean;
  isSystemAdmin: boolean;
  isSiteRedirect: boolean;
  jumpToLogin: boolean;
  userAccountUuid: string;
  username: string;
  /** Whom the rights are asked for; null until the handshake. */
  subject: Subject | null;
}

const signedOut: Session = {
  handshake: null,
  isLoggedIn: false,
  isSystemAdmin: false,
  isSiteRedirect: false,
  jumpToLogin: false,
  userAccountUuid: '',
  username: '',
  subject: null,
  canManageSites: false,
  canViewResults: false,
  canViewPatching: false,
  canViewPatchPro: false,
  isPatchProOnly: false,
  tabName: product.name,
  headerText: product.name,
};

const signedIn = (handshake: Handshake): Session => ({
  ...sessionFlags(handshake),
  handshake,
  isLoggedIn: true,
  isSystemAdmin: handshake.isSystemAdmin,
  isSiteRedirect: handshake.isSiteRedirect,
  jumpToLogin: false,
  userAccountUuid: handshake.userAccountUuid,
  username: handshake.username,
  subject: subjectOf(handshake),
});

export interface SessionStore {
  store: StoreApi<Session>;
  get(): Session;
  enter(handshake: Handshake): void;
  /** Drops the handshake; the overlay covers the page again. */
  forget(): void;
  /** Drops everything and asks for the login page. */
  jumpToLogin(): void;
}

export const createSessionStore = (): SessionStore => {
  const store = createStore<Session>(() => signedOut);
  return {
    store,
    get: store.getState,
    enter: (handshake) => store.setState(signedIn(handshake), true),
    forget: () => store.setState(signedOut, true),
    jumpToLogin: () => store.setState({ ...signedOut, jumpToLogin: true }, true),
  };
};
