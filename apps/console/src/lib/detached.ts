interface Place {
  search: string;
  hash: string;
  pathname: string;
}
interface Environment {
  location: Place;
  history: { replaceState(data: unknown, unused: string, address: string): void };
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

const names = ['accessToken', 'access-token'];
const storageKey = 'patchkeep.access-token';

const take = (search: URLSearchParams): string | undefined => {
  let found: string | undefined;
  for (const name of names) {
    found ??= search.get(name) || undefined;
    search.delete(name);
  }
  return found;
};

const join = (before: string, search: URLSearchParams) => (search.size > 0 ? `${before}?${search}` : before);

/**
 * The token of a detached dashboard: from the query or the fragment's query (links of ours carry it there, where
 * no server log sees it), else from session storage. It leaves the address bar at once.
 */
export const takeAccessToken = ({ location, history, storage }: Environment): string | undefined => {
  const query = new URLSearchParams(location.search);
  const [hashPath = '', hashQuery = ''] = location.hash.split('?', 2);
  const fragment = new URLSearchParams(hashQuery);
  const fromQuery = take(query);
  const fromFragment = take(fragment);
  const given = fromQuery ?? fromFragment;
  if (given === undefined) return storage.getItem(storageKey) ?? undefined;
  storage.setItem(storageKey, given);
  history.replaceState(null, '', join(location.pathname, query) + join(hashPath, fragment));
  return given;
};
