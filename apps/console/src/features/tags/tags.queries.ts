import { tags } from '@patchkeep/contract/tags';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

export const tagsQuery = queryOptions({
  queryKey: ['tag', 'list'],
  queryFn: ({ signal }) => call(tags.list, {}, { signal, operation: { verb: 'fetch', thing: 'tags' } }),
  select: (answer) => answer.tags,
});
