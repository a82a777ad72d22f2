import { restarts } from '@patchkeep/contract/restarts';
import { tags } from '@patchkeep/contract/tags';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const tagsQuery = queryOptions({
  queryKey: ['tag', 'list'],
  queryFn: ({ signal }) => call(tags.list, {}, { signal, operation: { verb: 'fetch', thing: 'tags' } }),
  select: (answer) => answer.tags,
});

/** What a new restart tag begins with. */
export const restartSettingsQuery = queryOptions({
  queryKey: ['restartSettings'],
  queryFn: ({ signal }) => call(restarts.readSettings, {}, { signal, operation: { verb: 'fetch', thing: 'settings' } }),
});
