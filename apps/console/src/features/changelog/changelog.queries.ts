import { changelog } from '@patchkeep/contract/changelog';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const changelogQuery = queryOptions({
  queryKey: ['changelog'],
  queryFn: ({ signal }) => call(changelog.list, {}, { signal, operation: { verb: 'fetch', thing: 'changelog' } }),
  // It changes with the release, and a new release reloads the page.
  staleTime: Infinity,
});
