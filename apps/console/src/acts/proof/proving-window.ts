type Store = Pick<Storage, 'getItem' | 'setItem'>;

const key = 'patchkeep.proving';

/** Notes in a window that it was opened to prove who is signed in: it comes back from another site as a page like any other. */
export const markProving = (store: Store): void => store.setItem(key, '1');

export const isProving = (store: Store): boolean => store.getItem(key) !== null;
