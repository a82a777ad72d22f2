import type { Answer } from '@patchkeep/contract/endpoint';
import { session as endpoints, signedOutPath } from '@patchkeep/contract/session';

export type SignedOutProvider = NonNullable<Answer<typeof endpoints.logout>['provider']>;
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** One is for the sign-in page that follows, the other for the one that the identity provider sends browsers back to. */
const [toldKey, askedKey] = ['patchkeep.signOut', 'patchkeep.signOutAsked'];

const keep = (store: Store, key: string, provider: SignedOutProvider): void =>
  store.setItem(key, JSON.stringify(provider));

const take = (store: Store, key: string): SignedOutProvider | null => {
  const kept = store.getItem(key);
  store.removeItem(key);
  try {
    const read = endpoints.logout.response.safeParse({ provider: JSON.parse(kept ?? 'null') });
    return read.success ? read.data.provider : null;
  } catch {
    return null;
  }
};

/** Kept by this tab alone. */
export const keepSignOut = (store: Store, provider: SignedOutProvider): void => keep(store, toldKey, provider);

/** What the sign-in page does after somebody signed out: go on to the identity provider, or say how it ended. */
export type Farewell = { goOn: string } | { label: string; isThere: boolean };

export const takeFarewell = (
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  store: Store,
): Farewell | null => {
  const [told, asked] = [take(store, toldKey), take(store, askedKey)];
  if (pathname === signedOutPath) {
    const sent = new URLSearchParams(search);
    // With SAML the state is called RelayState. Anybody can link to this page: without the state it says nothing.
    const state = sent.get('state') ?? sent.get('RelayState');
    return asked && asked.state === state ? { label: asked.label, isThere: true } : null;
  }
  if (!told) return null;
  if (told.address === null) return { label: told.label, isThere: false };
  keep(store, askedKey, told);
  return { goOn: told.address };
};
