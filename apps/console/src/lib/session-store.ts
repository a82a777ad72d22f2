import type { detached } from '@patchkeep/contract/dashboards';
import type { Answer } from '@patchkeep/contract/endpoint';
import { product } from '@patchkeep/contract/product';
import type { Handshake } from '@patchkeep/contract/session';
import type { Subject } from '@patchkeep/rules/permissions';
import { productTitle, type SessionFlags, sessionFlags, subjectOf } from '@patchkeep/rules/session-flags';
import { createStore, type StoreApi } from 'zustand/vanilla';

export type DetachedHandshake = Answer<typeof detached.ehlo>;

/** What the console knows of the session. All but the handshakes and `jumpToLogin` is derived from them. */
export interface Session extends SessionFlags {
  handshake: Handshake | null;
  /** Of a detached dashboard, which has no user: what its link gave away. */
  detached: DetachedHandshake | null;
  isUat: boolean;
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
  detached: null,
  isUat: false,
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
  detached: null,
  isUat: handshake.isUat,
  isLoggedIn: true,
  isSystemAdmin: handshake.isSystemAdmin,
  isSiteRedirect: handshake.isSiteRedirect,
  jumpToLogin: false,
  userAccountUuid: handshake.userAccountUuid,
  username: handshake.username,
  subject: subjectOf(handshake),
});

const watching = (given: DetachedHandshake): Session => {
  const title = productTitle({ isPatchProOnly: false, isUat: given.isUat });
  return {
    ...signedOut,
    detached: given,
    isUat: given.isUat,
    isLoggedIn: true,
    username: given.username,
    tabName: title,
    headerText: title,
  };
};

export interface SessionStore {
  store: StoreApi<Session>;
  get(): Session;
  enter(handshake: Handshake): void;
  enterDetached(handshake: DetachedHandshake): void;
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
    enterDetached: (handshake) => store.setState(watching(handshake), true),
    forget: () => store.setState(signedOut, true),
    jumpToLogin: () => store.setState({ ...signedOut, jumpToLogin: true }, true),
  };
};
