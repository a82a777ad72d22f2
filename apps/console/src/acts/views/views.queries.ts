import { savedViews } from '@patchkeep/contract/saved-views';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/** All saved views of the site that the user may see, of every list: there are 200 at most. */
export const savedViewsQuery = queryOptions({
  queryKey: ['savedView', 'list'],
  queryFn: ({ signal }) => call(savedViews.list, {}, { signal, operation: { verb: 'fetch', thing: 'saved views' } }),
  select: ({ views }) => views,
  // A list works without them.
  meta: { isSilent: true },
});
